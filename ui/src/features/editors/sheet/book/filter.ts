import { isDateFormat } from 'numfmt';
import { plainText } from '~/features/viewers/sheet/format';
import { dayOf } from '~/features/viewers/sheet/days';
import { isPersianFormat } from '~/features/viewers/sheet/persian';
import { overlaps, sizeOf, type Area } from '../formula/address';
import { isError } from '../formula/values';
import type { Cell, Filter, FilterColumn, Sheet } from './book';
import type { Change } from './effect';
import { withinReach } from './commands';
import { isHiddenRow } from './hiding';
import { around } from './sort';

/** What a cell is for a filter. Cells with the same name are one. */
export interface Kind {
  readonly name: string;
  /** The text, or the day of a date; absent in empty cells. */
  readonly text?: string;
  readonly date?: string;
}

const two = (number: number) => String(number).padStart(2, '0');

export function kindOf(cell: Cell | undefined, epoch: number): Kind {
  const value = cell?.value ?? null;
  if (value === null || value === '') return { name: '' };
  const code = cell?.look.numFmt ?? 'General';
  if (typeof value === 'number' && value + epoch >= 1 && (isDateFormat(code) || isPersianFormat(code))) {
    const { year, month, day } = dayOf(value + epoch);
    const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
    return { name: `d${date}`, date };
  }
  const text =
    typeof value === 'number'
      ? plainText(code, value).trim()
      : typeof value === 'boolean'
        ? String(value).toUpperCase()
        : isError(value)
          ? value.code
          : value;
  return { name: `t${text.toLowerCase()}`, text };
}

function tester({ values, dates, blank }: FilterColumn): (kind: Kind) => boolean {
  const texts = new Set(values.map((text) => text.toLowerCase()));
  const days = new Set(dates);
  return ({ text, date }) => {
    if (date !== undefined) return [date, date.slice(0, 7), date.slice(0, 4)].some((part) => days.has(part));
    return text === undefined ? blank : texts.has(text.toLowerCase());
  };
}

/** Whether a row is shown by the columns whose values are known. */
function shower(sheet: Sheet, columns: readonly FilterColumn[], epoch: number): (row: number) => boolean {
  const tests = columns.filter(({ other }) => !other).map((of) => [of.column, tester(of)] as const);
  return (row) => tests.every(([column, holds]) => holds(kindOf(sheet.cells.get(row)?.get(column), epoch)));
}

/** Filled rows that were added below belong to the filter too. */
function grown(sheet: Sheet, area: Area): Area {
  const isFilled = (row: number) => {
    const line = sheet.cells.get(row);
    if (!line) return false;
    for (let column = area.left; column <= area.right; column++) {
      if ((line.get(column)?.value ?? null) !== null) return true;
    }
    return false;
  };
  let { bottom } = area;
  while (isFilled(bottom + 1)) bottom++;
  return { ...area, bottom };
}

export interface Choice extends Kind {
  readonly cell: Cell | undefined;
  readonly chosen: boolean;
}

/** The values of a column, and which of them are shown. Rows that another column hides are left out. */
export function choices(sheet: Sheet, filter: Filter, column: number, epoch: number): Choice[] {
  const area = grown(sheet, filter.area);
  const own = filter.columns.find((of) => of.column === column);
  const shows = shower(
    sheet,
    filter.columns.filter((of) => of.column !== column),
    epoch,
  );
  const holds = own && !own.other ? tester(own) : null;
  const found = new Map<string, Choice>();
  for (let row = area.top + 1; row <= area.bottom; row++) {
    if (!shows(row)) continue;
    const cell = sheet.cells.get(row)?.get(column);
    const kind = kindOf(cell, epoch);
    const old = found.get(kind.name);
    // A condition of the file is not known here, but what it shows.
    const chosen = holds ? holds(kind) : !own || !isHiddenRow(sheet, row) || (old?.chosen ?? false);
    if (!old || old.chosen !== chosen) found.set(kind.name, { ...kind, cell: old?.cell ?? cell, chosen });
  }
  return [...found.values()];
}

/** Shows the rows by other columns than before. */
function refilter(sheet: Sheet, filter: Filter, columns: readonly FilterColumn[], epoch: number): Change[] {
  const area = grown(sheet, filter.area);
  const [before, now] = [shower(sheet, filter.columns, epoch), shower(sheet, columns, epoch)];
  const others = columns.some(({ other }) => other);
  const [hide, show]: [number[], number[]] = [[], []];
  for (let row = area.top + 1; row <= area.bottom; row++) {
    const was = isHiddenRow(sheet, row);
    const hidden = !now(row) || (others && was && before(row));
    if (hidden !== was) (hidden ? hide : show).push(row);
  }
  const changes: Change[] = [{ kind: 'filter', sheet: sheet.id, filter: { area, columns } }];
  if (show.length > 0) changes.push({ kind: 'hide', sheet: sheet.id, axis: 'rows', numbers: show, hidden: false });
  if (hide.length > 0) changes.push({ kind: 'hide', sheet: sheet.id, axis: 'rows', numbers: hide, hidden: true });
  return changes;
}

/** Shows of a column the chosen values alone. */
export function filterBy(sheet: Sheet, column: number, chosen: readonly Kind[], epoch: number): Change[] {
  const { filter } = sheet;
  if (!filter) return [];
  const columns = filter.columns.filter((of) => of.column !== column);
  columns.push({
    column,
    values: chosen.flatMap(({ text }) => text ?? []),
    dates: chosen.flatMap(({ date }) => date ?? []),
    blank: chosen.some(({ name }) => name === ''),
  });
  return refilter(sheet, filter, columns, epoch);
}

/** Shows all rows again that a column hid, or that all columns did. */
export function unfilter(sheet: Sheet, epoch: number, column?: number): Change[] {
  const { filter } = sheet;
  const left = filter?.columns.filter((of) => column !== undefined && of.column !== column) ?? [];
  return filter && left.length < filter.columns.length ? refilter(sheet, filter, left, epoch) : [];
}

/** Gives an area a filter, or takes that of the sheet away and shows what it hid; null over a table. */
export function switchFilter(sheet: Sheet, wanted: Area, epoch: number): Change[] | null {
  const { filter } = sheet;
  if (filter) {
    const shown = filter.columns.length > 0 ? refilter(sheet, filter, [], epoch) : [];
    return [...shown.filter(({ kind }) => kind === 'hide'), { kind: 'filter', sheet: sheet.id, filter: null }];
  }
  const area = sizeOf(wanted) === 1 ? around(sheet, wanted.top, wanted.left) : withinReach(sheet, wanted);
  if (sheet.tables.some((table) => overlaps(table, area))) return null;
  return [{ kind: 'filter', sheet: sheet.id, filter: { area, columns: [] } }];
}
