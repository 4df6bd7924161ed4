import { beforeEach, describe, expect, it } from 'vitest';
import { findWords, foldWords } from './find-words';

const found = (html: string, words: string) => {
  document.body.innerHTML = html;
  return findWords(document.body, words).map(String);
};

describe('words of a document', () => {
  beforeEach(() => document.body.replaceChildren());

  it('are compared without marks, joiners, kinds of letters and digits', () => {
    expect(foldWords('  كتاب\u200cهايِ ۱۴۰۵  ')).toBe('کتابهای 1405');
    expect(foldWords('ANBAR')).toBe('anbar');
  });

  it('are found by the letters of a ligature and of other keyboards', () => {
    expect(found('<p>the o\ufb03ce</p>', 'office')).toEqual(['o\ufb03ce']);
    expect(found('<p>مؤسسهٔ ہمکار</p>', 'موسسه همکار')).toEqual(['مؤسسهٔ ہمکار']);
  });

  it('are found across elements and lines', () => {
    expect(found('<p>گزار<b>ش سا</b>لانه</p><p>Report</p>', 'گزارش سالانه')).toEqual(['گزارش سالانه']);
    expect(found('<p>annual\n   report</p>', 'Annual Report')).toEqual(['annual\n   report']);
  });

  it('are found as they are written', () => {
    expect(found('<p>کتاب\u200cها و كتابها</p>', 'کتاب‌ها')).toEqual(['کتاب\u200cها', 'كتابها']);
  });

  it('are found with a space in place of a joiner, and the other way round', () => {
    expect(found('<p>کتاب\u200cها</p>', 'کتاب ها')).toEqual(['کتاب\u200cها']);
    expect(found('<p>می روم</p><p>می\u200cروم</p>', 'می\u200cروم')).toEqual(['می\u200cروم']);
  });

  it('are not found across blocks', () => {
    expect(found('<p>annual</p><p>report</p>', 'annualreport')).toEqual([]);
  });

  it('are found one by one where they never stand together', () => {
    expect(found('<p>two and then one</p>', 'one two')).toEqual(['two', 'one']);
  });

  it('are not looked for when there are none', () => {
    expect(found('<p>text</p>', ' \u200c ')).toEqual([]);
  });
});
