import type { Place } from '~/features/viewers/sheet/cells';
import { mergeAt, type Sheet } from '../book/book';
import { withMerges } from '../book/commands';
import { between, MAX_COLUMN, MAX_ROW, type Area } from '../formula/address';

/** The chosen cells: where the choice began, which is the cell that is typed into, and where it ends. */
export interface Selection {
  readonly anchor: Place;
  readonly focus: Place;
  readonly area: Area;
  /** Whole rows, whole columns, or all. */
  readonly whole?: 'rows' | 'columns' | 'all' | undefined;
}

export function cellSelection(sheet: Sheet, place: Place): Selection {
  const row = Math.min(Math.max(1, place.row), MAX_ROW);
  const column = Math.min(Math.max(1, place.column), MAX_COLUMN);
  const merge = mergeAt(sheet, row, column);
  const anchor = merge ? { row: merge.top, column: merge.left } : { row, column };
  return { anchor, focus: { row, column }, area: merge ?? between(anchor, anchor) };
}

export function selectionTo(sheet: Sheet, { anchor, whole }: Selection, to: Place): Selection {
  const focus = { row: Math.min(Math.max(1, to.row), MAX_ROW), column: Math.min(Math.max(1, to.column), MAX_COLUMN) };
  if (whole === 'rows') return rowSelection(anchor.row, focus.row);
  if (whole === 'columns') return columnSelection(anchor.column, focus.column);
  return { anchor, focus, area: withMerges(sheet, between(anchor, focus)) };
}

export const rowSelection = (from: number, until: number): Selection => ({
  anchor: { row: from, column: 1 },
  focus: { row: until, column: 1 },
  area: { top: Math.min(from, until), left: 1, bottom: Math.max(from, until), right: MAX_COLUMN },
  whole: 'rows',
});

export const columnSelection = (from: number, until: number): Selection => ({
  anchor: { row: 1, column: from },
  focus: { row: 1, column: until },
  area: { top: 1, left: Math.min(from, until), bottom: MAX_ROW, right: Math.max(from, until) },
  whole: 'columns',
});

export const selectAll = (): Selection => ({
  anchor: { row: 1, column: 1 },
  focus: { row: 1, column: 1 },
  area: { top: 1, left: 1, bottom: MAX_ROW, right: MAX_COLUMN },
  whole: 'all',
});

export const areaSelection = (area: Area): Selection => ({
  anchor: { row: area.top, column: area.left },
  focus: { row: area.bottom, column: area.right },
  area,
});

const isEmpty = (sheet: Sheet, row: number, column: number) =>
  (sheet.cells.get(row)?.get(column)?.value ?? null) === null;

/** Where the filled cells in a direction begin or end, as Ctrl with an arrow goes. */
export function edgeFrom(sheet: Sheet, { row, column }: Place, down: number, across: number): Place {
  const last = { row: Math.max(sheet.extent.rows, row), column: Math.max(sheet.extent.columns, column) };
  const isInside = (y: number, x: number) => y >= 1 && x >= 1 && y <= last.row && x <= last.column;
  let [y, x] = [row + down, column + across];
  if (!isInside(y, x))
    return { row: Math.max(1, Math.min(y, last.row)), column: Math.max(1, Math.min(x, last.column)) };
  const inBlock = !isEmpty(sheet, row, column) && !isEmpty(sheet, y, x);
  while (isInside(y + down, x + across)) {
    if (inBlock ? isEmpty(sheet, y + down, x + across) : !isEmpty(sheet, y, x)) break;
    y += down;
    x += across;
  }
  return { row: y, column: x };
}
