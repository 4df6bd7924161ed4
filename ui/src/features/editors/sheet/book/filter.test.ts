import { expect, test } from 'vitest';
import { areaIn, type Area } from '../formula/address';
import { SheetController } from '../grid/sheet-controller';
import { deleteLines, hideLines } from '../grid/lines';
import { areaSelection } from '../grid/selection';
import { Book, newSheet } from './book';
import { applyLook, typeInto } from './commands';
import { choices, filterBy, switchFilter, unfilter } from './filter';
import { Session } from './session';

const area = (name: string): Area => areaIn(name) ?? { top: 0, left: 0, bottom: 0, right: 0 };

const ROWS = [
  ['نام', 'شهر', 'مبلغ', 'تاریخ'],
  ['الف', 'تهران', '1000', '۱۴۰۵/۹/۲'],
  ['ب', 'شیراز', '2000', '۱۴۰۵/۹/۳'],
  ['پ', 'تهران', '3000', '۱۴۰۵/۹/۲'],
  ['ت', '', '4000', '۱۴۰۵/۱۰/۱'],
];

const names = (of: { text?: string; date?: string }) => of.text ?? of.date ?? '';

function opened() {
  const session = new Session(new Book([newSheet('one', 'One')]));
  const type = (row: number, column: number, text: string) =>
    session.perform(typeInto(session, 'one', row, column, text) ?? []);
  ROWS.forEach((row, y) => row.forEach((text, x) => text && type(y + 1, x + 1, text)));
  type(8, 3, '=SUBTOTAL(9;C2:C5)');
  type(9, 3, '=SUM(C2:C5)');
  session.calc.run();
  const sheet = session.book.sheet('one');
  const hidden = () => [...sheet.heights].flatMap(([row, px]) => (px === 0 ? row : [])).sort((a, b) => a - b);
  const value = (row: number, column: number) => (session.calc.run(), sheet.cells.get(row)?.get(column)?.value);
  const by = (column: number, ...texts: string[]) => {
    if (!sheet.filter) throw new Error('no filter');
    const all = choices(sheet, sheet.filter, column, 0);
    session.perform(
      filterBy(
        sheet,
        column,
        all.filter((of) => texts.includes(names(of))),
        0,
      ),
    );
  };
  return { session, sheet, hidden, value, by };
}

test('rows are shown by the values of columns, subtotals follow, and all is undone', () => {
  const { session, sheet, hidden, value, by } = opened();
  session.perform(switchFilter(sheet, area('B3'), 0) ?? []);
  expect(sheet.filter?.area).toEqual(area('A1:D5'));
  by(2, 'تهران');
  expect(hidden()).toEqual([3, 5]);
  expect([value(8, 3), value(9, 3)]).toEqual([4000, 10_000]);
  by(2, 'تهران', '');
  expect(hidden()).toEqual([3]);
  by(4, '2026-11-23');
  expect(hidden()).toEqual([3, 5]);
  expect(sheet.filter?.columns.map(({ column, blank }) => [column, blank])).toEqual([
    [2, true],
    [4, false],
  ]);
  session.undo();
  session.undo();
  session.undo();
  expect(hidden()).toEqual([]);
  expect(value(8, 3)).toBe(10_000);
});

test('values that other columns hide are not offered, and empty cells are one value', () => {
  const { session, sheet, by } = opened();
  session.perform(switchFilter(sheet, area('A1:D5'), 0) ?? []);
  by(2, 'تهران');
  const offered = (column: number) =>
    sheet.filter && choices(sheet, sheet.filter, column, 0).map(({ name, chosen }) => [name, chosen]);
  expect(offered(1)).toEqual([
    ['tالف', true],
    ['tپ', true],
  ]);
  expect(offered(2)).toEqual([
    ['tتهران', true],
    ['tشیراز', false],
    ['', false],
  ]);
  expect(offered(4)).toEqual([['d2026-11-23', true]]);
});

test('the server is told of the values and of the rows that are hidden', () => {
  const { session, sheet, by } = opened();
  session.acceptSave(session.write()?.stamp ?? -1);
  session.perform(switchFilter(sheet, area('A1:D5'), 0) ?? []);
  by(3, '1000', '3000');
  const told = session.write()?.ops.filter(({ op }) => op !== 'cells');
  expect(told).toEqual([
    { op: 'filter', sheet: 'one', range: [0, 0, 4, 3], columns: [] },
    {
      op: 'filter',
      sheet: 'one',
      range: [0, 0, 4, 3],
      columns: [{ c: 2, values: ['1000', '3000'], dates: [], blank: false }],
    },
    {
      op: 'hide',
      sheet: 'one',
      axis: 'rows',
      spans: [
        [2, 2],
        [4, 4],
      ],
    },
  ]);
});

test('what a condition of the file hides stays hidden until it is taken away', () => {
  const { session, sheet, hidden, by } = opened();
  const other = { column: 3, values: [], dates: [], blank: false, other: true };
  sheet.filter = { area: area('A1:D5'), columns: [other] };
  sheet.heights.set(4, 0);
  by(2, 'تهران');
  expect(hidden()).toEqual([3, 4, 5]);
  session.perform(unfilter(sheet, 0, 2));
  expect(hidden()).toEqual([4]);
  session.perform(unfilter(sheet, 0));
  expect(hidden()).toEqual([]);
});

test('looks, deletions and hidden rows mind the filter', () => {
  const { session, sheet, hidden, by } = opened();
  session.perform(switchFilter(sheet, area('A1:D5'), 0) ?? []);
  by(2, 'تهران');
  session.perform(applyLook(sheet, area('A2:A5'), { bold: true }));
  const bold = () => [2, 3, 4, 5].filter((row) => sheet.cells.get(row)?.get(1)?.look.bold);
  expect(bold()).toEqual([2, 4]);
  const controller = new SheetController(session);
  controller.choose(areaSelection(area('A2:A5')));
  deleteLines(controller, 'rows');
  expect([2, 3].map((row) => sheet.cells.get(row)?.get(1)?.value)).toEqual(['ب', 'ت']);
  expect(hidden()).toEqual([2, 3]);
  session.undo();
  expect(hidden()).toEqual([3, 5]);
  expect(bold()).toEqual([2, 4]);
  sheet.heights.set(7, 40);
  controller.choose(areaSelection(area('A7')));
  hideLines(controller, 'rows', true);
  expect(hidden()).toEqual([3, 5, 7]);
  controller.choose(areaSelection(area('A1:A20')));
  hideLines(controller, 'rows', false);
  expect(hidden()).toEqual([3, 5]);
  expect(sheet.heights.get(7)).toBe(40);
});
