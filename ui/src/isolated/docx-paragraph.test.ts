import { expect, test } from 'vitest';
import { markerOf, pressedAlignment, sideOf } from './docx-paragraph';

test.each([
  // What the file says, the side in a paragraph from the left, and in one from the right.
  ['left', 'left', 'right'],
  ['start', 'left', 'right'],
  ['right', 'right', 'left'],
  ['end', 'right', 'left'],
  ['center', 'center', 'center'],
  ['both', 'justify', 'justify'],
  ['distribute', 'justify', 'justify'],
  ['mediumKashida', 'justify', 'justify'],
] as const)('%s stands at the leading or trailing edge', (alignment, fromLeft, fromRight) => {
  expect(sideOf({ alignment, bidi: null })).toBe(fromLeft);
  expect(sideOf({ alignment, bidi: false })).toBe(fromLeft);
  expect(sideOf({ alignment, bidi: true })).toBe(fromRight);
});

test('without alignment a paragraph stands where it begins', () => {
  expect(sideOf({ alignment: null, bidi: true })).toBeUndefined();
  expect(pressedAlignment({ bidi: true })).toBe('right');
  expect(pressedAlignment({})).toBe('left');
  expect(pressedAlignment({ alignment: 'both', bidi: true })).toBe('both');
  expect(pressedAlignment({ alignment: 'left', bidi: true })).toBe('right');
});

test('the numbers of a list are written as its paragraphs are', () => {
  expect(markerOf({ bidi: true }, '12.')).toBe('۱۲.');
  expect(markerOf({ bidi: null }, '12.')).toBe('12.');
  expect(markerOf({ bidi: true }, null)).toBeNull();
});
