import { expect, it } from 'vitest';
import { isHeavySvg } from './svg-weight';

const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${body}</svg>`;
const nested = (depth: number, one: (at: number) => string, last: string) =>
  svg(
    `<defs><g id="g0"><rect width="1" height="1"/></g>${Array.from({ length: depth }, (_, at) => `<g id="g${at + 1}">${one(at).repeat(10)}</g>`).join('')}</defs>${last}`,
  );

it.each([
  ['a picture', svg('<rect width="4" height="4"/>'.repeat(1000)), false],
  ['a few that are used', nested(3, (at) => `<use href="#g${at}"/>`, '<use href="#g3"/>'), false],
  ['a bomb', nested(12, (at) => `<use href="#g${at}"/>`, '<use href="#g12"/>'), true],
  [
    'a bomb by the older name',
    nested(12, (at) => `<use xmlns:x="http://www.w3.org/1999/xlink" x:href="#g${at}"/>`, '<use href="#g12"/>'),
    true,
  ],
  ['a bomb of fills', nested(12, (at) => `<rect style="fill: url('#g${at}')"/>`, '<rect fill="url(#g12)"/>'), true],
  ['one that uses itself', svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'), false],
  ['no drawing', 'words', false],
  ['cut', '<svg xmlns="http://www.w3.org/2000/svg"><rect', false],
])('%s', (_, text, heavy) => expect(isHeavySvg(text)).toBe(heavy));
