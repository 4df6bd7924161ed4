/** A piece of a page's text, as pdf.js reads it. */
interface Piece {
  readonly str: string;
  readonly hasEOL: boolean;
  /** A matrix; its fifth number is the distance from the left edge. */
  readonly transform: readonly number[];
}

export interface Placed<P> {
  readonly item: P;
  /** Its number among all pieces of the page. */
  readonly index: number;
}

const rtl = /\p{Script=Arabic}|\p{Script=Hebrew}/u;
const letters = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;
const ltr = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}]/u;

const count = (pieces: readonly Placed<Piece>[], pattern: RegExp) =>
  pieces.filter(({ item }) => pattern.test(item.str)).length;

/** Whether pieces of a Persian line come from left to right, as they are drawn, instead of as they are read. */
function isDrawn(line: readonly Placed<Piece>[]): boolean {
  const written = line.filter(({ item }) => item.str.trim() !== '');
  const steps = written.map(({ item }, at) => (item.transform[4] ?? 0) - (written[at - 1]?.item.transform[4] ?? 0));
  const forward = steps.slice(1).filter((step) => step > 0).length;
  return written.length > 1 && count(line, rtl) > count(line, letters) && forward > (written.length - 1) / 2;
}

/** Turns a line around; Latin words and numbers in it keep their direction. */
function reverseLine<P extends Piece>(line: readonly Placed<P>[]): Placed<P>[] {
  const runs: Placed<P>[][] = [];
  let left = false;
  for (const piece of line) {
    const own = ltr.test(piece.item.str) && !rtl.test(piece.item.str);
    if (own && left) runs.at(-1)?.push(piece);
    else runs.push([piece]);
    left = own;
  }
  return runs.toReversed().flat();
}

/** Pieces in the order of reading. Many programs write Persian lines letter by letter from left to right. */
export function readingOrder<P extends Piece>(pieces: readonly P[]): Placed<P>[] {
  const ordered: Placed<P>[] = [];
  let line: Placed<P>[] = [];
  const end = () => {
    // The end of the line stays at its end.
    const last = line.at(-1)?.item.str === '' ? line.pop() : undefined;
    ordered.push(...(isDrawn(line) ? reverseLine(line) : line), ...(last ? [last] : []));
    line = [];
  };
  pieces.forEach((item, index) => {
    line.push({ item, index });
    if (item.hasEOL) end();
  });
  end();
  return ordered;
}
