import { expect, test } from 'vitest';
import { sectionsOf } from './block-sections';

const row = (cell: string) => ({ kind: 'row', cells: [cell] }) as const;

test('rows that follow one another are a table, and notes stand apart', () => {
  const text = { kind: 'paragraph', text: 'between' } as const;
  const note = { kind: 'note', text: 'below' } as const;
  expect(sectionsOf([row('a'), row('b'), note, text, row('c')])).toEqual([
    { place: 0, parts: [[row('a'), row('b')], text, [row('c')]], notes: [note] },
  ]);
});

test('each slide is a section', () => {
  const first = { kind: 'heading', level: 1, place: 1, text: 'one' } as const;
  const third = { kind: 'item', place: 3, text: 'three' } as const;
  expect(sectionsOf([first, third])).toEqual([
    { place: 1, parts: [first], notes: [] },
    { place: 3, parts: [third], notes: [] },
  ]);
});
