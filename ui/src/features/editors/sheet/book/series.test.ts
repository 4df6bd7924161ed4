import { expect, test } from 'vitest';
import { areaIn, type Area } from '../formula/address';
import { SheetController } from '../grid/sheet-controller';
import { rawText } from '../grid/shown';
import { areaSelection } from '../grid/selection';
import { Book, newSheet, type Cell } from './book';
import { fill, typeInto } from './commands';
import { Session } from './session';

const area = (name: string): Area => areaIn(name) ?? { top: 0, left: 0, bottom: 0, right: 0 };

function typedIn(texts: readonly string[]) {
  const session = new Session(new Book([newSheet('one', 'One')]));
  texts.forEach((text, at) => session.perform(typeInto(session, 'one', 5 + at, 1, text) ?? []));
  return session;
}

const shown = (cell: Cell | undefined) => (cell ? rawText(cell, 0, true) : '');

/** What stands in so many cells behind those that were typed, or before them. */
function goesOn(texts: readonly string[], by: number): string[] {
  const session = typedIn(texts);
  const sheet = session.book.sheet('one');
  const from = { top: 5, left: 1, bottom: 4 + texts.length, right: 1 };
  const to = by > 0 ? { ...from, bottom: from.bottom + by } : { ...from, top: from.top + by };
  session.perform(fill(session, sheet, from, to));
  const first = by > 0 ? from.bottom + 1 : to.top;
  return Array.from({ length: Math.abs(by) }, (_, at) => shown(sheet.cells.get(first + at)?.get(1)));
}

test.each<[readonly string[], number, readonly string[]]>([
  [['1', '3'], 3, ['5', '7', '9']],
  [['1', '3'], -2, ['-3', '-1']],
  [['7'], 2, ['7', '7']],
  [['0.1', '0.2'], 2, ['0.3', '0.4']],
  [['1', '2', '5'], 2, ['1', '2']],
  [['بهمن'], 3, ['اسفند', 'فروردین', 'اردیبهشت']],
  [['فروردین', 'تیر'], 3, ['مهر', 'دی', 'فروردین']],
  [['فروردین'], -2, ['بهمن', 'اسفند']],
  [['پنجشنبه'], 3, ['جمعه', 'شنبه', 'یکشنبه']],
  [['سه شنبه'], 1, ['چهارشنبه']],
  [['Nov'], 3, ['Dec', 'Jan', 'Feb']],
  [['MONDAY'], 1, ['TUESDAY']],
  [['december'], 1, ['january']],
  [['May'], 2, ['June', 'July']],
  [['فصل ۹'], 2, ['فصل ۱۰', 'فصل ۱۱']],
  [['F-007', 'F-009'], 1, ['F-011']],
  [['الف'], 2, ['الف', 'الف']],
  [['۱۴۰۵/۱۲/۲۸'], 2, ['1405/12/29', '1406/01/01']],
  [['۱۴۰۵/۶/۳۱', '۱۴۰۵/۷/۳۰'], 1, ['1405/08/30']],
  [['۱۴۰۵/۱۱/۱', '۱۴۰۵/۱۲/۱'], 2, ['1406/01/01', '1406/02/01']],
  [['2026-01-31'], 1, ['2026-02-01']],
  [['2026-10-15', '2026-12-15'], 2, ['2027-02-15', '2027-04-15']],
])('%j goes on by %i: %j', (texts, by, expected) => {
  expect(goesOn(texts, by)).toEqual(expected);
});

test('Ctrl+D copies the first cell, and goes on with several before empty ones', () => {
  const session = typedIn(['1', '2']);
  const sheet = session.book.sheet('one');
  const controller = new SheetController(session);
  const column = () => [5, 6, 7, 8].map((row) => shown(sheet.cells.get(row)?.get(1)));
  controller.choose(areaSelection(area('A5:A8')));
  controller.fill('down');
  expect(column()).toEqual(['1', '2', '3', '4']);
  controller.fill('down');
  expect(column()).toEqual(['1', '1', '1', '1']);
  session.perform(typeInto(session, 'one', 1, 1, 'مهر') ?? []);
  controller.choose(areaSelection(area('A1:C1')));
  controller.fill('across');
  expect([1, 2, 3].map((at) => shown(sheet.cells.get(1)?.get(at)))).toEqual(['مهر', 'مهر', 'مهر']);
});
