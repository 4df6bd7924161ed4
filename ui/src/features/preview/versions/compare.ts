import type { Block } from '~/api/document';
import { diff, type Run } from './diff';

/** Words of a block that stayed, are gone, or are new. */
export interface Piece {
  readonly kind: Run<string>['kind'];
  readonly text: string;
}

/** A block of the later version, or one that is gone. */
export interface Line {
  readonly block: Block;
  readonly kind: 'same' | 'changed' | 'gone' | 'new';
  readonly pieces: readonly Piece[];
}

export interface Comparison {
  readonly lines: readonly Line[];
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
}

const textOf = ({ text, cells }: Block) => text ?? (cells ?? []).join(' | ');

/** Numbers with their separators, words with their joiners, and everything else letter by letter. */
const wordsOf = (text: string) =>
  text.match(/\p{N}+(?:[.,٬٫/:]\p{N}+)*|[\p{L}\p{M}\p{N}\u200c]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? [];

/** Longer paragraphs are compared as a whole. */
const LONGEST = 20_000;
/** Among so many new blocks the one is looked for that an old one became. */
const NEAR = 12;
/** So much of the words stayed in a paragraph that was changed. */
const ALIKE = 0.4;

const whole = (block: Block, kind: 'same' | 'gone' | 'new'): Line => ({
  block,
  kind,
  pieces: [{ kind, text: textOf(block) }],
});

/** The changes between two versions of a document, by its words. */
export function compare(before: readonly Block[], after: readonly Block[]): Comparison {
  // Line by line: a version may have more of them than a call may have arguments.
  const lines: Line[] = [];
  let a = 0;
  let b = 0;
  let gone: Block[] = [];
  const flush = (fresh: readonly Block[]) => {
    for (const line of pairChanges(gone, fresh)) lines.push(line);
    gone = [];
  };
  for (const { kind, items } of diff(before.map(textOf), after.map(textOf))) {
    if (kind === 'gone') {
      gone = before.slice(a, a + items.length);
      a += items.length;
    } else if (kind === 'new') {
      flush(after.slice(b, b + items.length));
      b += items.length;
    } else {
      flush([]);
      for (const block of after.slice(b, b + items.length)) lines.push(whole(block, 'same'));
      a += items.length;
      b += items.length;
    }
  }
  flush([]);
  const count = (kind: Line['kind']) => lines.filter((line) => line.kind === kind).length;
  return { lines, changed: count('changed'), added: count('new'), removed: count('gone') };
}

/** Finds the paragraphs that were changed among those that are gone and those that are new. */
function pairChanges(gone: readonly Block[], fresh: readonly Block[]): Line[] {
  const lines: Line[] = [];
  let next = 0;
  for (const old of gone) {
    let found: { at: number; pieces: Piece[] } | null = null;
    for (let at = next; at < Math.min(next + NEAR, fresh.length) && !found; at++) {
      const one = fresh[at];
      const pieces = one && one.kind === old.kind ? alike(textOf(old), textOf(one)) : null;
      if (pieces) found = { at, pieces };
    }
    if (!found) {
      lines.push(whole(old, 'gone'));
      continue;
    }
    for (const block of fresh.slice(next, found.at)) lines.push(whole(block, 'new'));
    lines.push({ block: fresh[found.at] ?? old, kind: 'changed', pieces: found.pieces });
    next = found.at + 1;
  }
  for (const block of fresh.slice(next)) lines.push(whole(block, 'new'));
  return lines;
}

/** The words of a changed paragraph; null when hardly any of them stayed. */
function alike(before: string, after: string): Piece[] | null {
  if (before.length > LONGEST || after.length > LONGEST) return null;
  const runs = diff(wordsOf(before), wordsOf(after));
  const pieces = runs.map(({ kind, items }) => ({ kind, text: items.join('') }));
  const letters = pieces.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  return letters >= ALIKE * Math.min(before.length, after.length) && letters > 0 ? pieces : null;
}
