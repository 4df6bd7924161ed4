import written from './encoding-rules.txt?raw';

/*
 * How the encoding of a text is found: every letter beyond ASCII costs as many bits as it is rare in the languages of an
 * encoding, and the cheapest encoding is taken. The server does the same with the same file (decode/charset/rules.txt).
 */

interface Language {
  readonly latin: boolean;
  readonly letters: Map<string, number>;
}

/** An encoding that a text may be in. One of two bytes a letter has no language. */
interface Candidate {
  readonly encoding: string;
  readonly bits: number;
  readonly language: Language | undefined;
}

interface Pairing {
  readonly usual: ReadonlySet<number>;
  readonly hot: number;
  readonly rest: number;
  readonly spans: { bits: number; from: number; to: number; behind: number; upTo: number }[];
}

// What costs something in all languages, in bits.
const CAPITAL = 3;
const HUMP = 6;
const FOREIGN = 4;
const SIGN = 12;
const NEVER = 18;
const NARROW = 9;
const FOUR = 10;

const languages = new Map<string, Language>();
const pairings = new Map<string, Pairing>();
/** The encodings that a reader may choose, by the labels of the web, each with its group. */
export const offers: { readonly encoding: string; readonly group: string }[] = [];
const candidates: Record<'text' | 'name', Candidate[]> = { text: [], name: [] };

function languageOf(name: string): Language {
  const language = languages.get(name) ?? { latin: name === 'western' || name === 'turkish', letters: new Map() };
  languages.set(name, language);
  return language;
}

const bytesOf = (digits: string) => (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

function read(line: string): void {
  const [kind = '', of = '', bits = '', ...rest] = line.split(' ');
  if (kind === 'letters') for (const letter of rest.join(' ')) languageOf(of).letters.set(letter, Number(bits));
  else if (kind === 'text' || kind === 'name') {
    const language = rest[0] === undefined ? undefined : languageOf(rest[0]);
    candidates[kind].push({ encoding: of, bits: Number(bits), language });
  } else if (kind === 'pairs') {
    const hot = bytesOf(rest[1] ?? '');
    const usual = new Set(hot.flatMap((lead, at) => (at % 2 === 0 ? [lead * 256 + (hot[at + 1] ?? 0)] : [])));
    pairings.set(of, { usual, hot: Number(bits), rest: Number(rest[0]), spans: [] });
  } else if (kind === 'offer') offers.push({ encoding: of, group: rest[0] ?? '' });
  else if (kind === 'range') {
    const [from = 0, to = 0, behind = 0, upTo = 0] = bytesOf(rest.join(''));
    pairings.get(of)?.spans.push({ bits: Number(bits), from, to, behind, upTo });
  }
}
for (const line of written.split('\n')) read(line);

/** What cp437 and cp720 write beyond ASCII: browsers know neither. */
const DOS: Record<string, string> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
    'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp720:
    '\ufffd\ufffdéâ\ufffdà\ufffdçêëèïî\ufffd\ufffd\ufffd\ufffd\u0651\u0652ô¤ـûùءآأؤ£إئابةتثجحخدذرزسشص«»' +
    '░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀ضطظعغفµقكلمنهوىي≡\u064b\u064c\u064d\u064e\u064f\u0650' +
    '≈°∙·√ⁿ²■\u00a0',
};

/** The text of bytes in an encoding. What is no letter in it becomes U+FFFD. */
export function decodeBy(bytes: Uint8Array, encoding: string): string {
  const letters = DOS[encoding];
  if (letters === undefined) {
    const decoder = new TextDecoder(encoding);
    return decoder.decode(bytes, { stream: true }) + decoder.decode();
  }
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : letters[byte - 0x80])).join('');
}

const isPlainLetter = (letter: string | undefined) => letter !== undefined && /^[A-Za-z]$/.test(letter);

/** What a letter costs by itself, and whether the language has it. */
function alone({ letters }: Language, text: string, at: number): { bits: number; has: boolean } {
  const letter = text[at] ?? '';
  const bits = letters.get(letter);
  if (bits !== undefined) return { bits, has: true };
  const lower = letter.toLowerCase();
  const small = lower === letter ? undefined : letters.get(lower);
  if (small !== undefined) {
    const before = text[at - 1] ?? '';
    const hump = before >= '\x80' && before !== before.toUpperCase();
    return { bits: small + CAPITAL + (hump ? HUMP : 0), has: true };
  }
  return { bits: letter === '\ufffd' || letter < '\xa0' ? NEVER : SIGN, has: false };
}

function costOfLetter(language: Language, text: string, at: number): number {
  const { bits, has } = alone(language, text, at);
  if (!has || !/\p{L}/u.test(text[at] ?? '')) return bits;
  const beside = Number(isPlainLetter(text[at - 1])) + Number(isPlainLetter(text[at + 1]));
  if (language.latin) return beside === 0 ? bits + FOREIGN : bits;
  return bits + beside * FOREIGN;
}

function costOfLetters(language: Language, bytes: Uint8Array, encoding: string): number {
  const text = decodeBy(bytes, encoding);
  let sum = 0;
  for (const [at, byte] of bytes.entries()) if (byte >= 0x80) sum += costOfLetter(language, text, at);
  return sum;
}

function costOfPair({ usual, hot, rest, spans }: Pairing, lead: number, trail: number): number {
  if (usual.has(lead * 256 + trail)) return hot;
  const span = spans.find((one) => lead >= one.from && lead <= one.to && trail >= one.behind && trail <= one.upTo);
  return span?.bits ?? rest;
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

function costOfPairs(pairing: Pairing, bytes: Uint8Array, encoding: string): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    const trail = bytes[at + 1];
    if (lead < 0x80) continue;
    if (encoding === 'shift_jis' && lead >= 0xa1 && lead <= 0xdf) sum += NARROW;
    else if (encoding === 'gb18030' && isDigit(trail) && (bytes[at + 2] ?? 0) > 0x80 && isDigit(bytes[at + 3])) {
      sum += FOUR;
      at += 3;
    } else if (trail === undefined || trail < 0x40 || trail === 0x7f) sum += NEVER;
    else {
      sum += costOfPair(pairing, lead, trail);
      at += 1;
    }
  }
  return sum;
}

/** The encoding in which a text, or the names of an archive, cost least. */
export function cheapest(kind: 'text' | 'name', bytes: Uint8Array): string {
  let best = '';
  let least = Infinity;
  for (const { encoding, bits, language } of candidates[kind]) {
    const pairing = pairings.get(encoding);
    const cost =
      bits +
      (language
        ? costOfLetters(language, bytes, encoding)
        : pairing
          ? costOfPairs(pairing, bytes, encoding)
          : Infinity);
    if (cost < least) [best, least] = [encoding, cost];
  }
  return best;
}
