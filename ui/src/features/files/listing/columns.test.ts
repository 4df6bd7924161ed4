import { describe, expect, it } from 'vitest';
import { columnsFor, gridTemplate, nameRoom } from './columns';

const ids = (width: number, hidden: Parameters<typeof columnsFor>[1] = new Set()) =>
  columnsFor(width, hidden).map(({ id }) => id);

describe('columnsFor', () => {
  it('shows what there is room for, the useful ones first, in their own order', () => {
    expect(ids(390)).toEqual([]);
    expect(ids(620)).toEqual(['modifiedAt']);
    expect(ids(760)).toEqual(['size', 'modifiedAt']);
    expect(ids(1200)).toEqual(['size', 'createdBy', 'createdAt', 'modifiedBy', 'modifiedAt']);
  });

  it('gives the room of a hidden column to the others', () => {
    expect(ids(760, new Set(['size'] as const))).toEqual(['createdBy', 'modifiedAt']);
  });
});

it('leaves the name a place to stand', () => {
  for (const width of [620, 760, 1000, 1400])
    expect(nameRoom(width, columnsFor(width, new Set()))).toBeGreaterThan(200);
});

it('writes the widths for CSS', () => {
  expect(gridTemplate(columnsFor(620, new Set()))).toBe('44px minmax(0,1fr) 148px 44px');
});
