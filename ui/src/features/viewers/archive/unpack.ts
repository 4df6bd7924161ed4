/** Files of an archive that are shown; a list of more would help nobody. */
export const MOST_ENTRIES = 10_000;
/** Headers of an archive that are fetched one by one, and bytes that are unpacked to find them. */
export const MOST_STEPS = 2_000;
export const MOST_UNPACKED = 1024 * 1024 * 1024;
/** Bytes to unpack at most, to show a file and to save it. */
export const MOST_SHOWN = 50 * 1024 * 1024;
export const MOST_SAVED = 500 * 1024 * 1024;
/** Real files hardly ever shrink as much; short ones may. */
const MOST_RATIO = 600;
const SHORT = 8 * 1024 * 1024;
/** Pieces of a file that is being unpacked; the browser may put them on the disk. */
const PIECE = 8 * 1024 * 1024;

export type Trouble = 'damaged' | 'tooLong' | 'unsupported' | 'locked' | 'wrongPassword' | 'large' | 'bomb';

/** Why an archive or a file of it cannot be read; a Fault when the server or the line is why. */
export class ArchiveTrouble extends Error {
  readonly kind: Trouble;

  constructor(kind: Trouble) {
    super(kind);
    this.kind = kind;
  }
}

export interface Unpacking {
  readonly password: string | undefined;
  /** Bytes; a file of more is not unpacked. */
  readonly most: number;
  readonly type: string;
  readonly signal: AbortSignal;
}

/** The sizes of a file, in bytes, as its archive says. */
interface Says {
  readonly uncompressedSize: number;
  readonly compressedSize: number;
}

/** Counts the bytes that come out of an archive and keeps them. */
export class Sink {
  trouble: Trouble | null = null;
  readonly #says: Says;
  readonly #most: number;
  readonly #pieces: Blob[] = [];
  #loose: Uint8Array<ArrayBuffer>[] = [];
  #looseBytes = 0;
  #bytes = 0;

  constructor(says: Says, most: number) {
    this.#says = says;
    this.#most = most;
  }

  append(chunk: Uint8Array<ArrayBuffer>): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#most) this.trouble = 'large';
    if (this.#bytes > this.#says.uncompressedSize) this.trouble = 'damaged';
    if (this.#bytes > SHORT && this.#bytes > MOST_RATIO * this.#says.compressedSize) this.trouble = 'bomb';
    // A stream that fails to write ends the reading.
    if (this.trouble) throw new ArchiveTrouble(this.trouble);
    this.#loose.push(chunk);
    this.#looseBytes += chunk.length;
    if (this.#looseBytes > PIECE) this.#gather();
  }

  #gather(): void {
    this.#pieces.push(new Blob(this.#loose));
    this.#loose = [];
    this.#looseBytes = 0;
  }

  blob(type: string): Blob {
    this.#gather();
    return new Blob(this.#pieces, { type });
  }
}
