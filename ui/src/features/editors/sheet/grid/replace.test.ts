import { expect, test } from 'vitest';
import { Book, newSheet } from '../book/book';
import { typeInto } from '../book/commands';
import { Session } from '../book/session';
import { occurrences, placesOf, replaceIn } from './replace';

const sought = (words: string, more = {}) => ({ words, matchCase: false, whole: false, ...more });

test.each([
  ['كتابي', 'کتابی', 'دفتر', 'دفتر'],
  ['کتاب‌ها', 'کتاب', 'دفتر', 'دفتر‌ها'],
  ['کتابِ من', 'کتاب', 'دفتر', 'دفتر من'],
  ['سال ۱۴۰۵ و ١٤٠٥', '1405', '1406', 'سال 1406 و 1406'],
  ['Total total', 'TOTAL', 'Sum', 'Sum Sum'],
  ['a.b', '.', '-', 'a-b'],
])('%s: %s is replaced by %s', (text, words, by, expected) => {
  const session = new Session(new Book([newSheet('one', 'One')]));
  session.perform(typeInto(session, 'one', 1, 1, text) ?? []);
  const sheet = session.book.sheet('one');
  const { changes } = replaceIn(session, sheet, placesOf(sheet, sought(words), 0), sought(words), by);
  session.perform(changes);
  expect(sheet.cells.get(1)?.get(1)?.value).toBe(expected);
});

test('capitals and whole cells count when that is asked for', () => {
  expect(occurrences('Total total', sought('total', { matchCase: true }))).toEqual([[6, 11]]);
  expect(occurrences('کل', sought('كل', { whole: true }))).toHaveLength(1);
  expect(occurrences('کل حقوق', sought('کل', { whole: true }))).toHaveLength(0);
  expect(occurrences('x', sought('  '))).toEqual([]);
});

test('numbers stay numbers, texts of digits stay texts, and formulas are rewritten', () => {
  const session = new Session(new Book([newSheet('one', 'One')]));
  const type = (row: number, text: string) => session.perform(typeInto(session, 'one', row, 1, text) ?? []);
  ['1250', "'0250", '=A1*250', '=SUM(A1)', '=250'].forEach((text, at) => type(at + 1, text));
  session.calc.run();
  const sheet = session.book.sheet('one');
  const places = placesOf(sheet, sought('۲۵۰'), 0);
  expect(places.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5]);
  const { changes, count } = replaceIn(session, sheet, places, sought('۲۵۰'), '300');
  expect(count).toBe(4);
  session.perform(changes);
  session.calc.run();
  const cells = [1, 2, 3, 4, 5].map((row) => sheet.cells.get(row)?.get(1));
  expect(cells.map((cell) => cell?.value)).toEqual([1300, '0300', 390_000, 1300, 300]);
  expect(cells.map((cell) => cell?.formula)).toEqual([undefined, undefined, 'A1*300', 'SUM(A1)', '300']);
  // A formula that would be none stays.
  expect(replaceIn(session, sheet, [{ row: 3, column: 1 }], sought('*300'), '*(').count).toBe(0);
});
