/** The encodings that text is read in, by the labels of the web; the first ones are guessed first where both would fit. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1256',
  'iso-8859-6',
  'windows-1254',
  'windows-1252',
  'windows-1251',
  'koi8-r',
  'windows-1255',
  'windows-1253',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'euc-kr',
] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** The letters that most of a text in the languages of an encoding consists of. */
const COMMON: readonly (readonly [Encoding, string])[] = [
  ['windows-1256', 'ابتدرسشعفقكلمنهوىيپچگةأآجحخصط،؟'],
  ['iso-8859-6', 'ابتدرسشعفقكلمنهوىيةأآجحخصط،؟'],
  ['windows-1254', 'ışğüöçİŞĞÜÖÇâî’“”'],
  ['windows-1252', 'àâäáãåæçèéêëìíîïñòóôöõøœùúûüýÿßðþÀÉÈÄÖÜÇÑÅØÆ«»°§£€’‘“”–—…¿¡'],
  ['windows-1251', 'оеаинтсрвлкмдпуяыьгзбчйхжшю'],
  ['koi8-r', 'оеаинтсрвлкмдпуяыьгзбчйхжшю'],
  ['windows-1255', 'יוהלאתרבמשנםדעכחקפצזטגסןךףץ'],
  ['windows-1253', 'αοιετσνρκπυλμςηδγωθχέάήίόύώ'],
];

/** Scripts of which a letter takes two bytes, and what shows that a text is in one. */
const WIDE: readonly (readonly [Encoding, RegExp])[] = [
  ['shift_jis', /[\p{Script=Hiragana}\u30a0-\u30ff]/u],
  ['euc-jp', /[\p{Script=Hiragana}\u30a0-\u30ff]/u],
  ['euc-kr', /\p{Script=Hangul}/u],
  ['gb18030', /[的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就]/u],
  ['big5', /[的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就]/u],
];

/** So much of a text is looked at. */
const SAMPLE = 16_384;

const decoded = (bytes: Uint8Array, encoding: Encoding) => new TextDecoder(encoding).decode(bytes, { stream: true });

const isUtf8 = (bytes: Uint8Array) => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};

const known = (label: string | undefined): Encoding | null => {
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
    return ENCODINGS.find((one) => one === found && one !== 'utf-8') ?? null;
  } catch {
    return null;
  }
};

/** What a page or a file of XML says of itself. */
function declared(bytes: Uint8Array): Encoding | null {
  const head = decoded(bytes.subarray(0, 1024), 'windows-1252');
  const label =
    /<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/i.exec(head) ?? /<meta[^>]*charset\s*=\s*["']?([\w.:-]+)/i.exec(head);
  return known(label?.[1]);
}

/** Letters, marks, digits, signs and spaces; what binary files are full of is none of these. */
const TEXT = /[\p{L}\p{M}\p{Nd}\p{P}\p{Sc}\p{Sm}\s\u200b-\u200f]/u;

/** UTF-16 without its mark, whose letters of Latin and spaces have a byte of zero. */
function wide16(bytes: Uint8Array): Encoding | null {
  for (const encoding of ['utf-16le', 'utf-16be'] as const) {
    const letters = Array.from(decoded(bytes.subarray(0, SAMPLE & ~1), encoding));
    const plain = letters.filter((letter) => TEXT.test(letter) && (letter.codePointAt(0) ?? 0) < 0x3000).length;
    if (letters.length > 0 && plain >= letters.length * 0.95) return encoding;
  }
  return null;
}

/** How well a text fits an encoding of single bytes: the share of its letters beyond ASCII that are usual, less what none has. */
function fitOf(text: string, usual: string): number {
  let good = 0;
  let all = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    if (code < 0x80) continue;
    all += 1;
    if (usual.includes(letter)) good += 1;
    else if (code === 0xfffd || code < 0xa0) good -= 3;
    else if (!/[\p{L}\p{M}\s]/u.test(letter)) good -= 1;
  }
  return all === 0 ? 0 : good / all;
}

/** How well a text fits an encoding of two bytes a letter. */
function wideFitOf(text: string, shows: RegExp): number {
  let all = 0;
  let good = 0;
  let broken = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    if (code < 0x80) continue;
    all += 1;
    if (code === 0xfffd || (code >= 0xe000 && code < 0xf900) || (code > 0x7f && code < 0xa0)) broken += 1;
    else if (shows.test(letter)) good += 1;
  }
  if (all === 0 || broken > all * 0.01) return 0;
  // One letter of ten is one of the most usual; no text of single bytes comes near, as most pairs would be rare signs.
  return good / all > 0.08 ? 0.9 + good / all / 10 : 0;
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
  const said = declared(bytes);
  if (said) return said;
  let best: Encoding = 'windows-1256';
  let fit = 0.4;
  const look = (encoding: Encoding, value: number) => {
    if (value > fit) [best, fit] = [encoding, value];
  };
  for (const [encoding, usual] of COMMON) look(encoding, fitOf(decoded(sample, encoding), usual));
  for (const [encoding, shows] of WIDE) look(encoding, wideFitOf(decoded(sample, encoding), shows));
  return best;
}

/** The text of bytes in an encoding. A letter that the end of a part cuts is left out. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string => decoded(bytes, encoding);
