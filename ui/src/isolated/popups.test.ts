import { expect, it } from 'vitest';
import { shiftOf } from './popups';

it('brings a popup back into the window, and never out on the other side', () => {
  expect(shiftOf({ left: 100, right: 300 }, 400)).toBe(0);
  expect(shiftOf({ left: 300, right: 500 }, 400)).toBe(-108);
  expect(shiftOf({ left: 20, right: 500 }, 400)).toBe(-12);
});
