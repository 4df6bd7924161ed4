import { expect, test } from 'vitest';
import { areaIn, cellName, type Area } from '../formula/address';
import { Book, newSheet, internLook } from './book';
import { drawBorders, type Bordering } from './borders';
import { Session } from './session';

const area = (name: string): Area => areaIn(name) ?? { top: 0, left: 0, bottom: 0, right: 0 };

/** The lines of all cells, as in B2: top thin, left thin. */
function drawn(session: Session): string[] {
  const found: string[] = [];
  for (const [row, line] of session.book.sheet('one').cells) {
    for (const [column, { look }] of line) {
      const lines = Object.entries(look.border ?? {}).map(([side, of]) => `${side} ${of?.style}`);
      if (lines.length > 0) found.push(`${cellName(row, column)}: ${lines.join(', ')}`);
    }
  }
  return found.sort();
}

const draw = (session: Session, name: string, kind: Bordering) =>
  session.perform(drawBorders(session.book.sheet('one'), area(name), kind) ?? []);

test('lines are drawn around and between cells, and undone', () => {
  const session = new Session(new Book([newSheet('one', 'One')]));
  draw(session, 'B2:C3', 'outer');
  const outer = [
    'B2: left thin, top thin',
    'B3: left thin, bottom thin',
    'C2: right thin, top thin',
    'C3: right thin, bottom thin',
  ];
  expect(drawn(session)).toEqual(outer);
  draw(session, 'B2:B2', 'total');
  expect(drawn(session)[0]).toBe('B2: left thin, top thin, bottom double');
  session.undo();
  expect(drawn(session)).toEqual(outer);
});

test('a line that two cells have at the same edge goes with either of them', () => {
  const session = new Session(new Book([newSheet('one', 'One')]));
  draw(session, 'B2:C2', 'all');
  draw(session, 'C2', 'none');
  expect(drawn(session)).toEqual(['B2: left thin, top thin, bottom thin']);
  draw(session, 'C2', 'thick');
  draw(session, 'B2', 'all');
  expect(drawn(session)).toEqual([
    'B2: left thin, right thin, top thin, bottom thin',
    'C2: right medium, top medium, bottom medium',
  ]);
});

test('the server is told of the sides that changed alone', () => {
  const session = new Session(new Book([newSheet('one', 'One')]));
  draw(session, 'A1', 'outer');
  session.acceptSave(session.write()?.stamp ?? -1);
  draw(session, 'A1', 'total');
  expect(session.write()?.ops).toEqual([
    { op: 'cells', sheet: 'one', cells: [{ r: 0, c: 0, s: { border: { bottom: { style: 'double' } } } }] },
  ]);
  draw(session, 'A1', 'none');
  const none = { left: null, right: null, top: null, bottom: null };
  expect(session.write()?.ops).toEqual([{ op: 'cells', sheet: 'one', cells: [{ r: 0, c: 0, s: { border: none } }] }]);
});

test('a line through a cell stays when others are drawn, and goes with all of them', () => {
  const session = new Session(new Book([newSheet('one', 'One')]));
  const look = internLook({ border: { up: { style: 'thin' } } });
  session.perform([{ kind: 'cells', sheet: 'one', cells: [{ row: 1, column: 1, cell: { value: null, look } }] }]);
  draw(session, 'A1', 'bottom');
  expect(drawn(session)).toEqual(['A1: bottom thin, up thin']);
  draw(session, 'A1', 'none');
  expect(drawn(session)).toEqual([]);
});
