import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { metafilePicture } from './metafile';

const here = import.meta.url; // by its name, the bundler leaves the addresses alone

/** A file that LibreOffice wrote: see testdata/metafiles.py. */
const written = (name: string) => new Uint8Array(readFileSync(fileURLToPath(new URL(`./testdata/${name}`, here))));

test.each(['picture.emf', 'picture.wmf'])('%s of LibreOffice is the bitmap in it', async (name) => {
  const blob = metafilePicture(written(name));
  expect(blob?.type).toBe('image/bmp');
  const bitmap = new DataView((await blob?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect([bitmap.getUint16(0), bitmap.getInt32(18, true), Math.abs(bitmap.getInt32(22, true))]).toEqual([
    0x42_4d, 16, 8,
  ]);
});

test.each(['shapes.emf', 'shapes.wmf'])('%s of LibreOffice holds shapes, which are a frame', (name) => {
  expect(metafilePicture(written(name))).toBeNull();
});

test.each(['picture.emf', 'picture.wmf', 'shapes.emf', 'shapes.wmf'])('%s that is cut is no picture', (name) => {
  const whole = written(name);
  for (let length = 0; length < whole.length - 20; length += 7)
    expect(metafilePicture(whole.slice(0, length)), `${length}`).toBeNull();
});
