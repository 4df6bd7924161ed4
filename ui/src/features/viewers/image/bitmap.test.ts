import { expect, it } from 'vitest';
import { bitmapOf } from './bitmap';

it('writes a head that says where the pixels are, and the pixels as they are', async () => {
  const pixels = new Uint8Array([1, 2, 3, 255, 4, 5, 6, 0]);
  const file = bitmapOf(pixels.buffer, 2, 1, true);
  expect(file.type).toBe('image/bmp');
  const bytes = await file.arrayBuffer();
  const head = new DataView(bytes);
  expect(String.fromCharCode(head.getUint8(0), head.getUint8(1))).toBe('BM');
  expect(head.getUint32(2, true)).toBe(bytes.byteLength);
  expect([head.getInt32(18, true), head.getInt32(22, true), head.getUint16(28, true)]).toEqual([2, -1, 32]);
  expect(new Uint8Array(bytes, head.getUint32(10, true))).toEqual(pixels);
  expect(head.getUint32(66, true)).toBe(0xff000000);
  expect(new DataView(await bitmapOf(pixels.buffer, 2, 1, false).arrayBuffer()).getUint32(66, true)).toBe(0);
});
