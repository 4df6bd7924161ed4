import { isDateFormat } from 'numfmt';
import type { SheetChart, SheetDrawing } from '~/api/document';
import { MAX_COLUMN, MAX_ROW, type Area } from '../formula/address';
import { renameSheet, shiftFormula, type Shift } from '../formula/rewrite';
import type { Book, Cell, Sheet } from './book';
import { effect, shiftedArea, type Change, type Effect } from './effect';
import { absolute, areasOf } from './names';
import type { ChartOp, Op } from './ops';

/** No chart shows more points. */
const MOST_POINTS = 2000;

/** The areas of a formula of a chart: one, several in brackets, or those of a name, before which its sheet or [0] may stand. */
function areasOfChart(book: Book, formula: string): ReturnType<typeof areasOf> {
  const inside = /^\((.*)\)$/s.exec(formula.trim())?.[1] ?? formula;
  const areas = areasOf(book, { name: '', formula: inside });
  if (areas) return areas;
  const [, quoted, plain, name = ''] = /^(?:(?:'((?:[^']|'')+)'|([^'!]+))!)?([^'!,()]+)$/.exec(inside.trim()) ?? [];
  const sheet = book.sheetByName(quoted?.replaceAll("''", "'") ?? plain ?? '')?.id;
  const same = book.names.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  const found = same.find((one) => sheet !== undefined && one.sheet === sheet) ?? same.find((one) => !one.sheet);
  return found ? areasOf(book, found) : null;
}

/** The cells of an area that are shown, in order; of whole rows and columns those up to the last one with a value. */
function cellsIn(book: Book, { sheet, area }: { sheet: string; area: Area }): (Cell | undefined)[] {
  const { heights, widths, cells } = book.sheet(sheet);
  const { top, left, bottom, right } = area;
  const found: (Cell | undefined)[] = [];
  for (let row = top; row <= bottom && found.length < MOST_POINTS; row++) {
    if (heights.get(row) === 0) continue;
    for (let column = left; column <= right && found.length < MOST_POINTS; column++) {
      if (widths.get(column) !== 0) found.push(cells.get(row)?.get(column));
    }
  }
  const isOpen = bottom >= MAX_ROW || right >= MAX_COLUMN;
  return isOpen ? found.slice(0, 1 + found.findLastIndex((cell) => (cell?.value ?? '') !== '')) : found;
}

/** The cells of a formula of a chart that are shown, in order; null when it is not known where they are. */
function cellsOf(book: Book, formula: string | undefined): (Cell | undefined)[] | null {
  const areas = formula === undefined ? null : areasOfChart(book, formula);
  return areas && areas.flatMap((one) => cellsIn(book, one)).slice(0, MOST_POINTS);
}

const numbersIn = (cells: readonly (Cell | undefined)[]) =>
  cells.map((cell) => (typeof cell?.value === 'number' ? cell.value : null));

/** A chart with the values that its cells have now; those of the file where they are not known. */
export function withCells(book: Book, { shape, ...chart }: SheetChart, shown: (cell: Cell) => string): SheetChart {
  const names = cellsOf(book, chart.names);
  return {
    ...chart,
    ...(names ? { categories: names.map((cell) => (cell ? shown(cell) : '')) } : shape !== undefined && { shape }),
    series: chart.series.map((one) => {
      const [cells, along, head] = [cellsOf(book, one.from), cellsOf(book, one.along), cellsOf(book, one.head)];
      // Points stay together: those that a file keeps are not mixed with those of cells.
      if (!cells || (one.across && !along)) return one;
      const name = head?.flatMap((cell) => (cell ? [shown(cell)] : [])).join(' ');
      return { ...one, values: numbersIn(cells), ...(along && { across: numbersIn(along) }), ...(name && { name }) };
    }),
  };
}

const withFormulas = (chart: SheetChart, write: (formula: string) => string): SheetChart => ({
  ...chart,
  ...(chart.names !== undefined && { names: write(chart.names) }),
  series: chart.series.map((one) => ({
    ...one,
    ...(one.from !== undefined && { from: write(one.from) }),
    ...(one.head !== undefined && { head: write(one.head) }),
    ...(one.along !== undefined && { along: write(one.along) }),
  })),
});

/** Moves the charts of a sheet with its rows and columns, and what all charts read of it. */
export function shiftCharts(book: Book, sheet: Sheet, shift: Shift): void {
  for (const other of book.sheets) {
    if (other.drawings.length === 0) continue;
    other.drawings = other.drawings.map((drawing) => ({
      ...(other === sheet ? moveDrawing(drawing, shift) : drawing),
      chart: withFormulas(drawing.chart, (formula) => shiftFormula(formula, '', shift)),
    }));
  }
}

function moveDrawing(drawing: SheetDrawing, shift: Shift): SheetDrawing {
  const place = (area: Area) => shiftedArea(area, shift);
  const corner = (of: SheetDrawing['from']) => {
    const found = place({ top: of.r, left: of.c, bottom: of.r, right: of.c });
    // The cell is gone: it stands where that was.
    const at = shift.at;
    return found
      ? { ...of, r: Math.min(found.top, MAX_ROW), c: Math.min(found.left, MAX_COLUMN) }
      : { ...of, [shift.axis === 'rows' ? 'r' : 'c']: at };
  };
  return { ...drawing, from: corner(drawing.from), ...(drawing.to && { to: corner(drawing.to) }) };
}

/** A sheet is called otherwise, or is gone. */
export function renameInCharts(book: Book, old: string, fresh: string | null): void {
  for (const sheet of book.sheets) {
    if (sheet.drawings.length === 0) continue;
    sheet.drawings = sheet.drawings.map((drawing) => ({
      ...drawing,
      chart: withFormulas(drawing.chart, (formula) => renameSheet(formula, old, fresh)),
    }));
  }
}

export type ChartKind = 'column' | 'line' | 'pie';

const plotOf = { column: 'bar', line: 'line', pie: 'pie' } as const;
const kindOf = (plot: string | undefined) => (plot === 'line' || plot === 'pie' ? plot : 'column');

const isText = (cell: Cell | undefined) => typeof cell?.value === 'string' && cell.value !== '';
const isDay = (cell: Cell | undefined) => typeof cell?.value === 'number' && isDateFormat(cell.look.numFmt ?? '');

/** The size of a new chart in px. */
const SIZE = { width: 480, height: 290 };

/** The number of the row or column that is so many px behind the beginning of another one. */
export function behind(sizes: ReadonlyMap<number, number>, usual: number, from: number, px: number): number {
  let [at, left] = [from, px];
  while (left > 0) left -= Math.max(1, sizes.get(at++) ?? usual);
  return at;
}

/** The first row from one on in which no other chart stands there. */
function belowOthers(sheet: Sheet, from: number, column: number): number {
  let row = from;
  const others = sheet.drawings.filter(
    ({ from: corner, to }) => corner.c <= column + 6 && (to?.c ?? corner.c + 6) >= column,
  );
  for (const { from: corner, to } of others.sort((a, b) => a.from.r - b.from.r)) {
    const end = to?.r ?? corner.r + 14;
    if (end >= row && corner.r <= row + 12) row = end + 2;
  }
  return row;
}

/** A chart of an area: texts in its first row name the values, texts or days in its first column what they are of. */
export function newChart(
  sheet: Sheet,
  area: Area,
  kind: ChartKind,
  words: { readonly chart: string; readonly shown: (cell: Cell) => string },
): SheetDrawing | null {
  const at = (row: number, column: number) => sheet.cells.get(row)?.get(column);
  const columns = Array.from({ length: area.right - area.left + 1 }, (_, index) => area.left + index);
  const hasHead = area.bottom > area.top && columns.slice(-1).every((column) => isText(at(area.top, column)));
  const top = area.top + Number(hasHead);
  const first = at(top, area.left);
  const hasNames = area.right > area.left && (isText(first) || isDay(first));
  const column = (number: number, from: number, until: number) =>
    absolute(sheet.name, { top: from, bottom: until, left: number, right: number });
  const ofValues = columns.slice(Number(hasNames)).filter((number) => {
    for (let row = top; row <= area.bottom; row++) if (typeof at(row, number)?.value === 'number') return true;
    return false;
  });
  const chosen = kind === 'pie' ? ofValues.slice(0, 1) : ofValues;
  if (chosen.length === 0) return null;
  const headOf = (number: number) => {
    const cell = hasHead ? at(area.top, number) : undefined;
    return cell && isText(cell) ? words.shown(cell) : undefined;
  };
  const start = area.right + 2;
  const row = belowOthers(sheet, area.top, start);
  const names = new Set(sheet.drawings.map(({ name }) => name));
  let number = sheet.drawings.length + 1;
  while (names.has(`${words.chart} ${number}`)) number++;
  const format = at(top, chosen[0] ?? 0)?.look.numFmt;
  return {
    name: `${words.chart} ${number}`,
    from: { r: row, c: start },
    to: {
      r: behind(sheet.heights, sheet.usual.height, row, SIZE.height),
      c: behind(sheet.widths, sheet.usual.width, start, SIZE.width),
    },
    chart: {
      categories: [],
      ...(hasNames && { names: column(area.left, top, area.bottom) }),
      series: chosen.map((one) => {
        const name = headOf(one);
        return {
          plot: plotOf[kind],
          values: [],
          from: column(one, top, area.bottom),
          line: kind === 'line',
          ...(name !== undefined && { name, head: column(one, area.top, area.top) }),
        };
      }),
      ...(chosen.length === 1 && headOf(chosen[0] ?? 0) !== undefined && { title: headOf(chosen[0] ?? 0) }),
      ...((kind === 'pie' || chosen.length > 1) && { legend: 'b' }),
      ...(sheet.rtl && kind !== 'pie' && { reversed: true }),
      ...(format !== undefined && { format }),
    },
  };
}

/** A chart as the server writes it, with the values that its cells have. */
function opOf(book: Book, { name = '', from, to, chart }: SheetDrawing, shown: (cell: Cell) => string): ChartOp {
  const now = withCells(book, chart, shown);
  return {
    name,
    kind: kindOf(chart.series[0]?.plot),
    title: chart.title ?? '',
    from: [from.r - 1, from.c - 1],
    to: [(to?.r ?? from.r + 12) - 1, (to?.c ?? from.c + 6) - 1],
    rtl: chart.reversed ?? false,
    format: chart.format ?? '',
    ...(chart.names !== undefined && { names: { f: chart.names, texts: now.categories } }),
    series: now.series.map((one) => ({
      ...(one.name !== undefined && { name: { f: one.head ?? '', texts: [one.name] } }),
      f: one.from ?? '',
      values: one.values,
    })),
  };
}

/** Gives a sheet other charts: new ones come, and others go. */
export function setCharts(book: Book, { sheet: id, drawings, shown }: Extract<Change, { kind: 'charts' }>): Effect {
  const sheet = book.sheet(id);
  const old = sheet.drawings;
  const [before, after] = [new Set(old.map(({ name }) => name)), new Set(drawings.map(({ name }) => name))];
  sheet.drawings = drawings;
  const ops: Op[] = [
    ...old.filter(({ name }) => !after.has(name)).map(({ name = '' }): Op => ({ op: 'unchart', sheet: id, name })),
    ...drawings
      .filter(({ name }) => !before.has(name))
      .map((drawing): Op => ({ op: 'chart', sheet: id, chart: opOf(book, drawing, shown) })),
  ];
  return effect([{ kind: 'charts', sheet: id, drawings: old, shown }], ops);
}
