import { expect, test } from 'vitest';
import { trackOf } from '~/features/viewers/sheet/layout';
import { Book, newSheet, PLAIN, put, type DefinedName } from './book';
import { apply } from './change';
import { setupOf } from './page';
import { pagesOf, printAreas, printTitles, spanIn, spanText, withTitles } from './pages';
import { MARGINS, pageSize, usualSetup, type PageSetup } from './paper';

function made(rows: number, columns: number, setup: Partial<PageSetup> = {}, names: DefinedName[] = []) {
  const sheet = newSheet('one', 'One', { print: { ...usualSetup, ...setup } });
  put(sheet, rows, columns, { value: 1, look: PLAIN });
  const book = new Book([sheet], 0, false, false, names);
  const printed = pagesOf(book, sheet, trackOf(rows, 26, new Map()), trackOf(columns, 72, new Map()));
  return { book, sheet, printed };
}

const spans = (printed: ReturnType<typeof made>['printed']) =>
  printed?.pages.map(({ rows, columns }) => [rows.from, rows.until, columns.from, columns.until]);

test('a sheet is cut where A4 is full, from top to bottom and then to the next columns', () => {
  // 38 rows of 26 px and 9 columns of 72 px are between the margins.
  expect(pageSize(usualSetup).room.height / 26).toBeCloseTo(37.6, 1);
  expect(spans(made(80, 12).printed)).toEqual([
    [1, 37, 1, 9],
    [38, 74, 1, 9],
    [75, 80, 1, 9],
    [1, 37, 10, 12],
    [38, 74, 10, 12],
    [75, 80, 10, 12],
  ]);
  expect(spans(made(80, 12, { breaks: [10], landscape: true, margins: MARGINS.narrow }).printed)?.slice(0, 2)).toEqual([
    [1, 10, 1, 12],
    [11, 35, 1, 12],
  ]);
});

test('all columns fit on one page, which is never made larger', () => {
  const { printed } = made(80, 12, { fits: { wide: 1, high: 0 } });
  expect(printed?.scale).toBeCloseTo(pageSize(usualSetup).room.width / (12 * 72), 5);
  expect(spans(printed)).toEqual([
    [1, 49, 1, 12],
    [50, 80, 1, 12],
  ]);
  expect(made(3, 3, { fits: { wide: 1, high: 1 } }).printed?.scale).toBe(1);
  expect(made(3, 3, { scale: 50 }).printed?.scale).toBe(0.5);
});

test('the print area and the titles of the file count, also after rows came in', () => {
  const names = [
    { name: '_xlnm.Print_Area', sheet: 'one', formula: 'One!$B$3:$C$60,One!$A$70:$A$71' },
    { name: '_xlnm.Print_Titles', sheet: 'one', formula: 'One!$A:$A,One!$1:$2' },
  ];
  const { book, sheet, printed } = made(100, 12, {}, names);
  expect(spans(printed)).toEqual([
    [3, 37, 2, 3],
    [38, 60, 2, 3],
    [70, 71, 1, 1],
  ]);
  expect(printed?.pages[1]).toMatchObject({ titleRows: { from: 1, until: 2 }, titleColumns: { from: 1, until: 1 } });
  expect(printed?.pages[2]?.titleColumns).toBeNull();
  apply(book, { kind: 'shift', sheet: 'one', axis: 'rows', way: 'insert', at: 10, count: 5 });
  expect(printAreas(book, sheet)[0]).toEqual({ top: 3, left: 2, bottom: 65, right: 3 });
});

test('titles are read as people write them, and named as Excel names them', () => {
  expect(spanIn(' ۱:۲ ', 'rows')).toEqual({ from: 1, until: 2 });
  expect(spanIn('$C:$a', 'columns')).toEqual({ from: 1, until: 3 });
  expect(spanIn('', 'rows')).toBeNull();
  for (const wrong of ['0', 'a', '1-2', '2000000']) expect(spanIn(wrong, 'rows')).toBeUndefined();
  for (const wrong of ['1', 'abcd', 'xfe']) expect(spanIn(wrong, 'columns')).toBeUndefined();
  expect(spanText({ from: 2, until: 2 }, 'columns')).toBe('B');
  const { book, sheet } = made(3, 3);
  sheet.name = "It's one";
  const titles = { rows: { from: 1, until: 2 }, columns: { from: 1, until: 1 } };
  const [name] = (book.names = withTitles(book, sheet, titles));
  expect(name?.formula).toBe("'It''s one'!$A:$A,'It''s one'!$1:$2");
  expect(printTitles(book, sheet)).toEqual(titles);
  expect(withTitles(book, sheet, { rows: null, columns: null })).toEqual([]);
});

test('what is printed goes on as far as charts do', () => {
  const { book, sheet } = made(3, 3);
  const chart = { categories: [], series: [] };
  sheet.drawings = [{ from: { r: 2, c: 4 }, to: { r: 20, c: 9 }, chart }];
  expect(printAreas(book, sheet)).toEqual([{ top: 1, left: 1, bottom: 20, right: 9 }]);
  // 10 rows of 26 px and 3 columns of 72 px.
  sheet.drawings = [{ from: { r: 11, c: 1 }, size: [216 * 9525, 260 * 9525], chart }];
  expect(printAreas(book, sheet)).toEqual([{ top: 1, left: 1, bottom: 21, right: 4 }]);
});

test('nothing and too much are not printed', () => {
  const sheet = newSheet('one', 'One');
  const track = trackOf(1, 26, new Map());
  expect(pagesOf(new Book([sheet]), sheet, track, track)?.pages).toEqual([]);
  expect(made(100_000, 3).printed).toBeNull();
});

test('what a file says of its pages is read, and told back only where it changes', () => {
  const page = { sheets: [], sheet: 1, first: 1, total: 0, columns: 0, frozen: [0, 0], styles: [], rows: [] } as const;
  expect(setupOf(page)).toBe(usualSetup);
  const setup = setupOf({ ...page, print: { paper: 8, landscape: true, fits: true, wide: 1, margins: [1, 1, 1, 1] } });
  expect(setup).toMatchObject({ paper: 8, landscape: true, fits: { wide: 1, high: 0 }, scale: 100 });
  const { book } = made(1, 1);
  const { ops, inverse } = apply(book, { kind: 'page', sheet: 'one', setup: { ...usualSetup, landscape: true } });
  expect(ops).toEqual([{ op: 'page', sheet: 'one', page: { landscape: true } }]);
  expect(inverse).toEqual([{ kind: 'page', sheet: 'one', setup: usualSetup }]);
  const headersFooters = { ...usualSetup.headersFooters, odd: ['', '&P'], onFirst: true } as const;
  expect(apply(book, { kind: 'page', sheet: 'one', setup: { ...usualSetup, headersFooters } }).ops).toEqual([
    { op: 'page', sheet: 'one', page: { landscape: false, heads: { texts: { oddFooter: '&P' }, onFirst: true } } },
  ]);
});
