import { describe, expect, it } from 'vitest';
import { PAGE_SIZE, pageOf, pagesFor } from './windows';

describe('pagesFor', () => {
  it.each([
    [0, 30, 5, [1]],
    [0, 30, 100_000, [1]],
    [150, 190, 100_000, [1, 2]],
    [400, 440, 100_000, [2, 3]],
    [99_960, 100_000, 100_000, [500]],
    [0, 0, 0, [1]],
  ])('entries %d to %d of %d', (first, end, total, pages) => {
    expect(pagesFor(first, end, total)).toEqual(pages);
  });
});

it('pages count from 1', () => {
  expect([pageOf(0), pageOf(PAGE_SIZE - 1), pageOf(PAGE_SIZE)]).toEqual([1, 1, 2]);
});
