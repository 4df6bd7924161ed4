import { expect, it } from 'vitest';
import { base64urlOf, bytesOf, hasPasskeys } from './webauthn';

it.each([[''], ['AA'], ['_-8'], ['-_-_'], ['SGVsbG8']])('bytes come back from %s', (text) => {
  expect(base64urlOf(bytesOf(text).buffer)).toBe(text);
});

it('padding is left out and minded neither', () => expect(bytesOf('_-8=')).toEqual(new Uint8Array([0xff, 0xef])));

it('a browser without them offers none', () => expect(hasPasskeys()).toBe(false));
