import { describe, expect, it } from 'vitest';
import { firstChunk, halveChunk, MAX_PARTS, missingParts, partRange, planParts } from './chunks';

const MIB = 1024 * 1024;

describe('planParts', () => {
  it.each([
    [0, 5 * MIB, 1],
    [1, 5 * MIB, 1],
    [5_242_880, 5 * MIB, 1],
    [5_242_881, 5 * MIB, 2],
    [1000 * 5 * MIB, 5 * MIB, 1000],
    [1000 * 5 * MIB + 1, 6 * MIB, 834],
    [100 * 1024 * MIB, 103 * MIB, 995],
  ])('%d bytes: parts of %d, %d of them', (length, chunkSize, chunkCount) => {
    expect(planParts(length)).toEqual({ chunkSize, chunkCount });
  });

  it('never needs more than 1000 parts, and no smaller size would do', () => {
    for (let gib = 1; gib < 200; gib += 7) {
      const { chunkSize, chunkCount } = planParts(gib * 1024 * MIB + gib);
      expect(chunkCount).toBeLessThanOrEqual(MAX_PARTS);
      if (chunkSize > 5 * MIB)
        expect(Math.ceil((gib * 1024 * MIB + gib) / (chunkSize - MIB))).toBeGreaterThan(MAX_PARTS);
    }
  });
});

describe('parts', () => {
  it('cover the file without gap or overlap', () => {
    expect(partRange(0, 5, 12)).toEqual([0, 5]);
    expect(partRange(2, 5, 12)).toEqual([10, 12]);
    expect(partRange(0, 5, 0)).toEqual([0, 0]);
  });

  it('begin at 0 when the server has none', () => {
    expect(firstChunk(-1)).toBe(0);
    expect(firstChunk(4)).toBe(4);
  });

  it('leave out what is there', () => {
    expect(missingParts(1, 6, [[3, 5]])).toEqual([1, 2, 5]);
    expect(missingParts(6, 6)).toEqual([]);
  });

  it('are halved for a proxy that refuses them, down to 1 MiB', () => {
    expect(halveChunk(5 * MIB)).toBe(2.5 * MIB);
    expect(halveChunk(1.5 * MIB)).toBe(MIB);
    expect(halveChunk(MIB)).toBeNull();
  });
});
