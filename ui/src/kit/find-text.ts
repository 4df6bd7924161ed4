import { latinDigits } from './digits';

const twins: Readonly<Record<string, string>> = {
  ي: 'ی',
  ى: 'ی',
  ے: 'ی',
  ك: 'ک',
  ة: 'ه',
  ە: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ٱ: 'ا',
};
const dropped = /[\p{Mn}\p{Me}\p{Cf}ـ]/u;
const space = /\s/u;

const lowerCase = (letter: string, keepsCase: boolean) => (keepsCase ? letter : letter.toLowerCase());

/** Of the letters that were asked for; a text has some hundred. */
const known = [new Map<string, string>(), new Map<string, string>()] as const;

/**
 * A letter as search compares it, the same as on the server: without marks and joiners, digits as 0-9, small unless the case
 * is kept. A ligature is its letters, a sign that does not count ''.
 */
export function foldLetter(letter: string, keepsCase = false): string {
  const letters = known[keepsCase ? 1 : 0];
  let folded = letters.get(letter);
  if (folded === undefined) letters.set(letter, (folded = foldNew(letter, keepsCase)));
  return folded;
}

function foldNew(letter: string, keepsCase: boolean): string {
  let folded = '';
  for (const part of letter.normalize('NFKD')) {
    if (dropped.test(part)) continue;
    folded += lowerCase(latinDigits(twins[part] ?? part), keepsCase);
  }
  return space.test(folded) ? ' ' : folded;
}

/** A folded text that knows whence each of its letters came. */
export interface Folded {
  readonly key: string;
  /** For each unit of the key, the unit of the text where its letter begins, and where it ends. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

export function foldText(text: string): Folded {
  let key = '';
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const letter of text) {
    const folded = foldLetter(letter);
    for (let unit = 0; unit < folded.length; unit++) {
      from.push(at);
      to.push(at + letter.length);
    }
    key += folded;
    at += letter.length;
    // A mark or a joiner belongs to the letter before it.
    if (!folded && to.length > 0) to[to.length - 1] = at;
  }
  return { key, from, to };
}

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** The expression that finds typed words in a folded text; null for nothing to find. In documents a space may be more or less. */
export function patternOf(words: string, anyOf = false): RegExp | null {
  const parts = words
    .split(/[\s\u200c]+/u)
    .map((word) => foldText(word).key.trim())
    .filter(Boolean);
  if (parts.length === 0) return null;
  return new RegExp(parts.map(escapeRegExp).join(anyOf ? '|' : ' *'), 'gu');
}

/** Where the pattern occurs in the text, as pairs of its units; the first ones where a number is given. */
export function occurrences({ key, from, to }: Folded, pattern: RegExp, most = Infinity): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const { index, 0: match } of key.matchAll(pattern)) {
    found.push([from[index] ?? 0, to[index + match.length - 1] ?? 0]);
    if (found.length >= most) break;
  }
  return found;
}
