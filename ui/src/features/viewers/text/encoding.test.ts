import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { offers } from '~/api/encoding-rules';
import { GROUPS } from './encoding-choice';
import { decodeName, encodingOfNames } from '../archive/names';
import { decodeText, encodingOf, type Encoding } from '~/api/encoding';

/** Writes a text in an encoding of single bytes, by trying all of them. */
function written(text: string, encoding: Encoding): Uint8Array {
  const letters = new Map<string, number>();
  for (let byte = 0; byte < 256; byte += 1) letters.set(new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte);
  return Uint8Array.from(text, (letter) => letters.get(letter) ?? 0x3f);
}

const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const here = import.meta.url; // by its name, the bundler leaves the addresses alone
const textOf = (address: string) => readFileSync(fileURLToPath(new URL(address, here)), 'utf-8');
const shared = (name: string) => textOf(`../../../../../decode/charset/${name}`);

const cases = shared('testdata/cases.tsv')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [string, string, string, string]);

test('the rules are those of the server', () => {
  expect(textOf('../../../api/encoding-rules.txt')).toBe(shared('rules.txt'));
  expect(cases.length).toBeGreaterThan(60);
});

test.each(cases)('%s in %s: %s', (kind, encoding, digits, text) => {
  if (kind === 'offer') {
    expect(decodeText(hex(digits), encoding)).toBe(text);
    expect(offers.some((one) => one.encoding === encoding)).toBe(true);
  } else if (kind === 'text') {
    const bytes = hex(digits);
    expect(encodingOf(bytes)).toBe(encoding);
    expect(decodeText(bytes, encodingOf(bytes))).toBe(text.replaceAll('\\n', '\n'));
  } else {
    const names = digits.split(',').map(hex);
    expect(encodingOfNames(names)).toBe(encoding);
    expect(names.map((name) => decodeName(name, encoding)).join('|')).toBe(text);
  }
});

test('every encoding that may be chosen is read by browsers, is in a group with a name, and stands once', () => {
  for (const { encoding, group } of offers) {
    expect(new TextDecoder(encoding).encoding).toBe(encoding);
    expect(GROUPS[group], group).toBeDefined();
  }
  expect(new Set(offers.map(({ encoding }) => encoding)).size).toBe(offers.length);
});

test('UTF-8 and UTF-16, with their marks and without', () => {
  const utf8 = new TextEncoder().encode('سلام');
  expect(encodingOf(utf8)).toBe('utf-8');
  expect(encodingOf(utf8.subarray(0, 5))).toBe('utf-8'); // cut within a letter
  expect(encodingOf(new Uint8Array())).toBe('utf-8');
  const text = 'Title: سلام دنیا 12';
  for (const [encoding, low] of [
    ['utf-16le', 0],
    ['utf-16be', 1],
  ] as const) {
    const bytes = new Uint8Array(text.length * 2);
    Array.from(text).forEach((letter, at) => {
      const code = letter.charCodeAt(0);
      bytes[at * 2 + low] = code & 0xff;
      bytes[at * 2 + 1 - low] = code >> 8;
    });
    expect(encodingOf(bytes)).toBe(encoding);
    expect(decodeText(bytes, encoding)).toBe(text);
  }
});

test('what a page or a file of XML says counts before what it looks like', () => {
  const page = written('<html><meta charset="koi8-r"><p>стол', 'koi8-r');
  expect(encodingOf(page)).toBe('koi8-r');
  expect(encodingOf(written('<meta charset="latin2"><p>Łódź', 'iso-8859-2'))).toBe('iso-8859-2');
  expect(encodingOf(written('<?xml version="1.0" encoding="ISO-8859-9"?><a>ş', 'windows-1254'))).toBe('windows-1254');
  // A name that nobody knows says nothing.
  expect(encodingOf(written('<meta charset="x-none">سلام دنيا', 'windows-1256'))).toBe('windows-1256');
});
