import { describe, expect, it } from 'vitest';
import { cellsIn, gridLayout, listLayout } from './layout';

describe('gridLayout', () => {
  it.each([360, 390, 760, 1100, 1900])('fills %d px without passing them', (width) => {
    const { columns, cellWidth, gap, padding } = gridLayout(width, 0);
    const used = columns * cellWidth + (columns - 1) * gap + 2 * padding;
    expect(used).toBeLessThanOrEqual(width);
    expect(width - used).toBeLessThan(columns);
    expect(columns).toBeGreaterThanOrEqual(2);
  });
});

describe('cellsIn', () => {
  const grid = { columns: 4, leading: 0, rowHeight: 200, folderHeight: 70, cellWidth: 150, gap: 10, padding: 20 };

  it('finds what a rectangle touches', () => {
    expect(cellsIn({ top: 30, bottom: 40, start: 30, end: 200 }, grid, 100)).toEqual([0, 1]);
    expect(cellsIn({ top: 30, bottom: 230, start: 30, end: 40 }, grid, 100)).toEqual([0, 4]);
  });

  it('finds nothing in the gaps and beyond the end', () => {
    expect(cellsIn({ top: 30, bottom: 40, start: 172, end: 178 }, grid, 100)).toEqual([]);
    expect(cellsIn({ top: 30, bottom: 900, start: 0, end: 900 }, grid, 3)).toEqual([0, 1, 2]);
  });

  it('finds directories in their lower rows, and files below them', () => {
    const mixed = { ...grid, leading: 6 };
    // Two rows of directories end at 20 + 2 × 70.
    expect(cellsIn({ top: 30, bottom: 40, start: 30, end: 900 }, mixed, 100)).toEqual([0, 1, 2, 3]);
    expect(cellsIn({ top: 95, bottom: 140, start: 30, end: 900 }, mixed, 100)).toEqual([4, 5]);
    expect(cellsIn({ top: 95, bottom: 165, start: 340, end: 900 }, mixed, 100)).toEqual([8, 9]);
    expect(cellsIn({ top: 170, bottom: 300, start: 30, end: 200 }, mixed, 100)).toEqual([6, 7]);
  });

  it('finds rows of a list', () => {
    expect(cellsIn({ top: 50, bottom: 140, start: 0, end: 5 }, listLayout(900, false), 100)).toEqual([1, 2, 3]);
  });
});
