import type { Track } from '~/features/viewers/sheet/layout';
import type { Span } from '~/features/viewers/sheet/use-window';
import { latinDigits } from '~/kit/digits';
import { UNITS_OF_PX } from '~/features/viewers/sheet/layout';
import { behind } from './charts';
import { areasOf, withName, withoutName } from './names';
import type { Book, DefinedName, Sheet } from './book';
import { columnLetters, columnNumber, MAX_COLUMN, MAX_ROW, sheetPrefix, type Area } from '../formula/address';
import { pageSize, type PageSetup } from './paper';

/** A page: the rows and columns on it, behind those that stand on each page. */
export interface PrintedPage {
  readonly rows: Span;
  readonly columns: Span;
  readonly titleRows: Span | null;
  readonly titleColumns: Span | null;
}

export interface Printed {
  readonly scale: number;
  readonly pages: readonly PrintedPage[];
}

/** More pages are no printing, but a mistake. */
export const MOST_PAGES = 500;

export const PRINT_AREA = '_xlnm.Print_Area';
const PRINT_TITLES = '_xlnm.Print_Titles';

const nameOn = (book: Book, sheet: Sheet, name: string) =>
  book.names.find((one) => one.sheet === sheet.id && one.name.toLowerCase() === name.toLowerCase());

/** The areas that are printed: those that the sheet says, or all cells with something in them or with a chart over them. */
export function printAreas(book: Book, sheet: Sheet): readonly Area[] {
  const name = nameOn(book, sheet, PRINT_AREA);
  const said = name && areasOf(book, name);
  if (said) {
    const { rows, columns } = sheet.extent;
    // Whole rows and columns end with the sheet.
    return said.map(({ area }) => ({
      ...area,
      bottom: area.bottom === MAX_ROW ? Math.max(area.top, rows) : area.bottom,
      right: area.right === MAX_COLUMN ? Math.max(area.left, columns) : area.right,
    }));
  }
  const used = { top: 1, left: 1, bottom: 0, right: 0 };
  for (const [row, line] of sheet.cells) {
    for (const [column, { value, formula, look }] of line) {
      if (value === null && formula === undefined && !look.fill && !look.border) continue;
      used.bottom = Math.max(used.bottom, row);
      used.right = Math.max(used.right, column);
    }
  }
  for (const { from, to, size } of sheet.drawings) {
    const [width, height] = (size ?? [0, 0]).map((units) => units / UNITS_OF_PX) as [number, number];
    used.bottom = Math.max(used.bottom, to?.r ?? behind(sheet.heights, sheet.usual.height, from.r, height));
    used.right = Math.max(used.right, to?.c ?? behind(sheet.widths, sheet.usual.width, from.c, width));
  }
  return used.bottom > 0 ? [used] : [];
}

/** The rows and columns that stand on each page. */
export function printTitles(book: Book, sheet: Sheet): { rows: Span | null; columns: Span | null } {
  const name = nameOn(book, sheet, PRINT_TITLES);
  const titles: { rows: Span | null; columns: Span | null } = { rows: null, columns: null };
  for (const { area } of (name && areasOf(book, name)) ?? []) {
    if (area.right === MAX_COLUMN) titles.rows = { from: area.top, until: area.bottom };
    else if (area.bottom === MAX_ROW) titles.columns = { from: area.left, until: area.right };
  }
  return titles;
}

/** The rows or columns that a text names, as in 1:2 or B:C; null when it names none, undefined when it is no such text. */
export function spanIn(text: string, axis: 'rows' | 'columns'): Span | null | undefined {
  const plain = latinDigits(text).replaceAll(/[$\s]/g, '');
  if (plain === '') return null;
  const [, first = '', last = first] =
    (axis === 'rows' ? /^(\d{1,7})(?::(\d{1,7}))?$/ : /^([a-z]{1,3})(?::([a-z]{1,3}))?$/i).exec(plain) ?? [];
  const numbers = [first, last].map((one) => (axis === 'rows' ? Number(one) : columnNumber(one))).sort((a, b) => a - b);
  const [from = 0, until = 0] = numbers;
  return from > 0 && until <= (axis === 'rows' ? MAX_ROW : MAX_COLUMN) ? { from, until } : undefined;
}

/** Rows or columns as people write them. */
export function spanText(span: Span | null, axis: 'rows' | 'columns'): string {
  if (!span) return '';
  const [from, until] = [span.from, span.until].map((one) => (axis === 'rows' ? String(one) : columnLetters(one)));
  return from === until ? String(from) : `${from}:${until}`;
}

/** The names of the workbook with other titles of a sheet. */
export function withTitles(book: Book, sheet: Sheet, { rows, columns }: ReturnType<typeof printTitles>): DefinedName[] {
  const prefix = sheetPrefix(sheet.name);
  const formula = [
    ...(columns ? [`${prefix}$${columnLetters(columns.from)}:$${columnLetters(columns.until)}`] : []),
    ...(rows ? [`${prefix}$${rows.from}:$${rows.until}`] : []),
  ].join(',');
  const name = { name: PRINT_TITLES, sheet: sheet.id, formula };
  return formula === '' ? withoutName(book, name) : withName(book, name);
}

const sizeOf = (track: Track, { from, until }: Span) => track.at(until + 1) - track.at(from);

/** Cuts rows or columns where a page is full, and behind those that the file names. */
function cut(track: Track, { from, until }: Span, room: number, breaks: readonly number[] = []): Span[] {
  const ends = new Set(breaks);
  const found: Span[] = [];
  let first = from;
  for (let at = from; at <= until; at++) {
    if (at > first && track.at(at + 1) - track.at(first) > room + 0.5) {
      found.push({ from: first, until: at - 1 });
      first = at;
    }
    if (ends.has(at) && at < until) {
      found.push({ from: first, until: at });
      first = at + 1;
    }
    if (found.length > MOST_PAGES) break;
  }
  found.push({ from: first, until });
  return found;
}

/** The part of titles that stands before what is printed: where they are printed themselves they stand once. */
const before = (titles: Span | null, from: number): Span | null =>
  titles && titles.from < from ? { from: titles.from, until: Math.min(titles.until, from - 1) } : null;

function scaleOf(setup: PageSetup, width: number, height: number): number {
  if (!setup.fits) return setup.scale / 100;
  const { room } = pageSize(setup);
  const { wide, high } = setup.fits;
  const across = wide > 0 ? (room.width * wide) / width : Infinity;
  const down = high > 0 ? (room.height * high) / height : Infinity;
  return Math.max(0.1, Math.min(1, across, down));
}

/** The pages of a sheet, from top to bottom and then to the next columns; null when there are too many. */
export function pagesOf(book: Book, sheet: Sheet, rows: Track, columns: Track): Printed | null {
  const { print: setup } = sheet;
  const { room } = pageSize(setup);
  const titles = printTitles(book, sheet);
  const areas = printAreas(book, sheet);
  const spans = areas.map((area) => ({
    down: { from: area.top, until: area.bottom },
    across: { from: area.left, until: area.right },
  }));
  const sizes = spans.map(({ down, across }) => {
    const [above, beside] = [before(titles.rows, down.from), before(titles.columns, across.from)];
    return {
      width: sizeOf(columns, across) + (beside ? sizeOf(columns, beside) : 0),
      height: sizeOf(rows, down) + (above ? sizeOf(rows, above) : 0),
    };
  });
  const scale = scaleOf(
    setup,
    Math.max(1, ...sizes.map(({ width }) => width)),
    Math.max(1, ...sizes.map((s) => s.height)),
  );
  const pages: PrintedPage[] = [];
  for (const { down, across } of spans) {
    // Titles take their room from each page.
    const above = titles.rows ? sizeOf(rows, titles.rows) : 0;
    const beside = titles.columns ? sizeOf(columns, titles.columns) : 0;
    const wide = cut(columns, across, Math.max(room.width / scale - beside, 50));
    const high = cut(rows, down, Math.max(room.height / scale - above, 50), setup.breaks);
    if (pages.length + wide.length * high.length > MOST_PAGES) return null;
    for (const part of wide) {
      for (const lines of high) {
        if (sizeOf(rows, lines) === 0 || sizeOf(columns, part) === 0) continue; // hidden
        const [titleRows, titleColumns] = [before(titles.rows, lines.from), before(titles.columns, part.from)];
        pages.push({ rows: lines, columns: part, titleRows, titleColumns });
      }
    }
  }
  return { scale, pages };
}
