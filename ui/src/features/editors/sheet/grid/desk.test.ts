import { expect, test } from 'vitest';
import { Book, newSheet, put } from '../book/book';
import { Session } from '../book/session';
import { withDecimals } from '../formats';
import { areaIn, type Area } from '../formula/address';
import { Desk, type Note } from './desk';
import { insertLines } from './lines';
import { fillArea } from './pointer';
import { areaSelection } from './selection';

function deskOf() {
  const session = new Session(new Book([newSheet('1', 'One'), newSheet('2', 'Two words')]));
  return new Desk(session);
}

function type(desk: Desk, text: string, then: 'down' | 'next' = 'down') {
  desk.begin('cell', text.slice(0, 1));
  desk.type(text, text.length, 'cell');
  return desk.commit(then);
}

const value = (desk: Desk, row: number, column: number) => {
  desk.session.calc.run();
  return desk.session.book.cell('1', row, column)?.value;
};

test('Enter after Tabs goes below the first cell', () => {
  const desk = deskOf();
  desk.chooseCell({ row: 2, column: 2 });
  type(desk, 'a', 'next');
  type(desk, 'b', 'next');
  type(desk, 'c');
  expect(desk.selection.anchor).toEqual({ row: 3, column: 2 });
  expect([2, 3, 4].map((column) => value(desk, 2, column))).toEqual(['a', 'b', 'c']);
});

test('Escape takes back what was typed, and what is no formula is not kept', () => {
  const desk = deskOf();
  type(desk, '5');
  desk.chooseCell({ row: 1, column: 1 });
  desk.begin('cell');
  expect(desk.editing?.text).toMatch(/^[5۵]$/);
  desk.type('=1+', 3, 'cell');
  expect(desk.commit('down')).toBe(false);
  expect(desk.editing?.wrong).toBe(true);
  desk.cancel();
  expect(value(desk, 1, 1)).toBe(5);
});

test('a missing bracket is closed', () => {
  const desk = deskOf();
  expect(type(desk, '=SUM(1,(2+3)')).toBe(true);
  expect(value(desk, 1, 1)).toBe(6);
});

test('cells are pointed at where a formula waits for one, on other sheets too', () => {
  const desk = deskOf();
  desk.begin('cell', '=');
  expect(desk.points).toBe(true);
  desk.point(areaIn('B2') as Area);
  desk.point(areaIn('B2:C3') as Area);
  expect(desk.editing?.text).toBe('=B2:C3');
  desk.type('=B2:C3+1', 8, 'cell');
  expect(desk.points).toBe(false);
  desk.type('=B2:C3+', 7, 'cell');
  desk.sheetId = '2';
  desk.point({ top: 1, left: 1, bottom: 1, right: 1 });
  expect(desk.editing?.text).toBe("=B2:C3+'Two words'!A1");
});

test('cells of an array and of a locked sheet are kept', () => {
  const desk = deskOf();
  const notes: Note[] = [];
  desk.note = (note) => notes.push(note);
  desk.sheet.arrays = [{ top: 1, left: 1, bottom: 3, right: 1 }];
  type(desk, 'x');
  put(desk.sheet, 2, 1, { value: 1, formula: 'B1:B3', array: true, look: { bold: true } });
  desk.choose(areaSelection({ top: 2, left: 1, bottom: 2, right: 2 }));
  desk.clear();
  insertLines(desk, 'rows', 'before');
  expect(notes).toEqual(['arrayKept', 'arrayKept', 'arrayKept']);
  desk.sheet.locked = true;
  desk.dress({ bold: true });
  expect(notes.at(-1)).toBe('lockedSheet');
  expect(desk.canEdit).toBe(false);
});

test('a step passes hidden rows and merged cells', () => {
  const desk = deskOf();
  desk.sheet.heights.set(2, 0);
  desk.sheet.merges = [{ top: 3, left: 1, bottom: 5, right: 2 }];
  desk.step(1, 0);
  expect(desk.selection.area).toEqual({ top: 3, left: 1, bottom: 5, right: 2 });
  desk.step(1, 0);
  expect(desk.selection.anchor).toEqual({ row: 6, column: 1 });
});

test('undo leads to where it was done', () => {
  const desk = deskOf();
  type(desk, '1');
  desk.open('2');
  desk.undo();
  expect([desk.sheetId, desk.selection.anchor, value(desk, 1, 1)]).toEqual(['1', { row: 1, column: 1 }, undefined]);
});

test('a fill goes down or across, whichever is more', () => {
  const area = { top: 2, left: 2, bottom: 3, right: 3 };
  expect(fillArea(area, { row: 3, column: 2 })).toBeNull();
  expect(fillArea(area, { row: 9, column: 5 })).toEqual({ ...area, bottom: 9 });
  expect(fillArea(area, { row: 4, column: 9 })).toEqual({ ...area, right: 9 });
  expect(fillArea(area, { row: 1, column: 2 })).toEqual({ ...area, top: 1 });
});

test('formats get and lose digits behind the point', () => {
  expect(withDecimals(undefined, true)).toBe('0.0');
  expect(withDecimals('#,##0', true)).toBe('#,##0.0');
  expect(withDecimals('#,##0.00" ریال 0"', false)).toBe('#,##0.0" ریال 0"');
  expect(withDecimals('0.0%', false)).toBe('0%');
  expect(withDecimals('0.00;[Red]-0.00', false)).toBe('0.0;[Red]-0.0');
});
