const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null;

function graphemes(text: string): string[] {
  return segmenter ? [...segmenter.segment(text)].map(({ segment }) => segment) : Array.from(text);
}

/**
 * Cuts a name in its middle, so that its ending stays in sight. The result is one string: the browser then puts
 * mixed Persian and Latin in order by itself. `fits` measures.
 */
export function cutMiddle(name: string, fits: (text: string) => boolean): string {
  if (fits(name)) return name;
  const letters = graphemes(name);
  const tail = letters.slice(tailStart(letters)).join('');
  let least = 0;
  let most = letters.length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(`${letters.slice(0, middle).join('')}…${tail}`)) least = middle;
    else most = middle - 1;
  }
  // Too narrow even for the ending: let the edge cut it.
  return least === 0 ? name : `${letters.slice(0, least).join('').trimEnd()}…${tail}`;
}

/** The ending and a few letters before it: "-2.pdf" says more than ".pdf". */
function tailStart(letters: readonly string[]): number {
  const dot = letters.lastIndexOf('.');
  const ending = dot > 0 && letters.length - dot <= 8 ? letters.length - dot : 0;
  return Math.max(Math.ceil(letters.length / 2), letters.length - ending - 4);
}
