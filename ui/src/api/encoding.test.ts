import { expect, test } from 'vitest';
import { decodeText, encodingOf, type Encoding } from './encoding';

const SINGLE: readonly (readonly [Encoding, string])[] = [
  ['windows-1256', 'سلام، اين متن فارسي براي آزمايش خواندن پرونده‌هاي كهن است و چند كلمه دارد.'],
  ['iso-8859-6', 'هذا نص عربي لاختبار قراءة الملفات القديمة وفيه عدة كلمات.'],
  ['windows-1254', 'Türkçe bir metin: şimdiye kadar yazılmış olan dosyaların okunması için çalışıyoruz.'],
  ['windows-1252', 'Voilà un texte français écrit à l’été, où l’élève a reçu une leçon très précise.'],
  ['windows-1252', 'Größere Änderungen müssen überprüft werden; das heißt, wir hören zu.'],
  ['windows-1251', 'Это русский текст, написанный для проверки чтения старых файлов.'],
  ['koi8-r', 'Это русский текст, написанный для проверки чтения старых файлов.'],
  ['windows-1255', 'זהו טקסט בעברית לבדיקת קריאה של קבצים ישנים מאוד.'],
  ['windows-1253', 'Αυτό είναι ένα ελληνικό κείμενο για τον έλεγχο παλιών αρχείων.'],
];

/** Writes a text in an encoding of single bytes, by trying all of them. */
function written(text: string, encoding: Encoding): Uint8Array {
  const letters = new Map<string, number>();
  for (let byte = 0; byte < 256; byte += 1) letters.set(new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte);
  return Uint8Array.from(text, (letter) => letters.get(letter) ?? 0x3f);
}

test.each(SINGLE)('%s: %s', (encoding, text) => {
  const bytes = written(text, encoding);
  expect(encodingOf(bytes)).toBe(encoding);
  const read = decodeText(bytes, encoding);
  expect(read.slice(0, 20)).toBe(text.slice(0, 20));
});

const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

test.each([
  ['gb18030', 'ced2c3c7b5c4b9fabcd2d4dad5e2c0ef', '我们的国家在这里'],
  ['shift_jis', '82b182ea82cd93fa967b8cea82cc8365834c83588367', 'これは日本語のテキスト'],
  ['euc-jp', 'a4b3a4eca4cfc6fccbdcb8eca4cea5c6a5ada5b9a5c8', 'これは日本語のテキスト'],
  ['euc-kr', 'c7d1b1b9beee20b9aec0e5c0d4b4cfb4d9', '한국어 문장입니다'],
  ['big5', 'a7daadccaabab0eaae61a6b3a4a4a4d1', '我們的國家有中天'],
] as const)('%s', (encoding, bytes, text) => {
  expect(encodingOf(hex(bytes))).toBe(encoding);
  expect(decodeText(hex(bytes), encoding)).toBe(text);
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
  expect(encodingOf(written('<?xml version="1.0" encoding="ISO-8859-9"?><a>ş', 'windows-1254'))).toBe('windows-1254');
  // A name that nobody knows says nothing.
  expect(encodingOf(written('<meta charset="x-none">سلام دنيا', 'windows-1256'))).toBe('windows-1256');
});
