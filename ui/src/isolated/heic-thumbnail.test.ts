import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { Library } from 'libheif-js/libheif-wasm/libheif.js';
import { thumbnailOf } from './heic-thumbnail';

const sample = (name: string) => new Uint8Array(readFileSync(`../stories/testdata/documents/${name}`));
const require = createRequire(import.meta.url);

async function library() {
  const load: (options: { wasmBinary: Uint8Array }) => Promise<Library> = require('libheif-js/libheif-wasm/libheif.js');
  return load({ wasmBinary: readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm')) });
}

describe('the small picture beside a photo', () => {
  it('is the main picture of the changed bytes', async () => {
    const { HeifDecoder } = await library();
    const photo = sample('phone.heic');
    const sizes = (bytes: Uint8Array) => {
      const main = new HeifDecoder().decode(bytes).find((one) => one.is_primary());
      return [main?.get_width(), main?.get_height()];
    };
    expect(sizes(photo)).toEqual([4032, 3024]);
    expect(sizes(thumbnailOf(photo) ?? new Uint8Array())).toEqual([96, 64]);
    // The photo itself is as it was.
    expect(photo).toEqual(sample('phone.heic'));
  });

  it('is missing where the file has none, or is damaged', () => {
    expect(thumbnailOf(sample('hills.heic'))).toBeNull();
    const photo = sample('phone.heic');
    for (let length = 0; length < photo.length; length += 13) {
      const cut = thumbnailOf(photo.subarray(0, length));
      if (cut) expect(cut).toHaveLength(length);
    }
    for (let at = 0; at < 1500; at += 1) {
      const broken = new Uint8Array(photo);
      broken[at] = 255 - (broken[at] ?? 0);
      expect(thumbnailOf(broken)?.length ?? photo.length).toBe(photo.length);
    }
  });
});
