import { expect, test } from 'vitest';
import {
  closeHead,
  headerAndFooterOf,
  joinHead,
  NO_HEADERS_FOOTERS,
  openHead,
  readHead,
  splitHead,
  type FieldWords,
} from './headers-footers';

const words: FieldWords = {
  page: 'شمارهٔ صفحه',
  pages: 'تعداد صفحه‌ها',
  date: 'تاریخ',
  time: 'ساعت',
  file: 'نام فایل',
  sheet: 'نام برگه',
  path: 'پوشه',
  picture: 'تصویر',
};

test('a header is taken apart into left, middle and right, and put together again', () => {
  const text = '&LA&&B&C&"B Nazanin,Bold"&14گزارش &P&R&D';
  expect(splitHead(text)).toEqual({ left: 'A&&B', center: '&"B Nazanin,Bold"&14گزارش &P', right: '&D' });
  expect(joinHead(splitHead(text))).toBe(text);
  expect(splitHead('Page &P').center).toBe('Page &P');
  expect(splitHead('&l1&r2')).toEqual({ left: '1', center: '', right: '2' });
  expect(joinHead({ left: '', center: '', right: '' })).toBe('');
});

test('the codes give texts and fields their looks', () => {
  const parts = readHead('&"Tahoma,Bold Italic"&14&K00FF00A&& B&B&I&U&S&P+2&X&N&K01+000&E&Z&D');
  expect(parts).toEqual([
    { text: 'A', look: { font: 'Tahoma', bold: true, italic: true, size: 14, color: '00FF00' } },
    { text: '&', look: expect.anything() },
    { text: ' B', look: expect.anything() },
    {
      field: 'page',
      plus: 2,
      look: {
        font: 'Tahoma',
        bold: false,
        italic: false,
        size: 14,
        color: '00FF00',
        underline: 'single',
        strike: true,
      },
    },
    { field: 'pages', look: expect.objectContaining({ raised: 'super' }) },
    { field: 'path', look: expect.objectContaining({ underline: 'double' }) },
    { field: 'date', look: expect.anything() },
  ]);
  expect(readHead('&Q100%&')).toEqual([{ text: '100%', look: {} }]);
  expect(readHead('&12 34')[0]).toEqual({ text: ' 34', look: { size: 12 } });
});

test('people edit words in brackets, and what they do not see stays', () => {
  for (const section of [
    'صفحهٔ &P از &N',
    '&"B Nazanin,Bold"&14گزارش &D',
    'A && B',
    '&12 34',
    'a &Bbold&B [x] &P+1 &G',
    '',
  ]) {
    expect(closeHead(openHead(section, words), words)).toBe(section);
  }
  expect(openHead('&"B Nazanin,Bold"&14صفحهٔ &P', words)).toEqual({
    look: '&"B Nazanin,Bold"&14',
    text: 'صفحهٔ [شمارهٔ صفحه]',
  });
  expect(closeHead({ look: '&14', text: '' }, words)).toBe('');
  expect(closeHead({ look: '', text: 'R&D [شمارهٔ صفحه]\n' }, words)).toBe('R&&D &P');
});

test('the first page and even pages have their own where the sheet says so', () => {
  const heads = { ...NO_HEADERS_FOOTERS, odd: ['o', ''], even: ['e', ''], first: ['f', ''] } as const;
  const at = (more: object) =>
    [1, 2, 3].map((page) => headerAndFooterOf({ ...heads, ...more }, page, page === 1)[0]).join('');
  expect(at({})).toBe('ooo');
  expect(at({ onEven: true })).toBe('oeo');
  expect(at({ onEven: true, onFirst: true })).toBe('feo');
});
