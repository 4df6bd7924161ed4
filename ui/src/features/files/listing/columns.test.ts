import { describe, expect, it } from 'vitest';
import { columnsFor, gridTemplate, HIDDEN_AT_FIRST, nameWidth } from './columns';

const ids = (width: number, hidden: Parameters<typeof columnsFor>[1] = new Set(HIDDEN_AT_FIRST)) =>
  columnsFor(width, hidden).map(({ id }) => id);

describe('columnsFor', () => {
  it('shows what there is room for, the useful ones first, and leaves the name the most', () => {
    expect(ids(390)).toEqual([]);
    expect(ids(660)).toEqual(['modifiedAt']);
    expect(ids(800)).toEqual(['modifiedAt', 'size']);
    expect(ids(1002)).toEqual(['modifiedAt', 'size', 'createdBy']);
    expect(ids(1900)).toEqual(['modifiedAt', 'size', 'createdBy']);
  });

  it('gives the room of a hidden column to the others', () => {
    expect(ids(860, new Set([...HIDDEN_AT_FIRST, 'size'] as const))).toEqual(['modifiedAt', 'createdBy']);
  });

  it('takes from the name for columns that were asked for', () => {
    expect(ids(1002, new Set())).toEqual(['modifiedAt', 'size', 'createdBy', 'type']);
    expect(ids(1002, new Set(HIDDEN_AT_FIRST.filter((id) => id !== 'createdAt')))).toEqual([
      'modifiedAt',
      'size',
      'createdBy',
      'createdAt',
    ]);
  });
});

it('leaves the name a place to stand', () => {
  for (const width of [620, 760, 1000, 1400])
    expect(nameWidth(width, columnsFor(width, new Set()))).toBeGreaterThan(200);
});

it('writes the widths for CSS', () => {
  expect(gridTemplate(columnsFor(620, new Set()))).toBe('44px minmax(0,1fr) 148px 44px');
});
