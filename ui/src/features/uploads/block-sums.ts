/** The list of a version's blocks, as docs/api.md describes it under "Uploading only what changed". */
export interface BlockSums {
  readonly block: number;
  readonly size: number;
  readonly count: number;
  /** The CRC-32 of block `i`. */
  weak(i: number): number;
  /** Whether `hash`, in hex, begins with the 16 bytes of block `i`. */
  proves(i: number, hash: string): boolean;
}

const HEADER = 12;
const ENTRY = 20;
const STRONG = 16;

/** Reads a list; null when it is not one, or not whole. */
export function parseBlockSums(bytes: ArrayBuffer): BlockSums | null {
  if (bytes.byteLength < HEADER) return null;
  const view = new DataView(bytes);
  const block = view.getUint32(0, true);
  const size = Number(view.getBigUint64(4, true));
  const count = block > 0 ? Math.ceil(size / block) : 0;
  if (count === 0 || bytes.byteLength !== HEADER + count * ENTRY) return null;
  return {
    block,
    size,
    count,
    weak: (i) => view.getUint32(HEADER + i * ENTRY, true),
    proves: (i, hash) => {
      const at = HEADER + i * ENTRY + 4;
      for (let k = 0; k < STRONG; k++) {
        if (view.getUint8(at + k) !== Number.parseInt(hash.slice(2 * k, 2 * k + 2), 16)) return false;
      }
      return true;
    },
  };
}

const CRC = new Uint32Array(256).map((_, n) => {
  let sum = n;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/**
 * A CRC-32 that a window of one length rolls over bytes. The register begins at 0 and not inverted, so that it is
 * linear: what a byte adds to it can be taken out again when the byte leaves the window.
 */
export class RollingCRC {
  /** What a byte adds to the sum of a window that it has just left. */
  readonly #leaves: Uint32Array;
  /** The standard CRC-32 of a window of zeros: the difference between the sum here and the standard one. */
  readonly #zeros: number;
  readonly #length: number;

  constructor(length: number) {
    this.#length = length;
    const zeros = new Uint8Array(length);
    let register = -1;
    for (let i = 0; i < length; i++) register = (CRC[register & 255] ?? 0) ^ (register >>> 8);
    this.#zeros = ~register >>> 0;
    this.#leaves = new Uint32Array(256);
    // A CRC is linear in the bits of the byte as well.
    for (let bit = 0; bit < 8; bit++) {
      const alone = update(CRC[1 << bit] ?? 0, zeros, 0, length);
      for (let byte = 0; byte < 256; byte++) {
        if (byte & (1 << bit)) this.#leaves[byte] = ((this.#leaves[byte] ?? 0) ^ alone) >>> 0;
      }
    }
  }

  /** A window whose first byte is at `at`. */
  begin(bytes: Uint8Array, at: number): RollingWindow {
    return { at, sum: update(0, bytes, at, at + this.#length) };
  }

  /** The sum that stands in a list, as it is for a window here. */
  fromStandard(sum: number): number {
    return (sum ^ this.#zeros) >>> 0;
  }

  /**
   * Moves a window over `bytes` until `isHit` likes its sum, which is asked only for sums that pass the filter, or until
   * the window ends at `to`. The window is changed; its sum is that of the bytes where it stands.
   */
  roll(
    bytes: Uint8Array,
    window: RollingWindow,
    to: number,
    filter: Uint8Array,
    isHit: (sum: number, at: number) => boolean,
  ): 'hit' | 'end' {
    const leaves = this.#leaves;
    const length = this.#length;
    const mask = filter.length * 8 - 1;
    let { at, sum } = window;
    let hit = false;
    for (;;) {
      const bit = sum & mask;
      if ((filter[bit >>> 3] as number) & (1 << (bit & 7)) && (hit = isHit(sum >>> 0, at))) break;
      if (at + length >= to) break;
      sum =
        (CRC[(sum ^ (bytes[at + length] as number)) & 255] as number) ^
        (sum >>> 8) ^
        (leaves[bytes[at] as number] as number);
      at++;
    }
    window.at = at;
    window.sum = sum >>> 0;
    return hit ? 'hit' : 'end';
  }
}

/** Where the window stands, and its sum. */
interface RollingWindow {
  at: number;
  sum: number;
}

function update(register: number, bytes: Uint8Array, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    register = (CRC[(register ^ (bytes[i] as number)) & 255] as number) ^ (register >>> 8);
  }
  return register >>> 0;
}
