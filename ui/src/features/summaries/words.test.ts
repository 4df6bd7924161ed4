import { expect, test } from 'vitest';
import { asText, firstWords } from './words';

test('a sentence is found by its first words', () => {
  expect(firstWords('درآمد شرکت نسبت به دورهٔ پیش ۱۸٪ رشد کرد و به ۱٬۶۵۰ میلیون رسید.')).toBe(
    'درآمد شرکت نسبت به دورهٔ پیش ۱۸٪ رشد',
  );
  expect(firstWords('Short one.')).toBe('Short one.');
});

test('copied sentences are a list', () => {
  const one = { text: 'One.', place: 0, block: 1, heading: '' };
  expect(asText([one, { ...one, text: 'دو.' }])).toBe('• One.\n• دو.');
});
