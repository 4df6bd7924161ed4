import { expect, test } from 'vitest';
import { areaIn, type Area } from '../formula/address';
import { isError } from '../formula/values';
import { Book, newSheet } from './book';
import { resizeText, typeInto } from './commands';
import { Session } from './session';
import { around, sort } from './sort';

const area = (name: string): Area => areaIn(name) ?? { top: 0, left: 0, bottom: 0, right: 0 };

function sessionOf(rows: string[][]): Session {
  const session = new Session(new Book([newSheet('one', 'One')]));
  rows.forEach((row, y) =>
    row.forEach((text, x) => session.perform(typeInto(session, 'one', y + 1, x + 1, text) ?? [])),
  );
  session.calc.run();
  return session;
}

const sheetOf = (session: Session) => session.book.sheet('one');

function columnOf(session: Session, column: number, until = 6) {
  return Array.from({ length: until }, (_, at) => {
    const value =
      sheetOf(session)
        .cells.get(at + 1)
        ?.get(column)?.value ?? null;
    return isError(value) ? value.code : value;
  });
}

function sorted(session: Session, name: string, column: number, falling = false) {
  const found = sort(session, sheetOf(session), area(name), column, falling);
  session.perform(found?.changes ?? []);
  session.calc.run();
  return found;
}

test('rows are ordered by a column, with their heads left above and empty cells behind', () => {
  const session = sessionOf([
    ['نام', 'مبلغ', 'دو برابر'],
    ['تبریز', '30', '=B2*2'],
    ['اهواز', '', '=B3*2'],
    ['پارس', '10', '=B4*2'],
    ['Tehran', '20', '=B5*2'],
  ]);
  expect(sorted(session, 'A1:C5', 2)?.area).toEqual(area('A2:C5'));
  expect(columnOf(session, 1, 5)).toEqual(['نام', 'پارس', 'Tehran', 'تبریز', 'اهواز']);
  // Formulas go along with their rows.
  expect(columnOf(session, 3, 5)).toEqual(['دو برابر', 20, 40, 60, 0]);
  expect(session.book.cell('one', 2, 3)?.formula).toBe('B2*2');
  session.undo();
  expect(columnOf(session, 1, 5)).toEqual(['نام', 'تبریز', 'اهواز', 'پارس', 'Tehran']);
  session.redo();
  sorted(session, 'A1:C5', 2, true);
  expect(columnOf(session, 2, 5)).toEqual(['مبلغ', 30, 20, 10, null]);
});

test('texts have the order of Persian, kinds stand one after the other, and rows that are alike stay in order', () => {
  const session = sessionOf([['پ'], ['=1/0'], ['true'], ['۵'], ['گ'], ['ب']]);
  expect(sorted(session, 'A1:A6', 1)?.area.top).toBe(1);
  expect(columnOf(session, 1)).toEqual([5, 'ب', 'پ', 'گ', true, '#DIV/0!']);
  const same = sessionOf([
    ['1', 'a'],
    ['1', 'b'],
    ['0', 'c'],
  ]);
  sorted(same, 'A1:B3', 1);
  expect(columnOf(same, 2, 3)).toEqual(['c', 'a', 'b']);
});

test('hidden rows stay, merged cells refuse, and the cells around a place end at empty ones', () => {
  const session = sessionOf([['3'], ['2'], ['1'], [], ['9']]);
  sheetOf(session).heights.set(2, 0);
  sorted(session, 'A1:A3', 1);
  expect(columnOf(session, 1, 3)).toEqual([1, 2, 3]);
  expect(around(sheetOf(session), 2, 1)).toEqual(area('A1:A3'));
  sheetOf(session).merges = [area('A2:B2')];
  expect(sort(session, sheetOf(session), area('A1:A3'), 1, false)).toBeNull();
});

test('rows become as high as the text in them, and are as before when that is undone', () => {
  const session = sessionOf([['1'], ['2']]);
  const sheet = sheetOf(session);
  session.perform(resizeText(sheet, area('A1:A1'), 24) ?? []);
  expect([sheet.heights.get(1), sheet.heights.get(2)]).toEqual([46, undefined]);
  expect(session.book.cell('one', 1, 1)?.look.size).toBe(24);
  session.undo();
  expect([sheet.heights.get(1), session.book.cell('one', 1, 1)?.look.size]).toEqual([undefined, undefined]);
  session.perform(resizeText(sheet, area('A1:A1'), 12) ?? []);
  expect(sheet.heights.get(1)).toBeUndefined();
  expect(resizeText(sheet, area('A1:Z90000'), 12)).toBeNull();
});
