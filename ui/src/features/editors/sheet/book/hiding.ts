import { isWithin } from '../formula/address';
import type { Shift } from '../formula/rewrite';
import type { Book, Filter, Sheet, Sizes } from './book';
import { effect, shiftedArea, type Change, type Effect, type Touched } from './effect';
import { rangeOf, type Op } from './ops';

/** Hides a row or column; its size is kept aside. */
export function cover(own: Sizes, covered: Sizes, number: number) {
  const size = own.get(number);
  if (size === 0) return;
  if (size !== undefined) covered.set(number, size);
  own.set(number, 0);
}

function uncover(own: Sizes, covered: Sizes, number: number) {
  const size = covered.get(number);
  covered.delete(number);
  if (size === undefined) own.delete(number);
  else own.set(number, size);
}

export const isHiddenRow = (sheet: Sheet, row: number) => sheet.heights.get(row) === 0;

/** Whether rows of a place are hidden by what is in their cells: all that are hidden there are taken for such. */
const isFiltered = ({ filter, tables }: Sheet, row: number) =>
  (filter !== null && filter.columns.length > 0 && row > filter.area.top && row <= filter.area.bottom) ||
  tables.some(({ top, bottom }) => row > top && row <= bottom);

export const findHider = (sheet: Sheet, row: number): 'filter' | 'hand' | null =>
  isHiddenRow(sheet, row) ? (isFiltered(sheet, row) ? 'filter' : 'hand') : null;

/** The rows of a span that a person sees; those that are hidden by hand are meant too. */
export function visibleRows(sheet: Sheet, from: number, until: number): (row: number) => boolean {
  if (!sheet.filter?.columns.length && sheet.tables.length === 0) return () => true;
  if (from === until) return () => true;
  return (row) => findHider(sheet, row) !== 'filter';
}

/** Numbers that follow each other, as their first and last. */
export function runsOf(numbers: readonly number[]): (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

/** Formulas whose value depends on which rows are shown. */
function subtotals(book: Book): Touched[] {
  const found: Touched[] = [];
  for (const sheet of book.sheets) {
    for (const [row, line] of sheet.cells) {
      for (const [column, { formula }] of line)
        if (formula && /\bSUBTOTAL\(/i.test(formula)) found.push({ sheet: sheet.id, row, column });
    }
  }
  return found;
}

export function setHidden(book: Book, { sheet: id, axis, numbers, hidden }: Extract<Change, { kind: 'hide' }>): Effect {
  const sheet = book.sheet(id);
  const own = axis === 'rows' ? sheet.heights : sheet.widths;
  const others = numbers.filter((number) => (own.get(number) === 0) !== hidden);
  for (const number of others) (hidden ? cover : uncover)(own, sheet.covered[axis], number);
  const spans = runsOf(others).map(([from, until]) => [from - 1, until - 1] as const);
  const ops: Op[] = [{ op: hidden ? 'hide' : 'show', sheet: id, axis: axis === 'rows' ? 'rows' : 'cols', spans }];
  return effect(
    [{ kind: 'hide', sheet: id, axis, numbers: others, hidden: !hidden }],
    others.length > 0 ? ops : [],
    axis === 'rows' ? { touched: subtotals(book) } : {},
  );
}

export function setFilter(book: Book, { sheet: id, filter }: Extract<Change, { kind: 'filter' }>): Effect {
  const sheet = book.sheet(id);
  const old = sheet.filter;
  sheet.filter = filter;
  const op: Op = filter
    ? {
        op: 'filter',
        sheet: id,
        range: rangeOf(filter.area),
        columns: filter.columns.map(({ column, values, dates, blank, other }) =>
          other ? { c: column - 1, keep: true } : { c: column - 1, values, dates, blank },
        ),
      }
    : { op: 'unfilter', sheet: id };
  return effect([{ kind: 'filter', sheet: id, filter: old }], [op], { touched: subtotals(book) });
}

/** A filter after rows or columns came or went. */
export function shiftFilter(filter: Filter | null, shift: Shift): Filter | null {
  const area = filter && shiftedArea(filter.area, shift);
  if (!filter || !area) return null;
  const columns = filter.columns.flatMap((of) => {
    const place = shiftedArea({ ...filter.area, left: of.column, right: of.column }, shift);
    return place && isWithin(area, area.top, place.left) ? [{ ...of, column: place.left }] : [];
  });
  return { area, columns };
}
