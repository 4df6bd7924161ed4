import { expect, it } from 'vitest';
import { decode } from './content';

it('reads UTF-8, with and without its mark', () => {
  expect(decode(new TextEncoder().encode('سلام'))).toBe('سلام');
  expect(decode(new TextEncoder().encode('\ufeffسلام'))).toBe('سلام');
});

it('leaves out a letter that was cut in two', () => {
  expect(decode(new TextEncoder().encode('سلام').slice(0, -1))).toBe('سلا');
});

it('reads what Windows wrote in Persian years ago', () => {
  expect(decode(new Uint8Array([0xd3, 0xe1, 0xc7, 0xe3]))).toBe('سلام');
});

it('reads UTF-16', () => {
  expect(decode(new Uint8Array([0xff, 0xfe, 0x33, 0x06]))).toBe('س');
});
