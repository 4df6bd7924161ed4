import { readSheet, type SheetCell, type SheetPage, type SheetStyle } from '~/api/document';
import { pxOfHeight, pxOfWidth } from '~/features/viewers/sheet/layout';
import {
  Book,
  eachCell,
  newSheet,
  PLAIN,
  put,
  internLook,
  type Cell,
  type Filter,
  type Look,
  type Sheet,
} from './book/book';
import { cover } from './book/hiding';
import { setupOf } from './book/page';
import { errorOf, type Value } from './formula/values';
import { mayNeed, neededWidth, sortOf } from './grid/shown';

/** A workbook with more cells is only shown. */
export const MOST_CELLS = 200_000;
const PAGE_ROWS = 5000;
const USUAL = { width: 72, height: 26 };

export class TooLarge extends Error {}

function lookOf({ format, ...style }: SheetStyle): Look {
  return internLook({ ...style, ...(format && format !== 'General' && { numFmt: format }) });
}

function valueOf(cell: SheetCell): Value {
  if (cell.v !== undefined) return cell.v;
  if (cell.k === 'bool') return cell.t === 'TRUE';
  if (cell.k === 'error') return errorOf(cell.t ?? '#N/A');
  return cell.t ?? (cell.k === 'text' ? '' : null);
}

function addPage(sheet: Sheet, page: SheetPage) {
  const looks = page.styles.map(lookOf);
  for (const row of page.rows) {
    if (row.h) sheet.heights.set(row.n, Math.max(USUAL.height, pxOfHeight(row.h)));
    if (row.hidden) cover(sheet.heights, sheet.covered.rows, row.n);
    for (const read of row.cells) {
      const cell: Cell = {
        value: valueOf(read),
        look: looks[read.s ?? 0] ?? PLAIN,
        ...(read.f !== undefined && { formula: read.f }),
        ...(read.a && { spreads: true }),
        ...(read.r && { runs: read.r }),
      };
      put(sheet, row.n, read.c, cell);
    }
  }
  const arrays = (page.arrays ?? []).map(areaOf);
  // Not place by place: a file may say that the array is the whole sheet.
  for (const area of arrays)
    eachCell(sheet, area, (row, column, cell) => put(sheet, row, column, { ...cell, array: true }));
  sheet.arrays = [...sheet.arrays, ...arrays];
}

/** Columns of the usual width are shown as wide as their numbers need; the file is told nothing of it. */
function widen(sheet: Sheet, epoch: number) {
  const sized = new Set(sheet.widths.keys());
  const seen = new Map<Look, Set<number>>();
  for (const line of sheet.cells.values()) {
    for (const [column, cell] of line) {
      if (sized.has(column)) continue;
      const width = sheet.widths.get(column) ?? sheet.usual.width;
      if (!mayNeed(cell, width)) continue;
      // One number tells how wide all of its sort are.
      const sort = sortOf(cell);
      if (sort !== null) {
        const known = seen.get(cell.look) ?? new Set();
        seen.set(cell.look, known);
        const key = column * 1000 + sort;
        if (known.has(key)) continue;
        known.add(key);
      }
      const needed = neededWidth(cell, epoch);
      if (needed > width) sheet.widths.set(column, needed);
    }
  }
}

const areaOf = ([row, column, rows, columns]: readonly [number, number, number, number]) => ({
  top: row,
  left: column,
  bottom: row + rows - 1,
  right: column + columns - 1,
});

const filterOf = ({ filter }: SheetPage): Filter | null =>
  filter
    ? {
        area: areaOf(filter.range),
        columns: (filter.columns ?? []).map(({ c, values = [], dates = [], blank = false, other = false }) => ({
          column: c,
          values,
          dates,
          blank,
          ...(other && { other }),
        })),
      }
    : null;

function sheetOf(page: SheetPage): Sheet {
  const { id = String(page.sheet), name = '', hidden = false } = page.sheets[page.sheet - 1] ?? {};
  const widths = new Map<number, number>();
  const columns = new Map<number, number>();
  for (const { from, until, width, hidden: isHidden } of page.widths ?? []) {
    for (let column = from; column <= Math.min(until, 1000); column++) {
      if (width) widths.set(column, pxOfWidth(width));
      if (isHidden) cover(widths, columns, column);
    }
  }
  return newSheet(id, name, {
    hidden,
    rtl: page.rtl ?? false,
    frozen: { rows: page.frozen[0], columns: page.frozen[1] },
    merges: (page.merges ?? []).map(areaOf),
    locked: page.locked ?? false,
    stays: page.stays ?? false,
    widths,
    covered: { rows: new Map(), columns },
    filter: filterOf(page),
    print: setupOf(page),
    drawings: page.drawings ?? [],
    missing: page.missing,
    comments: page.comments ?? [],
    tables: (page.tables ?? []).map(areaOf),
    usual: {
      width: page.width ? pxOfWidth(page.width) : USUAL.width,
      height: Math.max(USUAL.height, pxOfHeight(page.height ?? 0)),
    },
  });
}

/** Reads all sheets of a workbook; `told` hears the share that is here. Throws TooLarge. */
export async function loadBook(url: string, told: (share: number) => void, signal: AbortSignal) {
  const read = (number: number, from: number) => {
    const coming = readSheet({ url }, number, from, PAGE_ROWS, signal);
    coming.catch(() => undefined); // it is waited for later, or nobody wants it any more
    return coming;
  };
  let first: SheetPage | null = null;
  let sheet: Sheet | null = null;
  const sheets: Sheet[] = [];
  const fonts = new Set<string>();
  let cells = 0;
  let number = 1;
  for (let coming: Promise<SheetPage> | null = read(1, 1); coming;) {
    const page: SheetPage = await coming;
    first ??= page;
    const isOver = page.next === undefined;
    const isLast = isOver && number >= first.sheets.length;
    cells += page.rows.reduce((sum, row) => sum + row.cells.length, 0);
    if (cells > MOST_CELLS) throw new TooLarge();
    // The server reads on while this part is taken in.
    coming = isLast ? null : read(isOver ? number + 1 : number, page.next ?? 1);
    sheet ??= sheetOf(page);
    addPage(sheet, page);
    for (const { font } of page.styles) if (font) fonts.add(font);
    const share = page.next ? page.next / Math.max(page.next, page.total) : 1;
    told((number - 1 + share) / first.sheets.length);
    if (!isOver) continue;
    sheets.push(sheet);
    sheet = null;
    number++;
  }
  for (const sheet of sheets) widen(sheet, first?.epoch === 1904 ? 1462 : 0);
  const names = (first?.names ?? []).map(({ f, ...name }) => ({ ...name, formula: f }));
  const book = new Book(sheets, first?.epoch === 1904 ? 1462 : 0, first?.fixed, first?.stale, names);
  book.fonts.usual = first?.styles[0]?.font ?? book.fonts.usual;
  book.fonts.all = [...fonts].sort();
  return { book, active: sheets[(first?.active ?? 1) - 1]?.id };
}
