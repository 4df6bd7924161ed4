import { describe, expect, it } from 'vitest';
import { cutMiddle } from './cut-middle';

const room = (letters: number) => (text: string) => Array.from(text).length <= letters;

describe('cutMiddle', () => {
  it.each([
    ['report.pdf', 20, 'report.pdf'],
    ['quarterly-financial-report-2.pdf', 20, 'quarterly-f…rt-2.pdf'],
    ['گزارش مالی سه‌ماههٔ سوم سال (2).pdf', 20, 'گزارش مالی …(2).pdf'],
    ['a-name-without-any-ending', 12, 'a-name-…ding'],
    ['x.a-very-long-thing-after-the-dot', 14, 'x.a-very-…-dot'],
  ])('%s in %d letters is %s', (name, letters, expected) => {
    const cut = cutMiddle(name, room(letters))?.join('…') ?? name;
    expect(Array.from(cut).length).toBeLessThanOrEqual(letters);
    expect(cut.at(-1)).toBe(expected.at(-1));
    expect(cut.startsWith(expected.slice(0, 5))).toBe(true);
    expect(cut.includes('…')).toBe(expected.includes('…'));
  });

  it('keeps letters of more than one code point whole', () => {
    expect(cutMiddle('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', room(30))?.join('…')).toBe('👩‍👩‍👧…👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧');
  });

  it('leaves the cutting to the edge when not even the ending fits', () => {
    expect(cutMiddle('a-long-name.pdf', room(3))).toBeNull();
  });
});
