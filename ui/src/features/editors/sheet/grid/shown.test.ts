import { expect, test } from 'vitest';
import { internLook } from '../book/book';
import { shownText, sortOf } from './shown';

const formats = ['0', '#,##0', '0.00', '#,##0.00', '#,##0" ریال"', '#,##0;[Red]-#,##0', '#,##0.00 ;(#,##0.00)'];
const near = [
  0,
  0.4,
  0.5,
  0.994,
  0.995,
  0.9951,
  9.5,
  99.99,
  99.995,
  99.996,
  999.5,
  1000,
  12345.678,
  1e6 - 0.5,
  1e6,
  123456789,
];

test.each(formats)('numbers of one sort are as long in %s', (numFmt) => {
  const lengths = new Map<number, number>();
  for (const value of [...near, ...near.map((one) => -one), ...near.map((one) => one + 0.001)]) {
    const cell = { value, look: internLook({ numFmt }) };
    const sort = sortOf(cell);
    if (sort === null) throw new Error(`no sort of ${value}`);
    const { length } = shownText(cell, 0);
    expect([value, lengths.get(sort) ?? length]).toEqual([value, length]);
    lengths.set(sort, length);
  }
});

test.each(['General', '0%', '0.0#', 'yyyy/mm/dd', '#,##0;"-"', '0.00E+00', '#,##0,', '#,##0;0.00'])(
  'numbers in %s are written to know how long they are',
  (numFmt) => {
    expect(sortOf({ value: 1, look: internLook({ numFmt }) })).toBeNull();
  },
);
