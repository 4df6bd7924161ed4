import { deepMerge, en } from '@eigenpal/docx-editor-i18n';
import { expect, test } from 'vitest';
import { en as ours } from './docx-edit-en';
import { fa } from './docx-edit-fa';

/** Parts of the dictionary whose features are off, keys of the keyboard, and addresses. */
const OFF =
  /^(?:agentPanel|responsePreview|contextMenu\.aiActions|dialogs\.keyboardShortcuts)\.|^contextMenu\.(?:ariaLabel|customPrompt)|Shortcut$|urlPlaceholder$|^dialogs\.footnoteProperties\.formats\./;

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const leavesOf = (tree: Readonly<Record<string, unknown>>, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    isTree(value) ? leavesOf(value, `${path}${key}.`) : [[path + key, String(value)] satisfies [string, string]],
  );

const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();

test('the editor says nothing in English to people whose language is Persian', () => {
  const known = new Map(leavesOf(fa));
  const all = leavesOf(en as Readonly<Record<string, unknown>>).filter(([key]) => key !== '_lang' && !OFF.test(key));
  expect(all.length).toBeGreaterThan(400);
  expect(all.filter(([key]) => !known.has(key))).toEqual([]);
  for (const [key, text] of all) expect([key, places(known.get(key) ?? '')]).toEqual([key, places(text)]);
});

const mentions = (tree: object) =>
  leavesOf(tree as Readonly<Record<string, unknown>>).filter(([, text]) => text.includes('@'));

test('the English words promise no mentions, which there are none of', () => {
  expect(mentions(en)).toEqual([['comments.replyPlaceholder', 'Reply or add others with @']]);
  expect(mentions(deepMerge(en, ours))).toEqual([]);
});
