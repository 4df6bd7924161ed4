import { expect, test } from 'vitest';
import { areaIn, type Area } from '../formula/address';
import { isError } from '../formula/values';
import { Book, newSheet, PLAIN, put } from './book';
import { clear, typeInto } from './commands';
import { Session } from './session';

const area = (name: string): Area => areaIn(name) ?? { top: 0, left: 0, bottom: 0, right: 0 };

function type(session: Session, name: string, text: string) {
  session.perform(typeInto(session, 'one', area(name).top, area(name).left, text) ?? []);
  session.calc.run();
}

function value(session: Session, name: string) {
  const found = session.book.cell('one', area(name).top, area(name).left)?.value ?? null;
  return isError(found) ? found.code : found;
}

/** What the server is told of the cells. */
function told(session: Session) {
  const written = session.write();
  if (written) session.acceptSave(written.stamp);
  return written?.ops.flatMap((op) => (op.op === 'cells' ? op.cells : []));
}

/** A workbook as a file has it: C1 says another value than is computed here. */
function readBook(stale = false) {
  const sheet = newSheet('one', 'One');
  put(sheet, 1, 1, { value: 2, look: PLAIN });
  put(sheet, 1, 2, { value: 6, formula: 'A1*3', look: PLAIN });
  put(sheet, 1, 3, { value: stale ? 0 : 9, formula: 'A1*4', look: PLAIN });
  put(sheet, 1, 4, { value: stale ? 0 : 10, formula: 'C1+1', look: PLAIN });
  put(sheet, 1, 6, { value: 1, look: PLAIN });
  return new Session(new Book([sheet], 0, false, stale));
}

test('a value of the file that is computed otherwise here stays, until what it is computed of changes', () => {
  const session = readBook();
  type(session, 'F1', '7');
  expect(told(session)).toEqual([{ r: 0, c: 5, v: 7, t: 'n' }]);
  expect([value(session, 'B1'), value(session, 'C1'), value(session, 'D1')]).toEqual([6, 9, 10]);
  type(session, 'A1', '3');
  // Excel computes them: none is saved, and nothing is computed of them.
  expect([value(session, 'B1'), value(session, 'C1'), value(session, 'D1')]).toEqual([9, null, null]);
  const cells = told(session);
  expect(cells).toContainEqual({ r: 0, c: 2, f: 'A1*4', v: null });
  expect(cells).toContainEqual({ r: 0, c: 3, f: 'C1+1', v: null });
  // Insertions read all formulas again, and know it still.
  session.perform([{ kind: 'shift', sheet: 'one', axis: 'rows', way: 'insert', at: 1, count: 1 }]);
  session.calc.run();
  expect([value(session, 'B2'), value(session, 'C2'), value(session, 'D2')]).toEqual([9, null, null]);
  type(session, 'C2', '=A2*4');
  expect([value(session, 'C2'), value(session, 'D2')]).toEqual([12, 13]);
});

test('a file that asks to be computed, with 0 in all formulas, is computed', () => {
  const session = readBook(true);
  session.calc.prove();
  session.calc.run();
  expect([value(session, 'B1'), value(session, 'C1'), value(session, 'D1')]).toEqual([6, 8, 9]);
});

test('a value that comes back with its cell is that of the file', () => {
  const session = readBook();
  session.perform(clear(session.book.sheet('one'), area('C1')));
  session.undo();
  expect(value(session, 'C1')).toBe(9);
});

test('a formula looks at places without a circle', () => {
  const session = new Session(new Book([newSheet('one', 'One')]));
  for (const [name, text] of Object.entries({
    A1: '=ROW(A1)',
    A2: '=ROWS(A1:A9)',
    A3: '=COLUMNS(A1:C3)+ROW(A3)',
    A4: '=ROW(A5)-1',
    A5: '5',
  }))
    type(session, name, text);
  expect(['A1', 'A2', 'A3', 'A4'].map((name) => value(session, name))).toEqual([1, 9, 6, 4]);
  type(session, 'C6', '=VLOOKUP(5,A1:C9,2,FALSE)');
  type(session, 'B5', 'five');
  expect(value(session, 'C6')).toBe('five');
  type(session, 'C7', '=VLOOKUP(5,A1:C9,3,FALSE)');
  expect(value(session, 'C7')).toBe('#CYCLE!');
});

test('a formula of a range takes the cell in its row, and in an array all of them', () => {
  const sheet = newSheet('one', 'One');
  for (let row = 1; row <= 3; row++) put(sheet, row, 1, { value: row, look: PLAIN });
  put(sheet, 5, 1, { value: null, formula: 'SUM(A1:A3*2)', spreads: true, look: PLAIN });
  const session = new Session(new Book([sheet]));
  type(session, 'B2', '=A1:A3*10');
  type(session, 'B9', '=A1:A3*10');
  expect([value(session, 'B2'), value(session, 'B9'), value(session, 'A5')]).toEqual([20, '#VALUE!', 12]);
});
