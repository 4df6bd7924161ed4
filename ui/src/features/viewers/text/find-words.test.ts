import { expect, test } from 'vitest';
import { findWords } from './find-words';

const found = (text: string, words: string) => findWords(text, words).map(([from, until]) => text.slice(from, until));

test('words are found as they follow each other, whatever the white space', () => {
  expect(found('The budget\n  is approved. A budget.', 'budget is approved.')).toEqual(['budget\n  is approved.']);
});

test('letters, digits and joiners of Persian count as one', () => {
  expect(found('كتاب‌هاي سال ١٤٠٥ رسید', 'کتابهای سال ۱۴۰۵')).toEqual(['كتاب‌هاي سال ١٤٠٥']);
  expect(found('صورت‌جلسهٔ هیئت‌مدیره', 'صورتجلسه')).toEqual(['صورت‌جلسه']);
});

test('words that stand apart are found one by one', () => {
  expect(found('Rent is due. The lease ends; rent stops.', 'rent lease')).toEqual(['Rent', 'lease', 'rent']);
  expect(found('nothing here', 'absent')).toEqual([]);
  expect(found('nothing here', '  ')).toEqual([]);
});
