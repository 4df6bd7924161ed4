import { describe, expect, it } from 'vitest';
import { parseCsv } from './csv';

describe('parseCsv', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\r\n"x;""y""";2',
      [
        ['a', 'b'],
        ['x;"y"', '2'],
      ],
    ],
    [
      '\uFEFFa\tb\n\t2',
      [
        ['a', 'b'],
        ['', '2'],
      ],
    ],
    [
      'a,b,\n"two\nlines",2,',
      [
        ['a', 'b', ''],
        ['two\nlines', '2', ''],
      ],
    ],
    ['', []],
  ])('%j', (text, rows) => expect(parseCsv(text)).toEqual(rows));
});
