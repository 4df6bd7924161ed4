import { expect, it } from 'vitest';
import { decodeText, encodingOf } from './encoding';

const read = (bytes: Uint8Array) => decodeText(bytes, encodingOf(bytes));

it('reads UTF-8, with and without its mark', () => {
  expect(read(new TextEncoder().encode('سلام'))).toBe('سلام');
  expect(read(new TextEncoder().encode('\ufeffسلام'))).toBe('سلام');
});

it('leaves out a letter that was cut in two', () => {
  expect(read(new TextEncoder().encode('سلام').slice(0, -1))).toBe('سلا');
});

it('reads what Windows wrote in Persian years ago', () => {
  expect(read(new Uint8Array([0xd3, 0xe1, 0xc7, 0xe3]))).toBe('سلام');
});

it('reads UTF-16', () => {
  expect(read(new Uint8Array([0xff, 0xfe, 0x33, 0x06]))).toBe('س');
});
