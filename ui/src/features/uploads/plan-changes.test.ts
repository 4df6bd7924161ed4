import { createBLAKE3 } from 'hash-wasm';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseBlockSums, RollingCRC } from './block-sums';
import vectors from './block-sums.vectors.json';
import { planChanges, type Stretch } from './plan-changes';
import { planRecipes, recipeBody } from './recipes';

const KIB = 1024;
const BLOCK = 64 * KIB;

let digest: (bytes: Uint8Array) => string;
beforeAll(async () => {
  const hasher = await createBLAKE3();
  digest = (bytes) => hasher.init().update(bytes).digest('hex');
});

/** The bytes that the test of the server makes as well. */
function xorshift(seed: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    bytes[i] = seed >>> 24;
  }
  return bytes;
}

function crc32(bytes: Uint8Array): number {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}

/** The list as the server makes it. */
function listOf(content: Uint8Array, block = BLOCK): ArrayBuffer {
  const count = Math.ceil(content.length / block);
  const list = new DataView(new ArrayBuffer(12 + count * 20));
  list.setUint32(0, block, true);
  list.setBigUint64(4, BigInt(content.length), true);
  for (let i = 0; i < count; i++) {
    const bytes = content.subarray(i * block, (i + 1) * block);
    list.setUint32(12 + i * 20, crc32(bytes), true);
    const strong = digest(bytes);
    for (let k = 0; k < 16; k++) list.setUint8(16 + i * 20 + k, Number.parseInt(strong.slice(2 * k, 2 * k + 2), 16));
  }
  return list.buffer;
}

async function planOf(base: Uint8Array, changed: Uint8Array<ArrayBuffer>): Promise<Stretch[]> {
  const sums = parseBlockSums(listOf(base));
  if (!sums) throw new Error('no list');
  return planChanges(new Blob([changed]), sums, digest, () => undefined);
}

/** What the server makes of a plan. */
function rebuild(plan: readonly Stretch[], base: Uint8Array, changed: Uint8Array): Uint8Array {
  const made = new Uint8Array(changed.length);
  let at = 0;
  for (const { from, length } of plan) {
    made.set(from < 0 ? changed.subarray(at, at + length) : base.subarray(from, from + length), at);
    at += length;
  }
  expect(at).toBe(changed.length);
  return made;
}

const newBytes = (plan: readonly Stretch[]) =>
  plan.filter(({ from }) => from < 0).reduce((sum, { length }) => sum + length, 0);

function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

test('the list is that of the server', () => {
  const list = listOf(xorshift(vectors.seed, vectors.size));
  expect(list.byteLength).toBe(vectors.bytes);
  expect(digest(new Uint8Array(list))).toBe(vectors.digest);
});

test('what is no whole list is none', () => {
  const list = listOf(xorshift(1, 2 * BLOCK));
  expect(parseBlockSums(list)).toMatchObject({ block: BLOCK, size: 2 * BLOCK, count: 2 });
  expect(parseBlockSums(list.slice(0, -1))).toBeNull();
  expect(parseBlockSums(list.slice(0, 11))).toBeNull();
  expect(parseBlockSums(new ArrayBuffer(32))).toBeNull();
});

test('a window has the sum of its bytes wherever it stands', () => {
  const bytes = xorshift(5, 500);
  const crc = new RollingCRC(100);
  const window = crc.begin(bytes, 0);
  const seen: number[] = [];
  crc.roll(bytes, window, 500, new Uint8Array(8).fill(255), (sum) => seen.push(sum) < 0);
  expect(seen).toHaveLength(401);
  expect(seen).toEqual(Array.from(seen, (_, at) => crc.fromStandard(crc32(bytes.subarray(at, at + 100)))));
});

describe('a plan', () => {
  const base = xorshift(7, 40 * BLOCK + 1234);
  const cut = 20 * BLOCK + 77;
  const cases: Record<string, [changed: () => Uint8Array<ArrayBuffer>, most: number]> = {
    'the same file': [() => base.slice(), 0],
    'an insertion in the middle': [
      () => join(base.subarray(0, cut), xorshift(9, 5000), base.subarray(cut)),
      5000 + BLOCK,
    ],
    'an insertion at the beginning': [() => join(xorshift(9, 3), base), 3],
    'bytes that are gone': [() => join(base.subarray(0, cut), base.subarray(cut + 100_000)), 2 * BLOCK],
    'a byte that is another': [() => base.map((byte, at) => (at === cut ? byte ^ 1 : byte)), BLOCK],
    'more at the end': [() => join(base, xorshift(3, 70_000)), 70_000],
    'parts that changed their places': [() => join(base.subarray(cut), base.subarray(0, cut)), 3 * BLOCK],
    'another file': [() => xorshift(99, 30 * BLOCK), 30 * BLOCK],
    'less than a block': [() => base.slice(100, 300), 200],
    nothing: [() => new Uint8Array(0), 0],
  };
  for (const [name, [changed, most]] of Object.entries(cases)) {
    test(`of ${name} makes that file and sends no more than needed`, async () => {
      const file = changed();
      const plan = await planOf(base, file);
      expect(digest(rebuild(plan, base, file))).toBe(digest(file));
      expect(newBytes(plan)).toBeLessThanOrEqual(most);
    });
  }

  test('goes on over the border of what is read at a time', async () => {
    const long = xorshift(11, 150 * BLOCK);
    const file = join(long.subarray(0, 10 * BLOCK), xorshift(13, 70 * BLOCK + 5), long.subarray(10 * BLOCK));
    const plan = await planOf(long, file);
    expect(digest(rebuild(plan, long, file))).toBe(digest(file));
    expect(newBytes(plan)).toBe(70 * BLOCK + 5);
  });

  test('of zeros is short', async () => {
    expect(await planOf(new Uint8Array(20 * BLOCK), new Uint8Array(19 * BLOCK))).toEqual([
      { from: 0, length: 19 * BLOCK },
    ]);
  });

  test('is given up when sums are the same and bytes are not', async () => {
    const sums = parseBlockSums(listOf(new Uint8Array(2 * BLOCK).fill(1)));
    const file = new Blob([new Uint8Array(3 * BLOCK).fill(1)]);
    await expect(
      sums &&
        planChanges(
          file,
          sums,
          () => '0'.repeat(64),
          () => undefined,
        ),
    ).rejects.toThrow();
  });
});

describe('recipes', () => {
  const part = 1024 * KIB;

  test('fill parts together, and cut stretches at their ends', () => {
    const plan = [
      { from: 0, length: part + 10_000 },
      { from: -1, length: 500 },
      { from: part + 10_000, length: 2 * part - 10_500 },
    ];
    expect(planRecipes(plan, [0, 1, 2], part, 3 * part)).toEqual([
      {
        first: 0,
        parts: 3,
        copied: 3 * part - 500,
        operations: [
          { from: 0, at: 0, length: part },
          { from: part, at: part, length: 10_000 },
          { from: -1, at: part + 10_000, length: 500 },
          { from: part + 10_000, at: part + 10_500, length: part - 10_500 },
          { from: 2 * part - 500, at: 2 * part, length: part },
        ],
        body: expect.any(Number) as number,
        fills: 3 * part,
      },
    ]);
  });

  test('leave out parts that are there, or of which nothing is in the base version', () => {
    const plan = [
      { from: 0, length: 2 * part },
      { from: -1, length: part },
      { from: 2 * part, length: part + 100 },
    ];
    const recipes = planRecipes(plan, [1, 2, 3, 4], part, 4 * part + 100);
    expect(recipes.map(({ first, parts }) => [first, parts])).toEqual([
      [1, 1],
      [3, 1],
    ]);
  });

  test('are none for parts that are longer than one may fill', () => {
    const huge = 300 * 1024 * KIB;
    expect(planRecipes([{ from: 0, length: huge }], [0], huge, huge)).toEqual([]);
  });

  test('of a long file fill 64 MiB each', () => {
    const length = 200 * part;
    const all = Array.from({ length: 200 }, (_, n) => n);
    const recipes = planRecipes([{ from: 0, length }], all, part, length);
    expect(recipes.map(({ first, parts }) => [first, parts])).toEqual([
      [0, 64],
      [64, 64],
      [128, 64],
      [192, 8],
    ]);
  });

  test('are written as the server reads them', async () => {
    const operations = [
      { from: 2 ** 33 + 1, at: 0, length: 4096 },
      { from: -1, at: 4096, length: 3 },
    ];
    const file = new Blob([new Uint8Array(4096), 'abc']);
    const body = await recipeBody({ first: 0, parts: 1, copied: 4096, operations }, file).arrayBuffer();
    expect([...new Uint8Array(body)]).toEqual([1, 1, 0, 0, 0, 2, 0, 0, 0, 0, 16, 0, 0, 2, 3, 0, 0, 0, 97, 98, 99]);
  });
});
