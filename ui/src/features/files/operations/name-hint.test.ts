import fs from 'node:fs';
import { expect, it } from 'vitest';
import { lettersOver, nameHint, isWindowsName } from './name-hint';

it('says of names what the server says', () => {
  const table = JSON.parse(fs.readFileSync('../app/base/names/testdata/windows.json', 'utf8')) as Record<
    string,
    string
  >;
  for (const [name, windows] of Object.entries(table)) expect(isWindowsName(name), name).toBe(name === windows);
});

it.each([
  ['a', 0],
  ['ی'.repeat(120), 0],
  ['ی'.repeat(121), 1],
  ['ی'.repeat(127), 7],
  ['x'.repeat(250), 10],
  [`${'ی'.repeat(119)}.txt`, 1],
  [`  ${'ی'.repeat(120)} `, 0],
])('counts the letters that are too many: %s', (name, want) => {
  expect(lettersOver(name)).toBe(want);
});

it('hints at what Windows cannot have and at length', () => {
  expect(nameHint('گزارش.pdf')).toBeUndefined();
  expect(nameHint('  ')).toBeUndefined();
  expect(nameHint('a:b')).toContain('ویندوز');
  expect(nameHint('ی'.repeat(123))).toContain('۳');
});
