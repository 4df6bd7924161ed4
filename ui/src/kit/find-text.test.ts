import { describe, expect, it } from 'vitest';
import { foldText, occurrences, patternOf } from './find-text';

const found = (text: string, words: string, anyOf = false) => {
  const pattern = patternOf(words, anyOf);
  return pattern ? occurrences(foldText(text), pattern).map(([from, to]) => text.slice(from, to)) : null;
};

describe('words in a document', () => {
  it('are found in Arabic letters, other digits and other cases', () => {
    expect(found('كتاب يك ۱۲۳', 'کتاب یک 123')).toEqual(['كتاب يك ۱۲۳']);
    expect(found('Annual REPORT', 'report')).toEqual(['REPORT']);
  });

  it('are found with and without joiners, marks and tatweel', () => {
    expect(found('سه‌ماههٔ سوم', 'سه ماهه')).toEqual(['سه‌ماههٔ']);
    expect(found('سهماهه', 'سه‌ماهه')).toEqual(['سهماهه']);
    expect(found('گــزارش مالی', 'گزارش')).toEqual(['گــزارش']);
    expect(found('كِتاب', 'کتاب')).toEqual(['كِتاب']);
  });

  it('are found in the forms of presentation that old documents hold', () => {
    expect(found('ﮐﺘﺎﺏ', 'کتاب')).toEqual(['ﮐﺘﺎﺏ']);
    expect(found('ﻻﻟﻪ', 'لاله')).toEqual(['ﻻﻟﻪ']);
  });

  it('are found over a break of lines, and never inside of other gaps', () => {
    expect(found('annual\nreport', 'annual report')).toEqual(['annual\nreport']);
    expect(found('at he end', 'the')).toEqual([]);
  });

  it('may be any of several', () => {
    expect(found('one two three', 'three one', true)).toEqual(['one', 'three']);
    expect(found('one two three', 'three one')).toEqual([]);
  });

  it('may hold signs of patterns, or be none', () => {
    expect(found('cost (a+b) $5.00', '(a+b) $5.00')).toEqual(['(a+b) $5.00']);
    expect(found('text', ' ‌ ')).toBeNull();
  });
});
