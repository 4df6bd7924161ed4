import { overlaps, sizeOf, type Area } from '../formula/address';
import { isError, type Value } from '../formula/values';
import type { Cell, Sheet } from './book';
import type { Change, Placed } from './effect';
import { copyCell, MOST_CELLS, withinReach } from './commands';
import type { Session } from './session';

const collator = new Intl.Collator('fa', { sensitivity: 'accent' });

/** Numbers stand before texts, then truth values, then errors. */
function kindOf(value: Value): number {
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return 1;
  return isError(value) ? 3 : 2;
}

/** The order of values in a column. */
export function orderOf(a: Value, b: Value): number {
  const [first, second] = [kindOf(a), kindOf(b)];
  if (first !== second) return first - second;
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return first === 3 ? 0 : Number(a) - Number(b);
}

const isFilled = (cell: Cell | undefined) => cell !== undefined && (cell.value !== null || cell.formula !== undefined);

/** The cells around a place, up to empty rows and columns. */
export function around(sheet: Sheet, row: number, column: number): Area {
  const hasContents = (area: Area) => {
    for (let y = Math.max(1, area.top); y <= area.bottom; y++) {
      for (let x = Math.max(1, area.left); x <= area.right; x++) {
        if (isFilled(sheet.cells.get(y)?.get(x))) return true;
      }
    }
    return false;
  };
  let area: Area = { top: row, left: column, bottom: row, right: column };
  for (;;) {
    const { top, left, bottom, right } = area;
    const next = {
      top: top > 1 && hasContents({ top: top - 1, bottom: top - 1, left: left - 1, right: right + 1 }) ? top - 1 : top,
      bottom: hasContents({ top: bottom + 1, bottom: bottom + 1, left: left - 1, right: right + 1 })
        ? bottom + 1
        : bottom,
      left:
        left > 1 && hasContents({ top: top - 1, bottom: bottom + 1, left: left - 1, right: left - 1 })
          ? left - 1
          : left,
      right: hasContents({ top: top - 1, bottom: bottom + 1, left: right + 1, right: right + 1 }) ? right + 1 : right,
    };
    if (sizeOf(next) === sizeOf(area) || sizeOf(next) > MOST_CELLS) return area;
    area = next;
  }
}

/** Whether the first row names the columns: it has texts alone, and a number stands below one of them. */
function hasHeads(sheet: Sheet, { top, left, bottom, right }: Area): boolean {
  if (top === bottom) return false;
  let differs = false;
  for (let column = left; column <= right; column++) {
    const [head, below] = [top, top + 1].map((row) => sheet.cells.get(row)?.get(column)?.value ?? null);
    if (typeof head !== 'string') return false;
    differs ||= typeof below === 'number';
  }
  return differs;
}

/**
 * Orders the rows of an area by a column; empty cells stay behind. Formulas move as if they were copied, and hidden rows
 * stay where they are. Null when merged cells are in the way.
 */
export function sort(session: Session, sheet: Sheet, wanted: Area, column: number, falling: boolean) {
  const reach = withinReach(sheet, wanted);
  if (sheet.merges.some((merge) => overlaps(merge, reach)) || sizeOf(reach) > MOST_CELLS) return null;
  const area = hasHeads(sheet, reach) ? { ...reach, top: reach.top + 1 } : reach;
  const places: number[] = [];
  for (let row = area.top; row <= area.bottom; row++) if (sheet.heights.get(row) !== 0) places.push(row);
  const valueIn = (row: number) => sheet.cells.get(row)?.get(column)?.value ?? null;
  const sorted = places.toSorted((a, b) => {
    const [first, second] = [valueIn(a), valueIn(b)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return orderOf(first, second) * (falling ? -1 : 1);
  });
  const cells: Placed[] = [];
  places.forEach((row, at) => {
    const from = sorted[at] ?? row;
    if (from === row) return;
    for (let x = area.left; x <= area.right; x++) {
      const [old, cell] = [sheet.cells.get(row)?.get(x), sheet.cells.get(from)?.get(x)];
      if (old !== cell) cells.push({ row, column: x, cell: copyCell(session, sheet.id, cell, row - from, 0) });
    }
  });
  const changes: Change[] = cells.length > 0 ? [{ kind: 'cells', sheet: sheet.id, cells }] : [];
  return { changes, area };
}
