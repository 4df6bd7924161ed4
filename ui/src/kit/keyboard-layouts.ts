/** The keys of a Latin keyboard that write letters on a Persian one, and these letters: alike on both Persian layouts. */
const KEYS = "qwertyuiop[]asdfghjkl;'zxcvbn,HC";
const LETTERS = 'ضصثقفغعهخحجچشسیبلاتنمکگظطزرذدوآژ';

/** The keys on which the layouts differ: the standard one, ISIRI 9147, and that of Windows. */
const differing: readonly (readonly [key: string, letter: string])[][] = [
  [['m', 'پ']],
  [
    ['m', 'ئ'],
    ['\\', 'پ'],
    ['`', 'پ'],
  ],
];

/** Letters that only one key can mean, though no table above has them: they come with Shift, or from an Arabic keyboard. */
const more: readonly (readonly [letter: string, key: string])[] = [
  ['ي', 'd'],
  ['ك', ';'],
  ['آ', 'h'],
  ['ژ', 'c'],
];

const alike = Array.from(KEYS, (key, at) => [key, LETTERS[at] ?? ''] as const);

const toPersian = differing.map((own) => new Map([...alike, ...own]));
const toLatin = differing.map(
  (own) => new Map([...[...alike, ...own].map(([key, letter]) => [letter, key.toLowerCase()] as const), ...more]),
);

/** Signs that keyboards of both languages give alike, or that come between words. */
const alikeEverywhere = /[\d\s.\-_/]/;

function rewrite(text: string, table: ReadonlyMap<string, string>): string | null {
  let written = '';
  let changed = false;
  for (const sign of text) {
    const other = table.get(sign) ?? table.get(sign.toLowerCase());
    if (other === undefined && !alikeEverywhere.test(sign)) return null;
    changed ||= other !== undefined;
    written += other ?? sign;
  }
  return changed ? written : null;
}

/**
 * What the same keys write on keyboards of the other language: letters of a Persian word typed with a Latin layout, and the
 * other way round. Empty for text that no such keyboard gives; each text once.
 */
export function rewriteLayouts(text: string): string[] {
  const found = [...toPersian, ...toLatin].map((table) => rewrite(text, table)).filter((other) => other !== null);
  return [...new Set(found)];
}
