import { describe, expect, test } from 'vitest';
import { areaIn, type Area } from '../formula/address';
import { isError } from '../formula/values';
import { Book, newSheet, PLAIN, put, type Sheet } from './book';
import type { Change } from './effect';
import { Clipboard, linesOf, tableOf } from './clipboard';
import { clear, applyLook, fill, merge, typeInto } from './commands';
import { refusal } from './refusal';
import { Session } from './session';
import { readTyped } from './typed';

const area = (name: string): Area => areaIn(name) ?? { top: 0, left: 0, bottom: 0, right: 0 };

function sessionOf(cells: Record<string, string>, more: Sheet[] = []): Session {
  const session = new Session(new Book([newSheet('one', 'One'), newSheet('two', 'دو'), ...more]));
  for (const [name, text] of Object.entries(cells)) type(session, name, text);
  take(session)?.done();
  return session;
}

function take(session: Session) {
  const written = session.write();
  return (
    written && { ops: written.ops, done: () => session.acceptSave(written.stamp), failed: () => session.rejectSave() }
  );
}

function type(session: Session, name: string, text: string, sheet = 'one') {
  const { top, left } = area(name);
  session.perform(typeInto(session, sheet, top, left, text) ?? []);
  session.calc.run();
}

function value(session: Session, name: string, sheet = 'one') {
  const { top, left } = area(name);
  const found = session.book.cell(sheet, top, left)?.value ?? null;
  return isError(found) ? found.code : found;
}

const formula = (session: Session, name: string, sheet = 'one') =>
  session.book.cell(sheet, area(name).top, area(name).left)?.formula;

const shift = (axis: 'rows' | 'columns', way: 'insert' | 'delete', at: number, count = 1): Change => ({
  kind: 'shift',
  sheet: 'one',
  axis,
  way,
  at,
  count,
});

describe('what is typed', () => {
  test.each([
    ['12', { value: 12 }],
    ['۱۲٫۵', { value: 12.5 }],
    ['-1,234.50', { value: -1234.5, numFmt: '#,##0.00' }],
    ['۱٬۲۳۴', { value: 1234, numFmt: '#,##0' }],
    ['12,34', { value: '12,34' }],
    ['15%', { value: 0.15, numFmt: '0%' }],
    ['۱۵٪', { value: 0.15, numFmt: '0%' }],
    ['2026-11-23', { value: 46_349, numFmt: 'yyyy/mm/dd' }],
    ['2026-02-30', { value: '2026-02-30' }],
    ['۱۴۰۵/۹/۲', { value: 46_349, numFmt: '[$-fa-IR,16]yyyy/mm/dd' }],
    ['1405/12/30', { value: '1405/12/30' }],
    ['14:30', { value: 0.604166666667, numFmt: 'h:mm' }],
    ['true', { value: true }],
    ["'007", { value: '007' }],
    ['سلام', { value: 'سلام' }],
    ['=SUM(A۱؛B2)', { value: null, formula: 'SUM(A1,B2)' }],
    ['=', { value: '=' }],
    ['', { value: null }],
  ])('%j', (text, expected) => {
    const found = readTyped(text);
    const rounded = typeof found.value === 'number' ? Number(found.value.toFixed(12)) : found.value;
    expect({ ...found, value: rounded }).toEqual(expected);
  });
});

describe('formulas in a sheet', () => {
  test('follow what they read, through other sheets', () => {
    const session = sessionOf({ A1: '2', A2: '=A1*3', A3: '=SUM(A1:A2)' });
    type(session, 'B1', '=One!A3+1', 'two');
    expect([value(session, 'A2'), value(session, 'A3'), value(session, 'B1', 'two')]).toEqual([6, 8, 9]);
    type(session, 'A1', '۱۰');
    expect([value(session, 'A2'), value(session, 'A3'), value(session, 'B1', 'two')]).toEqual([30, 40, 41]);
  });

  test('that read themselves are named', () => {
    const session = sessionOf({ A1: '=B1+1', B1: '=C1', C1: '=A1', D1: '=A1' });
    expect([value(session, 'A1'), value(session, 'C1'), value(session, 'D1')]).toEqual([
      '#CYCLE!',
      '#CYCLE!',
      '#CYCLE!',
    ]);
    const circle = session.calc.circleOf('one', 1, 1).map(({ row, column }) => [row, column]);
    expect(circle).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
    ]);
    type(session, 'C1', '5');
    expect([value(session, 'A1'), value(session, 'B1'), value(session, 'D1')]).toEqual([6, 5, 6]);
  });

  test('of a long chain need no stack', () => {
    const session = sessionOf({ A1: '1', A2: '=A1+1' });
    session.perform(fill(session, session.book.sheet('one'), area('A2'), area('A2:A5000')));
    session.calc.run();
    expect(value(session, 'A5000')).toBe(5000);
    type(session, 'A1', '101');
    expect(value(session, 'A5000')).toBe(5100);
    // In parts, which go on where the last one ended.
    session.perform(typeInto(session, 'one', 1, 1, '1') ?? []);
    let parts = 0;
    while (!session.calc.run(performance.now() + 1)) parts++;
    expect(value(session, 'A5000')).toBe(5000);
    expect(parts).toBeLessThan(500);
  });

  test('that are not computed here keep the value of the file', () => {
    const sheet = newSheet('one', 'One');
    put(sheet, 1, 1, { value: 5, formula: 'FILTER(Table1[a],Table1[b])', look: PLAIN });
    put(sheet, 2, 1, { value: 5, formula: 'A1+B1', look: PLAIN });
    put(sheet, 3, 1, { value: null, formula: 'A1*2', look: PLAIN });
    const session = new Session(new Book([sheet]));
    session.calc.prepare();
    session.calc.run();
    expect([value(session, 'A1'), value(session, 'A2'), value(session, 'A3')]).toEqual([5, 5, 10]);
    type(session, 'B1', '10');
    expect([value(session, 'A1'), value(session, 'A2')]).toEqual([5, 15]);
    type(session, 'C1', '=NOSUCH(1)');
    type(session, 'C2', '=C1+1');
    // Not known, and neither 0 nor an error.
    expect([value(session, 'C1'), value(session, 'C2')]).toEqual([null, null]);
  });

  test('OFFSET reads what is computed', () => {
    const session = sessionOf({ A1: '1', A2: '=A1*2', B1: '=OFFSET(A1,1,0)', C1: '=B1+1' });
    type(session, 'A1', '4');
    expect([value(session, 'B1'), value(session, 'C1')]).toEqual([8, 9]);
  });

  test('a wrong formula is not taken', () => {
    expect(typeInto(sessionOf({}), 'one', 1, 1, '=1+')).toBeNull();
  });
});

describe('rows and columns', () => {
  test('move formulas along, and come back', () => {
    const session = sessionOf({ A1: '1', A2: '2', A3: '3', B1: '=SUM(A1:A3)', C1: '=A2' });
    session.perform([shift('rows', 'delete', 2)]);
    session.calc.run();
    expect([formula(session, 'B1'), value(session, 'B1'), value(session, 'C1')]).toEqual(['SUM(A1:A2)', 4, '#REF!']);
    session.undo();
    session.calc.run();
    expect([formula(session, 'B1'), value(session, 'B1'), formula(session, 'C1')]).toEqual(['SUM(A1:A3)', 6, 'A2']);
    session.perform([shift('columns', 'insert', 1, 2)]);
    session.calc.run();
    expect([formula(session, 'D1'), value(session, 'D1')]).toEqual(['SUM(C1:C3)', 6]);
  });

  test('a sheet that is deleted leaves #REF!', () => {
    const session = sessionOf({ A1: '=دو!A1' });
    session.perform([{ kind: 'remove', sheet: 'two' }]);
    session.calc.run();
    expect([formula(session, 'A1'), value(session, 'A1')]).toEqual(['#REF!', '#REF!']);
    take(session)?.done();
    expect(session.canUndo).toBe(false);
    expect(session.undo()).toBeNull();
  });

  test('a sheet that is deleted comes back as long as the server refuses that', () => {
    const session = sessionOf({ A1: '=دو!A1' });
    type(session, 'A1', '7', 'two');
    take(session)?.done();
    session.perform([{ kind: 'remove', sheet: 'two' }]);
    const batch = take(session);
    expect([batch?.ops[0], session.canUndo]).toEqual([{ op: 'sheet-delete', sheet: 'two' }, false]);
    batch?.failed();
    expect(session.canUndo).toBe(true);
    session.undo();
    session.calc.run();
    expect([formula(session, 'A1'), value(session, 'A1'), value(session, 'A1', 'two')]).toEqual(['دو!A1', 7, 7]);
    type(session, 'B1', '1');
    expect(take(session)?.ops.every(({ op }) => op === 'cells')).toBe(true);
    session.undo();
    session.undo();
    expect(value(session, 'A1', 'two')).toBeNull();
  });

  test('a list of sheets that is locked, and a sheet that slicers show, are not changed', () => {
    const fixed = new Book([newSheet('one', 'One')], 0, true);
    const stays = new Book([newSheet('one', 'One', { stays: true })]);
    const changes: Change[] = [
      { kind: 'add', id: '9', name: 'x', at: 0, rtl: false },
      { kind: 'remove', sheet: 'one' },
      { kind: 'rename', sheet: 'one', name: 'x' },
      { kind: 'move', sheet: 'one', at: 0 },
    ];
    expect(changes.map((change) => refusal(fixed, change))).toEqual(Array(4).fill('fixedSheets'));
    expect(changes.map((change) => refusal(stays, change))).toEqual([null, 'sheetStays', null, null]);
    expect(refusal(fixed, { kind: 'freeze', sheet: 'one', rows: 1, columns: 0 })).toBeNull();
  });

  test('a sheet that gets another name stays read', () => {
    const session = sessionOf({ A1: '=دو!A1' });
    session.perform([{ kind: 'rename', sheet: 'two', name: 'my data' }]);
    type(session, 'A1', '7', 'two');
    expect([formula(session, 'A1'), value(session, 'A1')]).toEqual(["'my data'!A1", 7]);
  });
});

describe('what the server is told', () => {
  test('cells once, with what their formulas say', () => {
    const session = sessionOf({ A1: '1', B1: '=A1+1' });
    type(session, 'A1', '2');
    type(session, 'A1', '3');
    const batch = take(session);
    expect(batch?.ops).toEqual([
      {
        op: 'cells',
        sheet: 'one',
        cells: [
          { r: 0, c: 0, v: 3, t: 'n' },
          { r: 0, c: 1, v: 4, t: 'n', f: 'A1+1' },
        ],
      },
    ]);
    batch?.failed();
    type(session, 'A1', '4');
    expect(take(session)?.ops[0]).toMatchObject({
      cells: [
        { r: 0, c: 0, v: 4 },
        { v: 5, f: 'A1+1' },
      ],
    });
  });

  test('only the part of a look that changed', () => {
    const session = sessionOf({ A1: '1' });
    const sheet = session.book.sheet('one');
    session.perform(applyLook(sheet, area('A1'), { bold: true, fill: 'FF0000' }));
    session.perform(applyLook(sheet, area('A1'), { bold: undefined }));
    expect(take(session)?.ops).toEqual([
      { op: 'cells', sheet: 'one', cells: [{ r: 0, c: 0, s: { bold: null, fill: 'FF0000' } }] },
    ]);
  });

  test('nothing of what was undone before it was sent', () => {
    const session = sessionOf({ A1: '1', A2: '2' });
    session.perform([shift('rows', 'delete', 1)]);
    session.undo();
    expect(session.isDirty).toBe(false);
    session.redo();
    expect(take(session)?.ops).toEqual([{ op: 'delete', sheet: 'one', axis: 'rows', at: 0, count: 1 }]);
    session.undo();
    expect(session.isDirty).toBe(true);
  });

  test('nothing of what it refused, once that is undone', () => {
    const session = sessionOf({ A1: '1' });
    session.perform([shift('rows', 'insert', 1)]);
    take(session)?.failed();
    session.undo();
    expect(take(session)).toBeNull();
  });
});

describe('the clipboard', () => {
  test('reads lines and tables of other programs', () => {
    expect(linesOf('a\t"b\n""c"""\r\n1\t2\n')).toEqual([
      ['a', 'b\n"c"'],
      ['1', '2'],
    ]);
    const table = tableOf(
      '<table><tr><td rowspan=2><b>a</b></td><td style="color:#ff0000">۱۲</td></tr><tr><td>c</td></tr></table>',
    );
    expect(table?.map((row) => row.map(({ text }) => text))).toEqual([
      ['a', '۱۲'],
      ['', 'c'],
    ]);
    expect(table?.[0]?.[0]?.look.bold).toBe(true);
    expect(tableOf('<p>no table</p>')).toBeNull();
  });

  test('copies move formulas, cuts do not', () => {
    const session = sessionOf({ A1: '2', B1: '=A1*2' });
    const [sheet, clipboard] = [session.book.sheet('one'), new Clipboard()];
    clipboard.keep(sheet, area('B1'), '4', false);
    session.perform(clipboard.paste(session, sheet, area('B2'), '4', '')?.changes ?? []);
    expect(formula(session, 'B2')).toBe('A2*2');
    clipboard.keep(sheet, area('B1'), '4', true);
    session.perform(clipboard.paste(session, sheet, area('C5'), '4', '')?.changes ?? []);
    session.calc.run();
    expect([formula(session, 'C5'), value(session, 'C5'), formula(session, 'B1')]).toEqual(['A1*2', 4, undefined]);
    session.perform(clipboard.paste(session, sheet, area('E1'), '۳\t=C5+1\nx\ty', '')?.changes ?? []);
    session.calc.run();
    expect([value(session, 'E1'), value(session, 'F1'), value(session, 'F2')]).toEqual([3, 5, 'y']);
  });

  test('fills a series', () => {
    const session = sessionOf({ A1: '1', A2: '3', B1: 'x' });
    const sheet = session.book.sheet('one');
    session.perform(fill(session, sheet, area('A1:B2'), area('A1:B4')));
    expect([value(session, 'A4'), value(session, 'B3')]).toEqual([7, 'x']);
  });
});

/** Everything that a workbook says, as text. */
function told(book: Book): string {
  return JSON.stringify(
    book.sheets.map((sheet) => ({
      name: sheet.name,
      frozen: sheet.frozen,
      merges: sheet.merges.map((merge) => JSON.stringify(merge)).sort(),
      widths: [...sheet.widths].sort((a, b) => a[0] - b[0]),
      heights: [...sheet.heights].sort((a, b) => a[0] - b[0]),
      cells: [...sheet.cells]
        .flatMap(([row, line]) =>
          [...line].map(
            ([column, { value, formula, look }]) =>
              [row, column, isError(value) ? value.code : value, formula, look] as const,
          ),
        )
        .sort((a, b) => a[0] - b[0] || a[1] - b[1]),
    })),
  );
}

/** Numbers that look random, and are the same each time. */
function dice(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * most);
  };
}

function anyChange(session: Session, roll: (most: number) => number): Change[] {
  const sheet = session.book.sheets[roll(session.book.sheets.length)] ?? newSheet('', '');
  const [top, left] = [1 + roll(8), 1 + roll(6)];
  const box = { top, left, bottom: top + roll(3), right: left + roll(3) };
  const texts = ['1', 'text', '=SUM(A1:C8)', '=B2*2', "=One!A1+'دو'!B2", '', '=A1', '50%'];
  switch (roll(10)) {
    case 0:
    case 1:
    case 2:
      return typeInto(session, sheet.id, top, left, texts[roll(texts.length)] ?? '') ?? [];
    case 3:
      return [
        {
          ...shift(roll(2) ? 'rows' : 'columns', roll(2) ? 'insert' : 'delete', top, 1 + roll(2)),
          sheet: sheet.id,
        } as Change,
      ];
    case 4:
      return merge(sheet, box);
    case 5:
      return applyLook(sheet, box, roll(2) ? { bold: true } : { fill: 'AABBCC' });
    case 6:
      return clear(sheet, box);
    case 7:
      return [
        {
          kind: 'sizes',
          sheet: sheet.id,
          axis: roll(2) ? 'rows' : 'columns',
          sizes: [[top, roll(2) ? 90 : undefined]],
        },
      ];
    case 8:
      return [
        { kind: 'rename', sheet: sheet.id, name: `n${roll(1000)}` },
        { kind: 'freeze', sheet: sheet.id, rows: roll(3), columns: roll(3) },
      ];
    default:
      return fill(session, sheet, box, { ...box, bottom: box.bottom + 2 });
  }
}

test('undoing everything leads back to the beginning, and doing it again to the end', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const roll = dice(seed);
    const session = sessionOf({ A1: '1', B2: '2', C3: '=A1+B2', A4: '=SUM(A1:B3)' });
    const begin = told(sessionOf({}).book);
    for (let step = 0; step < 30; step++) {
      session.perform(anyChange(session, roll));
      if (roll(6) === 0) take(session)?.done();
    }
    session.calc.run();
    const end = told(session.book);
    while (session.canUndo) session.undo();
    session.calc.run();
    expect(told(session.book), `seed ${seed}`).toBe(begin);
    while (session.canRedo) session.redo();
    session.calc.run();
    expect(told(session.book), `seed ${seed}, again`).toBe(end);
  }
});
