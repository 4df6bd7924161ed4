import { expect, test } from 'vitest';
import { Book, newSheet, put } from '../book/book';
import { Session } from '../book/session';
import { withDecimals } from '../formats';
import { areaIn, type Area } from '../formula/address';
import { SheetController, type Note } from './sheet-controller';
import { insertLines } from './lines';
import { fillArea } from './pointer';
import { areaSelection } from './selection';

function deskOf() {
  const session = new Session(new Book([newSheet('1', 'One'), newSheet('2', 'Two words')]));
  return new SheetController(session);
}

function type(controller: SheetController, text: string, then: 'down' | 'next' = 'down') {
  controller.begin('cell', text.slice(0, 1));
  controller.type(text, text.length, 'cell');
  return controller.commit(then);
}

const value = (controller: SheetController, row: number, column: number) => {
  controller.session.calc.run();
  return controller.session.book.cell('1', row, column)?.value;
};

test('Enter after Tabs goes below the first cell', () => {
  const controller = deskOf();
  controller.chooseCell({ row: 2, column: 2 });
  type(controller, 'a', 'next');
  type(controller, 'b', 'next');
  type(controller, 'c');
  expect(controller.selection.anchor).toEqual({ row: 3, column: 2 });
  expect([2, 3, 4].map((column) => value(controller, 2, column))).toEqual(['a', 'b', 'c']);
});

test('Escape takes back what was typed, and what is no formula is not kept', () => {
  const controller = deskOf();
  type(controller, '5');
  controller.chooseCell({ row: 1, column: 1 });
  controller.begin('cell');
  expect(controller.editing?.text).toMatch(/^[5۵]$/);
  controller.type('=1+', 3, 'cell');
  expect(controller.commit('down')).toBe(false);
  expect(controller.editing?.wrong).toBe(true);
  controller.cancel();
  expect(value(controller, 1, 1)).toBe(5);
});

test('a missing bracket is closed', () => {
  const controller = deskOf();
  expect(type(controller, '=SUM(1,(2+3)')).toBe(true);
  expect(value(controller, 1, 1)).toBe(6);
});

test('cells are pointed at where a formula waits for one, on other sheets too', () => {
  const controller = deskOf();
  controller.begin('cell', '=');
  expect(controller.isPointing).toBe(true);
  controller.point(areaIn('B2') as Area);
  controller.point(areaIn('B2:C3') as Area);
  expect(controller.editing?.text).toBe('=B2:C3');
  controller.type('=B2:C3+1', 8, 'cell');
  expect(controller.isPointing).toBe(false);
  controller.type('=B2:C3+', 7, 'cell');
  controller.sheetId = '2';
  controller.point({ top: 1, left: 1, bottom: 1, right: 1 });
  expect(controller.editing?.text).toBe("=B2:C3+'Two words'!A1");
});

test('cells of an array and of a locked sheet are kept', () => {
  const controller = deskOf();
  const notes: Note[] = [];
  controller.note = (note) => notes.push(note);
  controller.sheet.arrays = [{ top: 1, left: 1, bottom: 3, right: 1 }];
  type(controller, 'x');
  put(controller.sheet, 2, 1, { value: 1, formula: 'B1:B3', array: true, look: { bold: true } });
  controller.choose(areaSelection({ top: 2, left: 1, bottom: 2, right: 2 }));
  controller.clear();
  insertLines(controller, 'rows', 'before');
  expect(notes).toEqual(['arrayKept', 'arrayKept', 'arrayKept']);
  controller.sheet.locked = true;
  controller.applyLook({ bold: true });
  expect(notes.at(-1)).toBe('lockedSheet');
  expect(controller.canEdit).toBe(false);
});

test('a step passes hidden rows and merged cells', () => {
  const controller = deskOf();
  controller.sheet.heights.set(2, 0);
  controller.sheet.merges = [{ top: 3, left: 1, bottom: 5, right: 2 }];
  controller.step(1, 0);
  expect(controller.selection.area).toEqual({ top: 3, left: 1, bottom: 5, right: 2 });
  controller.step(1, 0);
  expect(controller.selection.anchor).toEqual({ row: 6, column: 1 });
});

test('undo leads to where it was done', () => {
  const controller = deskOf();
  type(controller, '1');
  controller.open('2');
  controller.undo();
  expect([controller.sheetId, controller.selection.anchor, value(controller, 1, 1)]).toEqual([
    '1',
    { row: 1, column: 1 },
    undefined,
  ]);
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
