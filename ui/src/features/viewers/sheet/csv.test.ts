import { describe, expect, it } from 'vitest';
import { MAX_COLUMNS, parseCsv } from './csv';

describe('parseCsv', () => {
  it('leaves out cells beyond the limit, and reads on', () => {
    const [wide = [], next] = parseCsv(`${','.repeat(100_000)}\n1,2`);
    expect(wide).toHaveLength(MAX_COLUMNS);
    expect(next).toEqual(['1', '2']);
  });

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
