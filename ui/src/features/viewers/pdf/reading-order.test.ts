import { describe, expect, it } from 'vitest';
import { readingOrder } from './reading-order';

const line = (...pieces: [text: string, x: number][]) => [
  ...pieces.map(([str, x]) => ({ str, hasEOL: false, transform: [1, 0, 0, 1, x, 0] })),
  { str: '', hasEOL: true, transform: [1, 0, 0, 1, 0, 0] },
];
const text = (pieces: Parameters<typeof readingOrder>[0]) =>
  readingOrder(pieces)
    .map(({ item }) => item.str)
    .join('');

describe('the order of reading', () => {
  it('turns Persian lines that come as they are drawn', () => {
    expect(text(line(['ارش', 10], ['ز', 20], ['گ', 30]))).toBe('گزارش');
    expect(text([...line(['م', 1], ['سو', 2]), ...line(['ب', 1], ['ا', 2], ['ب', 3])])).toBe('سومباب');
  });

  it('leaves numbers and Latin words in them as they are', () => {
    expect(text(line(['شد', 1], [' ', 2], ['1', 3], ['8', 4], [' ', 5], ['این', 6]))).toBe('این 18 شد');
  });

  it('leaves lines that come as they are read', () => {
    expect(text(line(['گ', 30], ['ز', 20], ['ارش', 10]))).toBe('گزارش');
    expect(text(line(['Annual ', 1], ['report', 20]))).toBe('Annual report');
    expect(text(line(['گزارش', 1]))).toBe('گزارش');
  });

  it('tells which piece is which', () => {
    expect(readingOrder(line(['ب', 1], ['ا', 2])).map(({ index }) => index)).toEqual([1, 0, 2]);
  });
});
