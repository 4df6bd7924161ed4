import { expect, test } from 'vitest';
import { columnName, coverOf, flowOf, measureOverflow, trackOf } from './layout';

test('columns have the names of spreadsheets', () => {
  expect([1, 26, 27, 52, 702, 703, 16_384].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA', 'XFD']);
});

test('items of their own size move those behind them', () => {
  const track = trackOf(
    5,
    10,
    new Map([
      [4, 0],
      [2, 30],
      [9, 99],
    ]),
  );
  expect([1, 2, 3, 4, 5, 6].map(track.at)).toEqual([0, 10, 40, 50, 50, 60]);
  expect([-5, 0, 9, 10, 39, 40, 49, 55, 1000].map(track.find)).toEqual([1, 1, 1, 2, 2, 3, 3, 5, 5]);
});

test('a million rows are found at once', () => {
  const track = trackOf(1_000_000, 24, new Map(Array.from({ length: 10_000 }, (_, at) => [at * 3 + 1, 48] as const)));
  for (const row of [1, 2, 29_999, 500_000, 1_000_000]) expect(track.find(track.at(row))).toBe(row);
});

test('a cell within a merged one belongs to it', () => {
  const merges = [[2, 2, 2, 3]] as const;
  expect(coverOf(merges, 3, 4)).toEqual([2, 2, 2, 3]);
  expect(coverOf(merges, 4, 4)).toEqual([4, 4, 1, 1]);
});

test('a text goes on to the side to which it is written, or from which it is aligned', () => {
  // Latin and Persian, in a sheet from the left and one from the right.
  expect([flowOf(undefined, false, false), flowOf(undefined, true, false)]).toEqual(['ahead', 'back']);
  expect([flowOf(undefined, true, true), flowOf(undefined, false, true)]).toEqual(['ahead', 'back']);
  expect([flowOf('left', true, false), flowOf('right', false, false)]).toEqual(['ahead', 'back']);
  expect([flowOf('left', true, true), flowOf('right', false, true)]).toEqual(['back', 'ahead']);
  expect([flowOf('center', true, true), flowOf('center', false, false)]).toEqual(['both', 'both']);
  expect(flowOf('justify', true, false)).toBe('back');
});

const free = (taken: number[]) => (column: number) => !taken.includes(column);

test('a text goes on over free columns, as far as it needs, and a neighbour cuts it', () => {
  const columns = trackOf(10, 50, new Map([[6, 80]]));
  expect(measureOverflow(columns, 5, 'ahead', 1000, free([8]))).toEqual({ before: 0, behind: 130 });
  expect(measureOverflow(columns, 5, 'back', 1000, free([2]))).toEqual({ before: 100, behind: 0 });
  expect(measureOverflow(columns, 5, 'back', 1000, free([]))).toEqual({ before: 200, behind: 0 });
  expect(measureOverflow(columns, 5, 'ahead', 1000, free([]))).toEqual({ before: 0, behind: 280 });
  expect(measureOverflow(columns, 5, 'both', 1000, free([2, 6]))).toEqual({ before: 100, behind: 0 });
  expect(measureOverflow(columns, 5, 'both', 120, free([]))).toEqual({ before: 50, behind: 80 });
  expect(measureOverflow(columns, 5, 'ahead', 50, free([]))).toEqual({ before: 0, behind: 0 });
  expect(measureOverflow(columns, 1, 'back', 1000, free([]))).toEqual({ before: 0, behind: 0 });
});
