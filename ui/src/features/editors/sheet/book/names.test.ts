import { expect, test } from 'vitest';
import { areaIn } from '../formula/address';
import { isError } from '../formula/values';
import { Book, newSheet, PLAIN, put, type DefinedName } from './book';
import { typeInto } from './commands';
import { absolute, areaOfName, nameProblem, withName, withoutName } from './names';
import type { Change } from './effect';
import { Session } from './session';

function sessionOf(names: readonly DefinedName[]) {
  const [one, two] = [newSheet('one', 'One'), newSheet('two', 'دو')];
  for (let row = 1; row <= 4; row++) put(one, row, 1, { value: row, look: PLAIN });
  put(two, 1, 1, { value: 100, look: PLAIN });
  return new Session(new Book([one, two], 0, false, false, names));
}

function type(session: Session, name: string, text: string, sheet = 'one') {
  const { top = 0, left = 0 } = areaIn(name) ?? {};
  session.perform(typeInto(session, sheet, top, left, text) ?? []);
  session.calc.run();
}

function value(session: Session, name: string, sheet = 'one') {
  const { top = 0, left = 0 } = areaIn(name) ?? {};
  const found = session.book.cell(sheet, top, left)?.value ?? null;
  return isError(found) ? found.code : found;
}

const give = (session: Session, name: string, formula: string) => {
  session.perform([{ kind: 'names', names: withName(session.book, { name, formula }) }]);
  session.calc.run();
};

const shift = (way: 'insert' | 'delete', at: number, count: number): Change => ({
  kind: 'shift',
  sheet: 'one',
  axis: 'rows',
  way,
  at,
  count,
});

const names: DefinedName[] = [
  { name: 'فروش', formula: 'One!$A$1:$A$4' },
  { name: 'Rate', formula: '0.1' },
  { name: 'Here', formula: '1', sheet: 'one' },
  { name: 'Here', formula: "'دو'!$A$1" },
  { name: 'Left', formula: 'One!XFD1' },
  { name: 'Double', formula: 'SUM(فروش)*2' },
];

test('names are computed: ranges, constants, those of a sheet, those made of others', () => {
  const session = sessionOf(names);
  type(session, 'C1', '=SUM(فروش)*rate');
  type(session, 'C2', '=Here');
  type(session, 'C3', '=double');
  type(session, 'C4', '=فروش');
  type(session, 'B1', '=Here', 'two');
  type(session, 'B2', '=One!Here', 'two');
  expect([value(session, 'C1'), value(session, 'C2'), value(session, 'C3')]).toEqual([1, 1, 20]);
  expect(value(session, 'C4')).toBe(4);
  expect([value(session, 'B1', 'two'), value(session, 'B2', 'two')]).toEqual([100, 1]);
  type(session, 'A1', '11');
  expect([value(session, 'C1'), value(session, 'C3')]).toEqual([2, 40]);
  // A loose reference counts from A1: one to the left of it is the last column.
  type(session, 'D3', '=Left');
  expect(value(session, 'D3')).toBe(40);
  expect(session.calc.hasFixedValue(session.book.cell('one', 3, 4) ?? { value: null, look: PLAIN }, 'one')).toBe(false);
});

test('a name that is given makes formulas known that mention it, and one that is taken away leaves them without a value', () => {
  const session = sessionOf([]);
  type(session, 'C1', '=SUM(Total)');
  expect(value(session, 'C1')).toBe(null);
  give(session, 'Total', absolute('One', { top: 1, left: 1, bottom: 2, right: 1 }));
  expect(value(session, 'C1')).toBe(3);
  const written = session.write();
  expect(written?.ops).toContainEqual({ op: 'name', sheet: '', name: 'Total', f: 'One!$A$1:$A$2' });
  expect(written?.ops).toContainEqual({
    op: 'cells',
    sheet: 'one',
    cells: [expect.objectContaining({ r: 0, c: 2, v: 3 })],
  });
  session.acceptSave(written?.stamp ?? 0);
  give(session, 'total', 'One!$A$1:$A$3');
  expect([value(session, 'C1'), session.book.names.length]).toEqual([6, 1]);
  session.perform([{ kind: 'names', names: withoutName(session.book, { name: 'TOTAL', formula: '' }) }]);
  expect(value(session, 'C1')).toBe(null);
  expect(session.write()?.ops).toContainEqual({ op: 'unname', sheet: '', name: 'total' });
  session.undo();
  session.calc.run();
  expect(value(session, 'C1')).toBe(6);
});

test('names move with rows and sheets, and an undo gives back what was lost', () => {
  const session = sessionOf(names);
  type(session, 'C8', '=SUM(فروش)');
  session.perform([shift('insert', 2, 2)]);
  expect(session.book.names[0]?.formula).toBe('One!$A$1:$A$6');
  session.undo();
  session.perform([shift('delete', 1, 4)]);
  expect(session.book.names[0]?.formula).toBe('#REF!');
  expect(value(session, 'C4')).toBe('#REF!');
  session.undo();
  session.calc.run();
  expect(session.book.names[0]?.formula).toBe('One!$A$1:$A$4');
  expect(value(session, 'C8')).toBe(10);
  session.perform([{ kind: 'rename', sheet: 'one', name: "It's" }]);
  expect(session.book.names[0]?.formula).toBe("'It''s'!$A$1:$A$4");
  type(session, 'B3', "='It''s'!Here", 'two');
  expect(value(session, 'B3', 'two')).toBe(1);
  session.perform([{ kind: 'remove', sheet: 'one' }]);
  expect(session.book.names.map(({ formula }) => formula)).toEqual([
    '#REF!',
    '0.1',
    "'دو'!$A$1",
    '#REF!',
    'SUM(فروش)*2',
  ]);
  expect(session.book.cell('two', 3, 2)?.formula).toBe('#REF!');
});

test('names made of themselves or of too many others are not computed, and end', () => {
  const wide = Array.from({ length: 15 }, (_, at) => ({
    name: `n${'a'.repeat(at + 1)}`,
    formula: Array.from({ length: 50 }, () => `n${'a'.repeat(at + 2)}`).join('+'),
  }));
  const session = sessionOf([{ name: 'Me', formula: 'Me+1' }, { name: 'Odd', formula: '1+' }, ...wide]);
  const formulas = ['=Me', '=Odd', '=na', '=Nobody'];
  formulas.forEach((text, at) => type(session, `C${at + 1}`, text));
  expect(formulas.map((_, at) => value(session, `C${at + 1}`))).toEqual([null, null, null, null]);
});

test('what may be a name', () => {
  const all = [
    'فروش_۱۴۰۵',
    'Total.2',
    '_x',
    'A1',
    'R1C1',
    'r',
    'two words',
    '1a',
    'a-b',
    '_xlnm.Print_Area',
    'x'.repeat(256),
  ];
  expect(all.map(nameProblem)).toEqual([
    null,
    null,
    null,
    'nameLikeCell',
    'nameLikeCell',
    'nameLikeCell',
    'nameSigns',
    'nameSigns',
    'nameSigns',
    'nameSigns',
    'nameLong',
  ]);
  const { book } = sessionOf(names);
  expect(areaOfName(book, names[0] ?? { name: '', formula: '' })?.area).toEqual({
    top: 1,
    left: 1,
    bottom: 4,
    right: 1,
  });
  expect(areaOfName(book, { name: 'x', formula: 'SUM(1)' })).toBeUndefined();
});
