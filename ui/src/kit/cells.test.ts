import { describe, expect, it } from 'vitest';
import { below, cellsOfRow, rowCount, rowOf } from './cells';

// Five and seven cells in three columns: two rows of the first part, three of the second.
const grid = { columns: 3, leading: 5 };
const count = 12;

describe('cells', () => {
  it('begins a new row with the second part', () => {
    expect(rowCount(grid, count)).toBe(5);
    expect(Array.from({ length: 5 }, (_, row) => cellsOfRow(grid, row, count))).toEqual([
      { first: 0, end: 3 },
      { first: 3, end: 5 },
      { first: 5, end: 8 },
      { first: 8, end: 11 },
      { first: 11, end: 12 },
    ]);
  });

  it('finds the row of every cell', () => {
    expect(Array.from({ length: count }, (_, index) => rowOf(grid, index))).toEqual([
      0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 4,
    ]);
  });

  it('keeps the column from one row to the next, and takes the last cell of a short row', () => {
    expect(below(grid, 1, 1, count)).toBe(4);
    expect(below(grid, 2, 1, count)).toBe(4);
    expect(below(grid, 4, 1, count)).toBe(6);
    expect(below(grid, 7, -1, count)).toBe(4);
    expect(below(grid, 10, 1, count)).toBe(11);
  });

  it('leads nowhere beyond the rows', () => {
    expect(below(grid, 2, -1, count)).toBeNull();
    expect(below(grid, 11, 1, count)).toBeNull();
  });

  it('is a plain list of one part', () => {
    expect(rowCount({ columns: 1, leading: 0 }, 7)).toBe(7);
    expect(below({ columns: 1, leading: 0 }, 3, 2, 7)).toBe(5);
  });
});
