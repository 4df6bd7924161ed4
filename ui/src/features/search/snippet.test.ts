import { expect, it } from 'vitest';
import { readable } from './snippet';

const marked = (text: string, word: string, name = 'a.txt') => {
  const at = text.indexOf(word);
  const { text: shown, marks } = readable({ text, marks: [[at, at + word.length]] }, name);
  return [shown, shown.slice(marks[0]?.[0], marks[0]?.[1])];
};

it('keeps a match near the beginning in its place', () => {
  expect(marked('the quick fox', 'quick')).toEqual(['the quick fox', 'quick']);
});

it('cuts what comes long before the match, between words', () => {
  expect(marked('one two three four five six seven eight nine ten', 'eight')).toEqual([
    '…four five six seven eight nine ten',
    'eight',
  ]);
});

it('takes markup out of marked-up files alone', () => {
  expect(marked('## Plan\n\n**Budget** of [the house](https://x.y) snake_case', 'house', 'plan.md')).toEqual([
    ' Plan Budget of the house snake_case',
    'house',
  ]);
  expect(marked('## Plan', 'Plan', 'plan.go')).toEqual(['## Plan', 'Plan']);
});
