import { expect, it } from 'vitest';
import { NEAR, ruleFor, stretchesAround } from './docx-near';

function shownOf(count: number, one: number, other: number): number[] {
  document.head.innerHTML = `<style>${ruleFor(stretchesAround(one, other))}</style>`;
  const lines = Array.from({ length: count }, (_, n) => `<p id="b${n}"></p>`).join('');
  document.body.innerHTML = `<div class="paged-editor__hidden-pm"><div class="ProseMirror">${lines}</div></div>`;
  return [...document.querySelectorAll('p')].flatMap((line, n) =>
    getComputedStyle(line).display === 'none' ? [] : [n],
  );
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

it('lays out the blocks around the caret and at both ends', () => {
  expect(shownOf(400, 200, 200)).toEqual([
    ...numbers(0, NEAR - 1),
    ...numbers(200 - NEAR, 200 + NEAR),
    ...numbers(400 - NEAR, 399),
  ]);
});

it('lays out the blocks around both ends of a long selection, and all of a short one', () => {
  const ends = shownOf(400, 300, 100);
  expect(ends).toContain(100 - NEAR);
  expect(ends).toContain(300 + NEAR);
  expect(ends).not.toContain(200);
  expect(shownOf(400, 100, 150)).toEqual(expect.arrayContaining(numbers(100 - NEAR, 150 + NEAR)));
});

it('lays out the blocks around a caret near the beginning', () => {
  expect(shownOf(400, 3, 3)).toEqual([...numbers(0, 3 + NEAR), ...numbers(400 - NEAR, 399)]);
});
