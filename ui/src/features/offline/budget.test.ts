import { expect, it } from 'vitest';
import { tooMuch } from './budget';

it('lets go of what was not seen for the longest time', () => {
  const kept = [
    { id: 'old', size: 4, at: 1 },
    { id: 'new', size: 4, at: 3 },
    { id: 'mid', size: 4, at: 2 },
  ];
  expect(tooMuch(kept, 12)).toEqual([]);
  expect(tooMuch(kept, 8)).toEqual(['old']);
  expect(tooMuch(kept, 3)).toEqual(['new', 'mid', 'old']);
});
