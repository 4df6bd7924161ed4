import type { Dict } from '../types';

export const summaries = {
  fromText: 'Taken from the text of the file',
  titlesOf: 'Titles of the slides',
  copy: 'Copy all',
  copied: 'Copied',
  making: 'Looking for key sentences',
  page: 'Page {n}',
  slide: 'Slide {n}',
  comma: ', ',
  failedTitle: 'No key sentences yet',
  failedText: 'It didn’t work this time. Please try again.',
  noneTitle: 'No key sentences',
  noneText: 'This file has no text to read, or very little of it.',
  table: 'Table',
  rows: { one: 'One row', other: '{n} rows' },
  cut: '(only the beginning)',
  column: 'Column',
  count: 'Count',
  total: 'Total',
  unnamed: 'Unnamed',
} as const satisfies Dict['summaries'];
