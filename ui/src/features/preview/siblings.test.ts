import { expect, it } from 'vitest';
import { siblingsIn } from './siblings';

it('knows the neighbours and the place among all', () => {
  expect(siblingsIn(['a', 'b', 'c'], 'b')).toEqual({ previous: 'a', next: 'c', at: 2, total: 3 });
  expect(siblingsIn(['a'], 'a')).toEqual({ previous: null, next: null, at: 1, total: 1 });
  expect(siblingsIn(['a'], 'x')).toBeNull();
});
