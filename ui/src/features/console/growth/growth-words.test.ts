import { expect, test } from 'vitest';
import { change, lineOf } from './growth-words';

test('a line reaches from the lowest value to the highest, and a constant one lies in the middle', () => {
  expect(lineOf([0, 5, 10])).toBe('0.0,22.0 50.0,12.0 100.0,2.0');
  expect(lineOf([7, 7])).toBe('0.0,12.0 100.0,12.0');
  expect(lineOf([7])).toBe('');
  expect(lineOf([])).toBe('');
});

test('a change has its sign to the left of the digits, as Persian numbers with a sign have', () => {
  for (const n of [40, -40])
    expect(change(n * 2 ** 30)).toBe(`${new Intl.NumberFormat('fa-IR', { signDisplay: 'always' }).format(n)} گیگابایت`);
});
