import { expect, test } from 'vitest';
import { columnName, coverOf, trackOf } from './sheet-layout';

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
