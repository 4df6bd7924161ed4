import { RollingCRC, type BlockSums } from './block-sums';

/** Bytes of the new file, in their order: of the base version from `from` on, or new ones when that is -1. */
export interface Stretch {
  readonly from: number;
  readonly length: number;
}

const SLICE = 4 * 1024 * 1024;
/** Blocks with the same CRC-32 that are compared. */
const CANDIDATES = 4;
const FILTER_BITS = 1 << 22;

/** Why a plan was given up: so many CRC-32 were the same without the bytes being so that the search could take for ever. */
export class PlanProblem extends Error {}

/**
 * Finds what of a file the base version has, wherever it stands there. `digest` is BLAKE3 in hex; `onProgress` hears
 * how many bytes are done, and may throw to end it.
 */
export async function planChanges(
  file: Blob,
  sums: BlockSums,
  digest: (bytes: Uint8Array) => string,
  onProgress: (bytes: number) => void,
): Promise<Stretch[]> {
  const crc = new RollingCRC(sums.block);
  const index = indexBlocks(sums, crc);
  const plan = new Plan();
  const bytes = new FileBuffer(file, sums.block);
  let misses = 0;
  /** The block that is expected next: most of a file follows on what was found. */
  let next = 0;

  const isBlock = (at: number, i: number) => {
    const length = Math.min(sums.block, sums.size - i * sums.block);
    if (i >= sums.count || at + length > bytes.end) return 0;
    return sums.proves(i, digest(bytes.buffer.subarray(at, at + length))) ? length : 0;
  };
  const isHit = (sum: number, at: number) => {
    const candidates = index.blocks.get(sum) ?? [];
    const found = candidates.find((i) => isBlock(at, i) > 0);
    if (found !== undefined) next = found;
    else if (candidates.length > 0 && ++misses > sums.count + 1000) throw new PlanProblem();
    return found !== undefined;
  };

  while (await bytes.fill()) {
    onProgress(bytes.countDone());
    const length = isBlock(bytes.at, next);
    if (length > 0) {
      plan.add(next * sums.block, length);
      bytes.at += length;
      next++;
      continue;
    }
    next = sums.count;
    if (bytes.end - bytes.at < sums.block) {
      plan.add(-1, bytes.end - bytes.at);
      bytes.at = bytes.end;
      continue;
    }
    const window = crc.begin(bytes.buffer, bytes.at);
    while (crc.roll(bytes.buffer, window, bytes.end, index.filter, isHit) === 'end' && !bytes.isWhole()) {
      plan.add(-1, window.at - bytes.at);
      bytes.at = window.at;
      await bytes.fill();
      onProgress(bytes.countDone());
      window.at = bytes.at;
    }
    const skipped = next < sums.count ? window.at : bytes.end;
    plan.add(-1, skipped - bytes.at);
    bytes.at = skipped;
  }
  return plan.stretches;
}

class Plan {
  readonly stretches: { from: number; length: number }[] = [];

  add(from: number, length: number): void {
    if (length === 0) return;
    const last = this.stretches.at(-1);
    if (last && (from < 0 ? last.from < 0 : last.from >= 0 && last.from + last.length === from)) last.length += length;
    else this.stretches.push({ from, length });
  }
}

/** The part of a file that is in memory. What is before `at` is done with. */
class FileBuffer {
  readonly buffer: Uint8Array;
  at = 0;
  end = 0;
  readonly #file: Blob;
  readonly #block: number;
  #read = 0;

  constructor(file: Blob, block: number) {
    this.#file = file;
    this.#block = block;
    this.buffer = new Uint8Array(SLICE + 2 * block);
  }

  /** Reads on until two blocks are there, or all of the file; false when nothing is left. */
  async fill(): Promise<boolean> {
    while (this.end - this.at <= 2 * this.#block && !this.isWhole()) {
      this.buffer.copyWithin(0, this.at, this.end);
      this.end -= this.at;
      this.at = 0;
      const slice = this.#file.slice(this.#read, this.#read + this.buffer.length - this.end);
      const bytes = new Uint8Array(await slice.arrayBuffer());
      if (bytes.length === 0) throw new Error('the file is shorter than it was');
      this.buffer.set(bytes, this.end);
      this.end += bytes.length;
      this.#read += bytes.length;
    }
    return this.at < this.end;
  }

  isWhole(): boolean {
    return this.#read >= this.#file.size;
  }

  countDone(): number {
    return this.#read - (this.end - this.at);
  }
}

/** The blocks by their sums as windows have them, and a filter that is asked first: most sums are those of no block. */
function indexBlocks(sums: BlockSums, crc: RollingCRC): { blocks: Map<number, number[]>; filter: Uint8Array } {
  const blocks = new Map<number, number[]>();
  const filter = new Uint8Array(FILTER_BITS / 8);
  for (let i = 0; i < sums.count && (i + 1) * sums.block <= sums.size; i++) {
    const sum = crc.fromStandard(sums.weak(i));
    const known = blocks.get(sum);
    if (!known) blocks.set(sum, [i]);
    else if (known.length < CANDIDATES) known.push(i);
    const bit = sum & (FILTER_BITS - 1);
    filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7));
  }
  return { blocks, filter };
}
