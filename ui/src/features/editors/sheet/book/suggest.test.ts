import { beforeAll, expect, test } from 'vitest';
import { setLang } from '~/i18n';
import { areaIn } from '../formula/address';
import { rawText, shownText, widenColumn } from '../grid/shown';
import { Book, newSheet } from './book';
import { writeForms } from './clipboard';
import { typeInto } from './commands';
import { Session } from './session';
import { DATE, PERSIAN_DATE, readTyped } from './typed';

function sessionOf(cells: Record<string, string>): Session {
  const session = new Session(new Book([newSheet('one', 'One')]));
  for (const [name, text] of Object.entries(cells)) type(session, name, text);
  return session;
}

function placeOf(name: string) {
  const area = areaIn(name);
  if (!area) throw new Error(name);
  return { sheet: 'one', row: area.top, column: area.left };
}

function type(session: Session, name: string, text: string) {
  const place = placeOf(name);
  const changes = typeInto(session, 'one', place.row, place.column, text) ?? [];
  session.perform(changes, null, () => widenColumn(session, place));
  session.calc.run();
}

function cell(session: Session, name: string) {
  const { row, column } = placeOf(name);
  const found = session.book.cell('one', row, column);
  if (!found) throw new Error(`${name} is empty`);
  return found;
}

beforeAll(() => setLang('fa-ir'));

test.each([
  ['=TODAY()', PERSIAN_DATE],
  ['=DATE(2026,11,23)', PERSIAN_DATE],
  ['=NOW()', `${PERSIAN_DATE} h:mm`],
  ['=TIME(1,2,3)', 'h:mm'],
  ['=RATE(48,-200,8000)', '0.00%'],
  ['=A1+30', DATE],
  ['=EDATE(A1,1)', PERSIAN_DATE],
  ['=A1-A1', undefined],
  ['=SUM(B1:B3)', '#,##0" ریال"'],
  ['=B1*C1', '#,##0" ریال"'],
  ['=C1*B1', '#,##0" ریال"'],
  ['=B1/B2', undefined],
  ['=B1/4', '#,##0" ریال"'],
  ['=IF(B1>1,B1,0)', '#,##0" ریال"'],
  ['=COUNT(B1:B3)', undefined],
  ['=YEAR(A1)', undefined],
])('%s has the format of its function or of what it reads', (text, format) => {
  const session = sessionOf({ A1: '2026-11-23', B1: '2500 ریال', B2: '100 ریال', C1: '10%', E9: text });
  expect(cell(session, 'E9').look.numFmt).toBe(format);
});

test('a format that is there stays', () => {
  const session = sessionOf({ A1: '10%' });
  type(session, 'A1', '=TODAY()');
  expect(cell(session, 'A1').look.numFmt).toBe('0%');
});

test.each([
  ['۲۵۰۰ ریال', 2500, '#,##0" ریال"'],
  ['۱٬۲۵۰٬۰۰۰ تومان', 1_250_000, '#,##0" تومان"'],
  ['-2,500.5 ریال', -2500.5, '#,##0.00" ریال"'],
  ['$25', 25, '"$"#,##0'],
  ['$1,250.75', 1250.75, '"$"#,##0.00'],
])('%s is an amount of its currency', (text, value, numFmt) => expect(readTyped(text)).toEqual({ value, numFmt }));

test('words with a currency stay words', () => expect(readTyped('صد ریال')).toEqual({ value: 'صد ریال' }));

test('a column of the usual width widens for a number, and is as before when that is undone', () => {
  const session = sessionOf({});
  const { widths } = session.book.sheet('one');
  type(session, 'A1', '5');
  expect(widths.get(1)).toBeUndefined();
  type(session, 'A1', '12,500,000 ریال');
  expect(widths.get(1)).toBe('۱۲٬۵۰۰٬۰۰۰ ریال'.length * 8 + 16);
  expect(session.write()?.ops).toContainEqual({ op: 'width', sheet: 'one', from: 0, to: 0, px: widths.get(1) });
  session.undo();
  expect(widths.get(1)).toBeUndefined();
  session.redo();
  expect(widths.get(1)).toBeGreaterThan(72);
  type(session, 'B1', '=DATE(2026,11,23)');
  expect(widths.get(2)).toBe(96);
  // Rounded rather than wide.
  type(session, 'C1', '=1/3');
  expect(widths.get(3)).toBe(11 * 8 + 16);
  type(session, 'D1', 'a text that is long');
  expect(widths.get(4)).toBeUndefined();
});

test('cells are copied with their values in Latin digits, and shown in those of the language', () => {
  const session = sessionOf({ A1: '۲٬۵۰۰٫۷۵ ریال', B1: '۱۴۰۵/۹/۲', C1: '۱۵٪', D1: 'متن ۱', A2: '14:30', B2: '=1/3' });
  const sheet = session.book.sheet('one');
  const area = { top: 1, left: 1, bottom: 2, right: 4 };
  const { text, html } = writeForms(
    sheet,
    area,
    (one) => rawText(one, 0),
    (one) => shownText(one, 0),
  );
  expect(text).toBe('2500.75\t2026-11-23\t15%\tمتن ۱\n14:30\t0.333333333333333\t\t');
  expect(html).toContain('<td x:num="2500.75" sdval="2500.75">2,500.75 ریال</td>');
  expect(shownText(cell(session, 'A1'), 0)).toBe('۲٬۵۰۰٫۷۵ ریال');
  expect(shownText(cell(session, 'B1'), 0)).toBe('۱۴۰۵/۰۹/۰۲');
});
