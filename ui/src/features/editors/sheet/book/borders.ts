import type { SheetBorder, SheetLine } from '~/api/document';
import { MAX_COLUMN, MAX_ROW, sizeOf, type Area } from '../formula/address';
import { LINES, PLAIN, internLook, SIDES, type Sheet, type Side } from './book';
import type { Change, Placed } from './effect';
import { MOST_CELLS, withinReach } from './commands';
import { visibleRows } from './hiding';

/** Lines that are drawn around and between the chosen cells. */
export type Bordering = 'all' | 'outer' | 'thick' | 'bottom' | 'total' | 'none';

const thin: SheetLine = { style: 'thin' };

/** The lines of one cell among the chosen ones; null takes one away, and what is absent stays. */
function linesFor(kind: Bordering, area: Area, row: number, column: number): { [S in Side]?: SheetLine | null } {
  const edges = {
    top: row === area.top,
    bottom: row === area.bottom,
    left: column === area.left,
    right: column === area.right,
  };
  const at = (line: SheetLine) => Object.fromEntries(SIDES.filter((side) => edges[side]).map((side) => [side, line]));
  switch (kind) {
    case 'all':
      return Object.fromEntries(SIDES.map((side) => [side, thin]));
    case 'none':
      return Object.fromEntries(LINES.map((side) => [side, null]));
    case 'outer':
      return at(thin);
    case 'thick':
      return at({ style: 'medium' });
    case 'bottom':
      return edges.bottom ? { bottom: thin } : {};
    default:
      return { ...(edges.top && { top: thin }), ...(edges.bottom && { bottom: { style: 'double' } }) };
  }
}

/** A border with some lines changed; the same text for the same lines, whatever came first. */
function changeBorder(
  old: SheetBorder | undefined,
  change: { [S in Side]?: SheetLine | null },
): SheetBorder | undefined {
  const entries = LINES.flatMap((side) => {
    const line = change[side] === undefined ? old?.[side] : change[side];
    return line ? [[side, line] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Draws lines at the chosen cells; null for too many. The cells around them give up their lines at the same edges. */
export function drawBorders(sheet: Sheet, area: Area, kind: Bordering): Change[] | null {
  const reach = withinReach(sheet, area);
  if (sizeOf(reach) > MOST_CELLS) return null;
  const cells: Placed[] = [];
  const draw = (row: number, column: number, lines: { [S in Side]?: SheetLine | null }) => {
    if (row < 1 || column < 1 || row > MAX_ROW || column > MAX_COLUMN) return;
    const cell = sheet.cells.get(row)?.get(column);
    const look = internLook({ ...cell?.look, border: changeBorder(cell?.look.border, lines) });
    if (look !== (cell?.look ?? PLAIN)) cells.push({ row, column, cell: { value: null, ...cell, look } });
  };
  const isMeant = visibleRows(sheet, reach.top, reach.bottom);
  for (let row = reach.top; row <= reach.bottom; row++) {
    if (!isMeant(row)) continue;
    for (let column = reach.left; column <= reach.right; column++)
      draw(row, column, linesFor(kind, reach, row, column));
  }
  const corner = (row: number, column: number) => linesFor(kind, reach, row, column);
  for (let column = reach.left; column <= reach.right; column++) {
    if (corner(reach.top, column).top !== undefined) draw(reach.top - 1, column, { bottom: null });
    if (corner(reach.bottom, column).bottom !== undefined) draw(reach.bottom + 1, column, { top: null });
  }
  for (let row = reach.top; row <= reach.bottom; row++) {
    if (corner(row, reach.left).left !== undefined) draw(row, reach.left - 1, { right: null });
    if (corner(row, reach.right).right !== undefined) draw(row, reach.right + 1, { left: null });
  }
  return cells.length > 0 ? [{ kind: 'cells', sheet: sheet.id, cells }] : [];
}
