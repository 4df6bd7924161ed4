import type { EditorState } from 'prosemirror-state';
import type { Node } from 'prosemirror-model';
import { foldText, occurrences, patternOf } from '~/kit/find-text';

interface Match {
  readonly start: number;
  readonly end: number;
}

/** As the dialog of the editor asks. */
interface Options {
  readonly matchCase?: boolean;
  readonly matchWholeWord?: boolean;
}

const inWord = /[\p{L}\p{N}\p{M}_]/u;

const standsAlone = (text: string, { start, end }: Match) =>
  !inWord.test(text.slice(0, start).slice(-1)) && !inWord.test(text.slice(end, end + 1));

function same(text: string, words: string): Match[] {
  const found: Match[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
    found.push({ start: at, end: at + words.length });
  }
  return found;
}

function alike(text: string, words: string): Match[] {
  const pattern = patternOf(words);
  return pattern ? occurrences(foldText(text), pattern).map(([start, end]) => ({ start, end })) : [];
}

/**
 * Where words occur in a paragraph. As in the search of files, letters of Arabic keyboards, digits of other scripts, vowel
 * marks and joiners make no difference; with `matchCase` every sign counts.
 */
export function matchesIn(text: string, words: string, { matchCase, matchWholeWord }: Options = {}): Match[] {
  const all = matchCase ? same(text, words) : alike(text, words);
  return matchWholeWord ? all.filter((match) => standsAlone(text, match)) : all;
}

/** A text with the look of the letter that it replaces. */
export const textLike = (state: EditorState, at: number, text: string): Node =>
  state.schema.text(text, state.doc.resolve(at).nodeAfter?.marks);
