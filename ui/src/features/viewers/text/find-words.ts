import { latinDigits } from '~/kit/digits';

/** A stretch of a text: from its first letter to the one after the last. */
export type Stretch = readonly [from: number, until: number];

const twins: Readonly<Record<string, string>> = { ي: 'ی', ى: 'ی', ك: 'ک', ة: 'ه', ۀ: 'ه' };

/** Signs that nobody types: marks on letters, joiners, tatweel. */
const unseen = /[\p{Mn}\p{Cf}ـ]/u;

/** A text as the search of the server compares it, and which letter of the text each of its letters was. */
function foldText(text: string): { readonly key: string; readonly at: readonly number[] } {
  let key = '';
  const at: number[] = [];
  for (let index = 0; index < text.length; index++) {
    for (const letter of (text[index] ?? '').normalize('NFKD').toLowerCase()) {
      if (unseen.test(letter)) continue;
      const plain = /\s/.test(letter) ? ' ' : (twins[letter] ?? latinDigits(letter));
      if (plain === ' ' && key.endsWith(' ')) continue;
      key += plain;
      at.push(index);
    }
  }
  return { key, at };
}

/** Stretches of one word that are marked. */
const MOST = 500;

/** Where the words stand: as they follow each other or, when they do not, each of them. */
export function findWords(text: string, words: string): Stretch[] {
  const { key, at } = foldText(text);
  const wanted = foldText(words).key.trim();
  if (!wanted) return [];
  const whole = places(key, wanted);
  const found = whole.length > 0 ? whole : wanted.split(' ').flatMap((word) => places(key, word));
  return found.sort(([a], [b]) => a - b).map(([from, until]) => [at[from] ?? 0, (at[until - 1] ?? 0) + 1]);
}

function places(key: string, word: string): Stretch[] {
  const found: Stretch[] = [];
  for (let from = key.indexOf(word); from >= 0 && found.length < MOST; from = key.indexOf(word, from + word.length))
    found.push([from, from + word.length]);
  return found;
}
