import { expect, test } from 'vitest';
import { areaIn, type Area } from '../formula/address';
import { Book, newSheet } from './book';
import { Clipboard } from './clipboard';
import { fill, typeInto } from './commands';
import { Session } from './session';

const area = (name: string): Area => areaIn(name) ?? { top: 0, left: 0, bottom: 0, right: 0 };

/** A workbook with a text in its first cell, as the server has it. */
function sessionOf(first = ''): Session {
  const session = new Session(new Book([newSheet('one', 'One')]));
  session.perform(typeInto(session, 'one', 1, 1, first) ?? []);
  const written = session.write();
  if (written) session.acceptSave(written.stamp);
  return session;
}

const last = (session: Session) => session.book.cell('one', 190_000, 1)?.value ?? null;

test('190,000 cells are filled, saved and taken back in one step', () => {
  const session = sessionOf('1');
  let edits = 0;
  session.onEdit(() => edits++);
  session.perform(fill(session, session.book.sheet('one'), area('A1'), area('A1:A190000')));
  expect(last(session)).toBe(1);
  expect(edits).toBe(1);
  const op = session.write()?.ops[0];
  expect(op?.op === 'cells' && op.cells.length).toBe(189_999);
  session.undo();
  expect(last(session)).toBeNull();
}, 60_000);

test('190,000 lines are pasted', () => {
  const session = sessionOf();
  const pasted = new Clipboard().paste(session, session.book.sheet('one'), area('A1'), '7\n'.repeat(190_000), '');
  session.perform(pasted?.changes ?? []);
  expect(last(session)).toBe(7);
}, 60_000);

test('a change that breaks behind the cells is saved all the same', () => {
  const session = sessionOf();
  let edits = 0;
  session.onEdit(() => edits++);
  session.calc.stir = () => {
    throw new Error('broken');
  };
  expect(() => session.perform(typeInto(session, 'one', 1, 1, 'kept') ?? [])).toThrow('broken');
  expect(edits).toBe(1);
  expect(session.write()?.ops).toHaveLength(1);
});
