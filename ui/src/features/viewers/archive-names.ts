/** How the names of an archive are written that do not say that they are UTF-8. */
export type Encoding = 'cp437' | 'windows-1256';

const arabic = new TextDecoder('windows-1256');
const letters = /^[\p{Script=Arabic}\p{Cf}\u00a0،؛؟«»–—]+$/u;
/** Of these bytes, cp437 has lines and shades, which no name holds, and windows-1256 has letters. */
const isDrawn = (byte: number) => byte >= 0xb0 && byte <= 0xdf;

/**
 * Guesses the encoding from the bytes beyond ASCII of all names together. Words in Persian or Arabic are runs of them
 * and read as such letters; in the names of Western languages they stand alone among others.
 */
export function guessEncoding(names: Iterable<Uint8Array>): Encoding {
  let persian = 0;
  let western = 0;
  for (const name of names) {
    for (const run of runsOf(name)) {
      const reads = letters.test(arabic.decode(run));
      if (reads && (run.length > 1 || run.some(isDrawn))) persian += run.length;
      else western += run.length;
    }
  }
  return persian > western ? 'windows-1256' : 'cp437';
}

/** The runs of bytes beyond ASCII. */
function* runsOf(name: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < name.length; at++) {
    const from = at;
    while (at < name.length && (name[at] ?? 0) >= 0x80) at++;
    if (at > from) yield name.subarray(from, at);
  }
}

export const decodeArabic = (name: Uint8Array) => arabic.decode(name);
