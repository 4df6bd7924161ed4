/** A piece of a text: an address of the web, or what stands between two of them. */
export interface Piece {
  readonly text: string;
  readonly url?: string;
}

const address = /https?:\/\/[^\s<>"'`«»“”]+/giu;

/** Signs at the end of an address belong to the sentence around it. */
const trailing = /[.,;:!?؛،؟)\]}]+$/u;

function urlOf(text: string): string | undefined {
  try {
    const url = new URL(text);
    // An address with a name and a password in it leads elsewhere than it reads.
    return url.username || url.password ? undefined : url.href;
  } catch {
    return undefined;
  }
}

/** Cuts a text into its addresses of the web and the rest. Nothing of it is markup. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const match of text.matchAll(address)) {
    const found = match[0].replace(trailing, '');
    const url = urlOf(found);
    if (!url) continue;
    if (match.index > done) pieces.push({ text: text.slice(done, match.index) });
    pieces.push({ text: found, url });
    done = match.index + found.length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done) });
  return pieces;
}
