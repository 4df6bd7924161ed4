const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null;

function graphemes(text: string): string[] {
  return segmenter ? [...segmenter.segment(text)].map(({ segment }) => segment) : Array.from(text);
}

/**
 * Cuts a name in its middle, so that its ending stays in sight, and returns what stays of both ends; null when all of it
 * fits, or not even its ending. `fits` measures.
 */
export function cutMiddle(name: string, fits: (text: string) => boolean): [head: string, tail: string] | null {
  if (fits(name)) return null;
  const letters = graphemes(name);
  const tail = letters.slice(tailStart(letters)).join('');
  let least = 0;
  let most = letters.length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(`${letters.slice(0, middle).join('')}…${tail}`)) least = middle;
    else most = middle - 1;
  }
  return least === 0 ? null : [letters.slice(0, least).join('').trimEnd(), tail];
}

/** The ending and a few letters before it: "-2.pdf" says more than ".pdf". */
function tailStart(letters: readonly string[]): number {
  const dot = letters.lastIndexOf('.');
  const ending = dot > 0 && letters.length - dot <= 8 ? letters.length - dot : 0;
  return Math.max(Math.ceil(letters.length / 2), letters.length - ending - 4);
}
