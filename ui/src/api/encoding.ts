import { cheapest, offers } from './encoding-rules';

/** An encoding that text is read in, by its label on the web. */
export type Encoding = string;

/** So much of a text is looked at. */
const SAMPLE = 16_384;

const decodeWith = (bytes: Uint8Array, encoding: Encoding) => new TextDecoder(encoding).decode(bytes, { stream: true });

/** Whether bytes are UTF-8, but for a letter that the end cuts behind others beyond ASCII. */
function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    const text = decoder.decode(bytes, { stream: true });
    try {
      decoder.decode();
      return true;
    } catch {
      return /[^\0-\x7f]/.test(text);
    }
  } catch {
    return false;
  }
}

const encodingNamed = (label: string | undefined): Encoding | null => {
  if (label === undefined) return null;
  try {
    const name = new TextDecoder(label).encoding;
    const same = {
      gbk: 'gb18030',
      'iso-8859-8': 'windows-1255',
      'iso-8859-8-i': 'windows-1255',
      'iso-8859-9': 'windows-1254',
    };
    const found = same[name as keyof typeof same] ?? name;
    return found !== 'utf-8' && offers.some(({ encoding }) => encoding === found) ? found : null;
  } catch {
    return null;
  }
};

/** What a page or a file of XML says of itself. */
function readDeclaration(bytes: Uint8Array): Encoding | null {
  const head = decodeWith(bytes.subarray(0, 1024), 'windows-1252');
  const label =
    /<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/i.exec(head) ?? /<meta[^>]*charset\s*=\s*["']?([\w.:-]+)/i.exec(head);
  return encodingNamed(label?.[1]);
}

/** Letters, marks, digits, signs and spaces; what binary files are full of is none of these. */
const TEXT = /[\p{L}\p{M}\p{Nd}\p{P}\p{Sc}\p{Sm}\s\u200b-\u200f]/u;

/** UTF-16 without its mark, whose letters of Latin and spaces have a byte of zero. */
function wide16(bytes: Uint8Array): Encoding | null {
  for (const encoding of ['utf-16le', 'utf-16be'] as const) {
    const letters = Array.from(decodeWith(bytes.subarray(0, SAMPLE & ~1), encoding));
    const plain = letters.filter((letter) => TEXT.test(letter) && (letter.codePointAt(0) ?? 0) < 0x3000).length;
    if (letters.length > 0 && plain >= letters.length * 0.95) return encoding;
  }
  return null;
}

/** The encoding of a text: that of its mark, UTF-8, what it says itself, or what its letters look like. */
export function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE);
  if (sample.includes(0)) {
    const wide = wide16(sample);
    if (wide) return wide;
  }
  if (isUtf8(bytes)) return 'utf-8';
  const said = readDeclaration(bytes);
  if (said) return said;
  return cheapest('text', sample);
}

/** The text of bytes in an encoding. A letter that the end of a part cuts is left out. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string => decodeWith(bytes, encoding);
