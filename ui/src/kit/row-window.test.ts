import { describe, expect, it } from 'vitest';
import { even, scrollToReveal, rowsInSight, topOf } from './row-window';

describe('rowsInSight', () => {
  it('covers what is seen and a little more, never what is not there', () => {
    for (const scrollTop of [0, 17, 440, 4_399_000]) {
      const { first, end } = rowsInSight(scrollTop, 800, even(44), 100_000);
      expect(first).toBeLessThanOrEqual(Math.floor(scrollTop / 44));
      expect(end).toBeGreaterThanOrEqual(Math.min(100_000, Math.ceil((scrollTop + 800) / 44)));
      expect(end - first).toBeLessThan(50);
    }
  });

  it('draws as much beyond the edges of a grid, not as many rows', () => {
    const { first, end } = rowsInSight(4300, 800, even(215), 1000);
    expect(first).toBe(18);
    expect(end).toBe(26);
  });

  it('moves in strides: one row of scrolling usually changes nothing', () => {
    const moves = Array.from({ length: 40 }, (_, row) => rowsInSight(4400 + row * 44, 800, even(44), 1000).first);
    expect(new Set(moves).size).toBeLessThanOrEqual(11);
  });

  it('covers what is seen where the first rows are lower', () => {
    const sizes = { height: 200, lead: 30, leadHeight: 60 };
    for (const scrollTop of [0, 900, 1700, 1799, 1801, 5000]) {
      const { first, end } = rowsInSight(scrollTop, 800, sizes, 100);
      expect(topOf(sizes, first)).toBeLessThanOrEqual(scrollTop);
      expect(topOf(sizes, end)).toBeGreaterThanOrEqual(Math.min(topOf(sizes, 100), scrollTop + 800));
    }
  });

  it('has nothing but the rows in sight in its first picture', () => {
    expect(rowsInSight(0, 400, even(40), 1000, true)).toEqual({ first: 0, end: 10 });
    expect(rowsInSight(410, 400, even(40), 1000, true)).toEqual({ first: 10, end: 21 });
    expect(rowsInSight(0, 400, even(40), 3, true)).toEqual({ first: 0, end: 3 });
  });

  it('is empty for an empty list', () => {
    expect(rowsInSight(0, 800, even(44), 0)).toEqual({ first: 0, end: 0 });
  });
});

describe('revealed', () => {
  it.each([
    [8, 0, 440],
    [9, 0, 440],
    [10, 0, 440],
    [2, 200, 440],
  ])('row %d from %d in %d px is in sight afterwards', (row, scrollTop, height) => {
    const to = scrollToReveal(row, scrollTop, height, even(44));
    expect(row * 44).toBeGreaterThanOrEqual(to);
    expect(row * 44 + 44).toBeLessThanOrEqual(to + height);
  });

  it('counts the lower rows before a row', () => {
    const sizes = { height: 200, lead: 2, leadHeight: 60 };
    expect(scrollToReveal(3, 0, 300, sizes)).toBe(2 * 60 + 2 * 200 - 300);
    expect(scrollToReveal(1, 200, 300, sizes)).toBe(60);
  });
});
