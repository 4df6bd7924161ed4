/** Letters that run from the right. */
export const RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const DIGIT = /\p{Nd}/u;
export const LETTER = /\p{L}/u;

/** The direction of a letter or a text, where it has one. */
export type Way = 'rtl' | 'ltr' | null;

/** Of the letters that were asked for, which are some hundred in any document. */
const known = new Map<string, Way>();

/** The direction that a letter has by itself; digits and signs have none. */
export function wayOf(letter: string): Way {
  let way = known.get(letter);
  if (way === undefined) known.set(letter, (way = findWay(letter)));
  return way;
}

function findWay(letter: string): Way {
  if (DIGIT.test(letter)) return null;
  if (RIGHT.test(letter)) return 'rtl';
  return LETTER.test(letter) ? 'ltr' : null;
}

/** The direction of the first letter of a text. */
export function firstWay(text: string): Way {
  for (const letter of text) {
    const way = wayOf(letter);
    if (way) return way;
  }
  return null;
}

/** Whether a run from the right turns its text: numbers keep the direction that they have by what stands around them. */
export const turnsRun = (text: string | undefined): boolean => !/^\p{Nd}[\p{Nd}.,:/]*$/u.test(text ?? '');
