const MIB = 1024 * 1024;

const PART_SIZE = 5 * MIB;
const PART_STEP = MIB;
export const MAX_PARTS = 1000;

interface PartPlan {
  readonly chunkSize: number;
  readonly chunkCount: number;
}

/** The part size rule: one part up to 5 MiB, then 5 MiB parts that grow by 1 MiB until 1000 of them are enough. */
export function planParts(length: number): PartPlan {
  if (length <= PART_SIZE) return { chunkSize: PART_SIZE, chunkCount: 1 };
  let chunkSize = PART_SIZE;
  while (Math.ceil(length / chunkSize) > MAX_PARTS) chunkSize += PART_STEP;
  return { chunkSize, chunkCount: Math.ceil(length / chunkSize) };
}

/** Where part `n` begins and ends in a file of `length` bytes. */
export function partRange(n: number, chunkSize: number, length: number): readonly [from: number, to: number] {
  const from = Math.min(n * chunkSize, length);
  return [from, Math.min(from + chunkSize, length)];
}

/** The server may answer a negative chunk number for "nothing there yet". */
export function firstChunk(chunkNumber: number): number {
  return Math.max(0, chunkNumber);
}

/** Parts that still have to be sent, in order; `present` holds ranges [from, to) that the server already has. */
export function missingParts(
  first: number,
  chunkCount: number,
  present: ReadonlyArray<readonly [number, number]> = [],
): number[] {
  const missing: number[] = [];
  for (let n = first; n < chunkCount; n++) {
    if (!present.some(([from, to]) => n >= from && n < to)) missing.push(n);
  }
  return missing;
}

/** Half the part size, after a proxy refused the larger one; null when it cannot be smaller. */
export function halveChunk(chunkSize: number): number | null {
  return chunkSize > PART_STEP ? Math.max(PART_STEP, Math.floor(chunkSize / 2)) : null;
}
