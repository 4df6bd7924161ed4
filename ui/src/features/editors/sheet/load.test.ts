import { afterEach, expect, test, vi } from 'vitest';
import { Book, newSheet, put } from './book/book';
import { typeInto } from './book/commands';
import { Session } from './book/session';
import { loadBook } from './load';

afterEach(() => void vi.unstubAllGlobals());

const PLACES = '1:1048576';

/** A workbook with the corners of a sheet. */
function sessionOf(): Session {
  const one = newSheet('one', 'One');
  put(one, 1, 1, { value: 2, look: {} });
  put(one, 1_048_576, 16_384, { value: 3, look: {} });
  return new Session(new Book([one, newSheet('two', 'Two')]));
}

test.each([
  [`SUM(One!${PLACES})`, 5],
  [`COUNT(One!${PLACES})`, 2],
  [`COUNTBLANK(One!${PLACES})`, 1_048_576 * 16_384 - 2],
  [`COUNTIF(One!${PLACES},">2")`, 1],
  [`SUMIF(One!${PLACES},">2")`, 3],
  [`AND(One!${PLACES})`, true],
  [`TEXTJOIN("-",TRUE,One!${PLACES})`, '2-3'],
  [`CONCAT(One!${PLACES})`, '23'],
  [`IFERROR(TEXTJOIN("-",FALSE,One!${PLACES}),"much")`, 'much'],
  [`IFERROR(COUNTIF(One!${PLACES},""),"much")`, 'much'],
  [`IFERROR(SUMPRODUCT(One!${PLACES}),"much")`, 'much'],
  [`IFERROR(SUM(One!${PLACES}*2),"much")`, 'much'],
])('=%s of a sheet with two cells looks at no other place', (formula, wanted) => {
  const session = sessionOf();
  session.perform(typeInto(session, 'two', 1, 1, `=${formula}`) ?? []);
  session.calc.run();
  expect(session.book.cell('two', 1, 1)?.value).toBe(wanted);
});

test('an array formula that a file gives the whole sheet is loaded', async () => {
  const page = {
    sheet: 1,
    sheets: [{ id: '1', name: 'One' }],
    styles: [{}],
    rows: [
      { n: 1, cells: [{ c: 1, v: 1, f: 'A1:XFD1048576*1' }] },
      { n: 1_048_576, cells: [{ c: 16_384, v: 2 }] },
    ],
    arrays: [[1, 1, 1_048_576, 16_384]],
    frozen: [0, 0],
    total: 2,
  };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(page)));
  const { book } = await loadBook('http://localhost/x', () => undefined, new AbortController().signal);
  expect(book.cell('1', 1_048_576, 16_384)).toMatchObject({ value: 2, array: true });
  expect(book.sheets[0]?.arrays).toHaveLength(1);
});

test('each part of a workbook is asked for once, and the sheet that it shows first is known from the first part', async () => {
  const sheets = [
    { id: '1', name: 'One' },
    { id: '7', name: 'Two' },
  ];
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const page = {
      sheet: Math.min(asked.length, 2),
      active: 2,
      sheets,
      styles: [{}],
      rows: [],
      frozen: [0, 0],
      total: 0,
    };
    return Promise.resolve(Response.json(page));
  });
  const { active } = await loadBook('http://localhost/x', () => undefined, new AbortController().signal);
  expect([active, asked.length]).toEqual(['7', 2]);
});
