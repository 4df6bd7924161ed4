import { pxOfHeight } from '~/features/viewers/sheet/layout';
import { isWithin, MAX_COLUMN, MAX_ROW, overlaps, sizeOf, type Area } from '../formula/address';
import { ForeignError, type Relative } from '../formula/parse';
import { moveFormula } from '../formula/rewrite';
import { errors } from '../formula/values';
import { eachCell, PLAIN, internLook, type Cell, type Look, type Sheet } from './book';
import type { Change, Placed } from './effect';
import { visibleRows } from './hiding';
import { seriesOf } from './series';
import type { Session } from './session';
import { formatOf } from './suggest';
import { readTyped } from './typed';

/** At most so many cells are changed at once. */
export const MOST_CELLS = 200_000;

/** The part of an area whose cells are looked at one by one: whole columns end with the sheet. */
export function withinReach(sheet: Sheet, area: Area): Area {
  const bottom = area.bottom >= MAX_ROW ? Math.max(area.top, sheet.extent.rows) : area.bottom;
  const right = area.right >= MAX_COLUMN ? Math.max(area.left, sheet.extent.columns) : area.right;
  return { ...area, bottom, right };
}

const isGeneral = (look: Look) => look.numFmt === undefined || look.numFmt === 'General';

/** The cell that a typed text makes of an old one; null when the text is a formula that is none. */
export function cellOf(session: Session, old: Cell | undefined, text: string, sheet?: string): Cell | null {
  const look = old?.look ?? PLAIN;
  if (look.numFmt === '@' && !text.startsWith('=')) return { value: text === '' ? null : text, look };
  const { value, formula, numFmt } = readTyped(text, session.book.epoch);
  const next = numFmt !== undefined && isGeneral(look) ? internLook({ ...look, numFmt }) : look;
  if (formula === undefined) return { value, look: next };
  try {
    const suggested = isGeneral(look)
      ? formatOf(session.calc.tree(formula, sheet), formatIn(session, sheet))
      : undefined;
    const styled = suggested === undefined ? look : internLook({ ...look, numFmt: suggested });
    return { value: null, formula, look: styled, kept: !session.calc.canCompute(formula, sheet) };
  } catch (error) {
    if (error instanceof ForeignError) return { value: null, formula, look, kept: true };
    return null;
  }
}

/** The format of the first cell of a reference. */
const formatIn = (session: Session, home: string | undefined) => (reference: Relative) => {
  const { book } = session;
  const sheet = reference.sheet === null ? home : book.sheetByName(reference.sheet)?.id;
  const look = sheet === undefined ? undefined : book.cell(sheet, reference.top.at, reference.left.at)?.look;
  return look && !isGeneral(look) && look.numFmt !== '@' ? look.numFmt : undefined;
};

export function typeInto(session: Session, id: string, row: number, column: number, text: string): Change[] | null {
  const old = session.book.cell(id, row, column);
  const cell = cellOf(session, old, text, id);
  return cell && [{ kind: 'cells', sheet: id, cells: [{ row, column, cell }] }];
}

/** The text with which a cell is edited. */
export function editText(cell: Cell | undefined, shown: string): string {
  if (!cell) return '';
  if (cell.formula !== undefined) return `=${cell.formula}`;
  if (typeof cell.value === 'string') {
    const again = readTyped(cell.value);
    return again.value === cell.value && !again.formula ? cell.value : `'${cell.value}`;
  }
  return cell.value === null ? '' : shown;
}

const eachPlace = (area: Area, take: (row: number, column: number) => void) => {
  for (let row = area.top; row <= area.bottom; row++) {
    for (let column = area.left; column <= area.right; column++) take(row, column);
  }
};

/** Empties cells; their looks stay. */
export function clear(sheet: Sheet, area: Area): Change[] {
  const cells: Placed[] = [];
  const isMeant = visibleRows(sheet, area.top, area.bottom);
  eachCell(sheet, area, (row, column, { look, value, formula }) => {
    if (!isMeant(row)) return;
    if (value !== null || formula !== undefined) cells.push({ row, column, cell: { value: null, look } });
  });
  return cells.length > 0 ? [{ kind: 'cells', sheet: sheet.id, cells }] : [];
}

/** Changes the looks of cells; a part that is undefined is taken away. */
export function applyLook(sheet: Sheet, area: Area, part: { [K in keyof Look]?: Look[K] | undefined }): Change[] {
  const reach = withinReach(sheet, area);
  if (sizeOf(reach) > MOST_CELLS) return [];
  const cells: Placed[] = [];
  const isMeant = visibleRows(sheet, reach.top, reach.bottom);
  eachPlace(reach, (row, column) => {
    if (!isMeant(row)) return;
    const cell = sheet.cells.get(row)?.get(column);
    const look = internLook({ ...cell?.look, ...part });
    if (look !== (cell?.look ?? PLAIN)) cells.push({ row, column, cell: { value: null, ...cell, look } });
  });
  return cells.length > 0 ? [{ kind: 'cells', sheet: sheet.id, cells }] : [];
}

/** Gives cells a size of text in points, and rows that nobody sized the height that it needs; null for too many cells. */
export function resizeText(sheet: Sheet, area: Area, size: number): Change[] | null {
  const reach = withinReach(sheet, area);
  if (sizeOf(reach) > MOST_CELLS) return null;
  const needed = pxOfHeight(size * 1.45);
  const sizes: (readonly [number, number])[] = [];
  for (let row = reach.top; needed > sheet.usual.height && row <= reach.bottom; row++) {
    if ((sheet.heights.get(row) ?? sheet.usual.height) < needed && sheet.heights.get(row) !== 0)
      sizes.push([row, needed]);
  }
  const changes = applyLook(sheet, area, { size });
  if (sizes.length > 0) changes.push({ kind: 'sizes', sheet: sheet.id, axis: 'rows', sizes });
  return changes;
}

/** Merges an area: its first cell stays, the others are emptied. A merged area is divided again. */
export function merge(sheet: Sheet, area: Area): Change[] {
  const rest = sheet.merges.filter((other) => !overlaps(other, area));
  if (rest.length < sheet.merges.length) return [{ kind: 'merges', sheet: sheet.id, merges: rest }];
  if (sizeOf(area) === 1) return [];
  const emptied = clear(sheet, area).map((change) =>
    change.kind === 'cells'
      ? { ...change, cells: change.cells.filter(({ row, column }) => row !== area.top || column !== area.left) }
      : change,
  );
  return [
    ...emptied.filter((change) => change.kind !== 'cells' || change.cells.length > 0),
    { kind: 'merges', sheet: sheet.id, merges: [...sheet.merges, area] },
  ];
}

/** A cell that is copied so many rows and columns further. */
export function copyCell(
  session: Session,
  sheet: string,
  cell: Cell | undefined,
  rows: number,
  columns: number,
): Cell | undefined {
  if (cell?.formula === undefined) return cell;
  const formula = moveFormula(cell.formula, rows, columns);
  try {
    return { ...cell, formula, value: null, kept: !session.calc.canCompute(formula, sheet) };
  } catch (error) {
    return { ...cell, formula, value: error instanceof ForeignError ? null : errors.ref, kept: false };
  }
}

/** Goes on with the cells of an area in a larger one: formulas move along, and series continue unless cells are copied. */
export function fill(session: Session, sheet: Sheet, from: Area, to: Area, copies = false): Change[] {
  if (sizeOf(to) > MOST_CELLS) return [];
  const down = to.left === from.left && to.right === from.right;
  const isMeant = visibleRows(sheet, to.top, to.bottom);
  const cells: Placed[] = [];
  const [height, width] = [from.bottom - from.top + 1, from.right - from.left + 1];
  const lines = down ? width : height;
  const length = down ? height : width;
  for (let line = 0; line < lines; line++) {
    const at = (step: number): [number, number] =>
      down ? [from.top + step, from.left + line] : [from.top + line, from.left + step];
    const source = Array.from({ length }, (_, step) => sheet.cells.get(at(step)[0])?.get(at(step)[1]));
    const series = copies ? null : seriesOf(source, session.book.epoch);
    const first = down ? to.top - from.top : to.left - from.left;
    const last = down ? to.bottom - from.top : to.right - from.left;
    for (let place = first; place <= last; place++) {
      if (place >= 0 && place < length) continue;
      const origin = ((place % length) + length) % length;
      const cell = source[origin];
      const [row, column] = at(place);
      if (!isMeant(row)) continue;
      const by = place - origin;
      const next =
        series && cell
          ? { ...cell, value: series(place) }
          : copyCell(session, sheet.id, cell, down ? by : 0, down ? 0 : by);
      cells.push({ row, column, cell: next });
    }
  }
  return cells.length > 0 ? [{ kind: 'cells', sheet: sheet.id, cells }] : [];
}

/** The filled rows or columns at the beginning of an area of which the rest is empty; else the first one. */
export function leadingPart(sheet: Sheet, area: Area, axis: 'down' | 'across'): Area {
  let last = axis === 'down' ? area.top : area.left;
  eachCell(sheet, area, (row, column, { value, formula }) => {
    if (value !== null || formula !== undefined) last = Math.max(last, axis === 'down' ? row : column);
  });
  if (axis === 'down') return { ...area, bottom: last < area.bottom ? last : area.top };
  return { ...area, right: last < area.right ? last : area.left };
}

/** Whether a merged area reaches over the edge of another one, so that its cells cannot be moved alone. */
export const isCuttingMerge = (sheet: Sheet, area: Area) =>
  sheet.merges.some(
    (other) =>
      overlaps(other, area) && !(isWithin(area, other.top, other.left) && isWithin(area, other.bottom, other.right)),
  );

/** An area with all the merged ones that it touches. */
export function withMerges(sheet: Sheet, area: Area): Area {
  let all = area;
  for (let again = true; again;) {
    again = false;
    for (const other of sheet.merges) {
      if (!overlaps(other, all)) continue;
      const next = {
        top: Math.min(all.top, other.top),
        left: Math.min(all.left, other.left),
        bottom: Math.max(all.bottom, other.bottom),
        right: Math.max(all.right, other.right),
      };
      if (next.top !== all.top || next.left !== all.left || next.bottom !== all.bottom || next.right !== all.right) {
        all = next;
        again = true;
      }
    }
  }
  return all;
}

/** A sum below or beside numbers, as the button for sums suggests it. */
export function sumAbove(sheet: Sheet, row: number, column: number): Area | null {
  const isNumber = (y: number, x: number) => typeof sheet.cells.get(y)?.get(x)?.value === 'number';
  let top = row - 1;
  while (top >= 1 && isNumber(top, column)) top--;
  if (top < row - 1) return { top: top + 1, left: column, bottom: row - 1, right: column };
  let left = column - 1;
  while (left >= 1 && isNumber(row, left)) left--;
  return left < column - 1 ? { top: row, left: left + 1, bottom: row, right: column - 1 } : null;
}
