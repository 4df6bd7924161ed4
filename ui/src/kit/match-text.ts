import { foldText, type Folded } from './find-text';
import { patternOfFinglish } from './finglish';
import { rewriteLayouts } from './keyboard-layouts';

/** A text that can be found, with what finding it again and again needs. */
export interface Subject extends Folded {
  /** Units of the key at which a word begins. */
  readonly starts: readonly number[];
}

/** A typed word and all that it may mean. */
export interface Word {
  readonly typed: string;
  /** The same keys on keyboards of the other language. */
  readonly layouts: readonly string[];
  readonly finglish: RegExp | null;
}

export type Mark = readonly [from: number, until: number];

export interface Match {
  /** Above 0 to 100: how well the words fit. */
  readonly score: number;
  /** The units of the first text that were found, in order and apart. */
  readonly marks: readonly Mark[];
}

const inWord = /[\p{L}\p{N}\p{M}]/u;

/** Makes a text ready to be found. */
export function prepareText(text: string): Subject {
  const folded = foldText(text);
  const starts: number[] = [];
  folded.from.forEach((from, at) => {
    // A joiner parts two words, too: folding has dropped it.
    const before = at === 0 ? '' : text.slice(from - 1, from);
    if (at === 0 || (folded.from[at - 1] !== from && !inWord.test(before))) starts.push(at);
  });
  return { ...folded, starts };
}

const unique = (keys: readonly string[], typed: string) => [...new Set(keys)].filter((key) => key && key !== typed);

/** The words of a query, each of which must be found. */
export function parseWords(query: string): Word[] {
  return query
    .split(/\s+/u)
    .map((word): Word => {
      const typed = foldText(word).key.trim();
      const layouts = word.length > 1 ? rewriteLayouts(word).map((other) => foldText(other).key.trim()) : [];
      return { typed, layouts: unique(layouts, typed), finglish: patternOfFinglish(word) };
    })
    .filter(({ typed, layouts }) => typed || layouts.length > 0);
}

interface Place {
  readonly at: number;
  readonly length: number;
  readonly score: number;
}

/** How well a place in a text fits: all of the text, its beginning, the beginning of a word, or somewhere. */
function rank({ key, starts }: Subject, at: number, length: number): number {
  if (length === key.length) return 100;
  if (at === 0) return 85;
  return starts.includes(at) ? 70 : 40;
}

/** The best place of a key; with `whole`, only where a word begins. */
function placeOf(subject: Subject, key: string, whole: boolean): Place | null {
  if (!key) return null;
  let best: Place | null = null;
  for (let at = subject.key.indexOf(key); at >= 0; at = subject.key.indexOf(key, at + 1)) {
    const score = rank(subject, at, key.length);
    if (score > (best?.score ?? 0) && !(whole && score < 70)) best = { at, length: key.length, score };
    // The first place at which a word begins is the best one that is left.
    if (score >= 70) break;
  }
  return best;
}

function placeOfFinglish(subject: Subject, pattern: RegExp): Place | null {
  for (const at of subject.starts) {
    pattern.lastIndex = at;
    const length = pattern.exec(subject.key)?.[0].length ?? 0;
    if (length > 0) return { at, length, score: rank(subject, at, length) };
  }
  return null;
}

/** A match by another reading of the keys counts less than one by the letters that were typed. */
const LAYOUT = 10;
const FINGLISH = 15;

function findWord({ typed, layouts, finglish }: Word, subject: Subject): Place | null {
  const found = placeOf(subject, typed, false);
  if (found) return found;
  for (const layout of layouts) {
    const other = placeOf(subject, layout, layout.length < 3);
    if (other) return { ...other, score: other.score - LAYOUT };
  }
  const heard = finglish && placeOfFinglish(subject, finglish);
  return heard ? { ...heard, score: heard.score - FINGLISH } : null;
}

/** The units of the text that a place covers. */
const markOf = ({ from, to }: Folded, { at, length }: Place): Mark => [from[at] ?? 0, to[at + length - 1] ?? 0];

/** Marks in order; those that touch become one. */
function joinMarks(marks: readonly Mark[]): Mark[] {
  const joined: Mark[] = [];
  for (const [from, until] of marks.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], until)];
    else joined.push([from, until]);
  }
  return joined;
}

/**
 * Finds every word in a text, or in one of the others that say more about it; null where a word is nowhere. Words that
 * only the others have count half. Case, marks, joiners and spellings do not count (see `foldText`).
 */
export function matchText(words: readonly Word[], text: Subject, others: readonly Subject[] = []): Match | null {
  const marks: Mark[] = [];
  let sum = 0;
  for (const word of words) {
    const place = findWord(word, text);
    if (place) {
      marks.push(markOf(text, place));
      sum += place.score;
      continue;
    }
    const score = Math.max(0, ...others.map((other) => findWord(word, other)?.score ?? 0));
    if (score === 0) return null;
    sum += score / 2;
  }
  return { score: words.length > 0 ? sum / words.length : 100, marks: joinMarks(marks) };
}
