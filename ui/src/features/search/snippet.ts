/** From the first of the letters to the one after the last. */
export type Range = readonly [from: number, until: number];

interface Snippet {
  readonly text: string;
  readonly marks: readonly Range[];
}

/** Letters that stay before the first match: so it is in sight also where there is little room. */
const LEAD = 24;

const markup =
  /<[^<>]{1,200}>|!?\[(?=[^\]]*\]\()|\]\([^)\s]*\)|(?<![\p{L}\p{N}])[_*]+|[_*]+(?![\p{L}\p{N}])|[#`~|]+|-{3,}|={3,}|(?<=^|\s)[>-](?=\s)|\s+/gu;

/** Cuts the part out of a snippet that has the match near its beginning; of a marked-up file without the markup. */
export function readable({ text, marks }: Snippet, name: string): Snippet {
  const plain = /\.(md|markdown|html?)$/i.test(name) ? stripMarkup({ text, marks }) : { text, marks };
  const first = Math.min(...plain.marks.map(([from]) => from), plain.text.length);
  if (first <= LEAD) return plain;
  const space = plain.text.indexOf(' ', first - LEAD);
  const cut = space >= 0 && space < first ? space + 1 : first - LEAD;
  return { text: `…${plain.text.slice(cut)}`, marks: moveMarks(plain.marks, (at) => at - cut + 1) };
}

const moveMarks = (marks: readonly Range[], by: (at: number) => number): Range[] =>
  marks.map(([from, until]) => [by(from), by(until)]);

/** Takes the markup out; of white space one blank stays. */
function stripMarkup({ text, marks }: Snippet): Snippet {
  const gone: { at: number; length: number }[] = [];
  const plain = text.replace(markup, (found, at: number) => {
    const kept = /^\s/.test(found) ? ' ' : '';
    gone.push({ at: at + kept.length, length: found.length - kept.length });
    return kept;
  });
  const before = (at: number) =>
    at - gone.reduce((sum, piece) => sum + Math.max(0, Math.min(piece.length, at - piece.at)), 0);
  return { text: plain, marks: moveMarks(marks, before) };
}
