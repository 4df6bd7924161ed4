/** The width of the only glyph, in the size of the font. */
export const BLANK_EM = 7.25;

const EM = 1000;

type Field = readonly [bytes: 1 | 2 | 4, value: number];

const u16 = (...values: number[]): Field[] => values.map((value) => [2, value & 0xffff] as const);
const u32 = (...values: number[]): Field[] => values.map((value) => [4, value >>> 0] as const);

function pack(fields: readonly Field[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [length]) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 1) view.setUint8(at, value);
    else if (length === 2) view.setUint16(at, value);
    else view.setUint32(at, value);
    at += length;
  }
  return bytes;
}

const WIDTH = BLANK_EM * EM;

/** The tables of a TrueType font with the glyph 1 for every character. */
const tables: Record<string, () => Uint8Array> = {
  'OS/2': () => {
    const fields = [...u16(4, WIDTH, 400, 5, 0), ...u16(...Array.from({ length: 11 }, () => 0))];
    fields.push(...u16(0, 0, 0, 0, 0), ...u32(0, 0, 0, 0, 0), ...u16(64, 0, 0xffff, 800, -200, 0, 800, 200));
    fields.push(...u32(0, 0), ...u16(500, 700, 0, 32, 1));
    return pack(fields);
  },
  // Format 13: many characters to one glyph.
  cmap: () => pack([...u16(0, 1, 3, 10), ...u32(12), ...u16(13, 0), ...u32(28, 0, 1, 0x20, 0x10ffff, 1)]),
  glyf: () => pack(u16(0)),
  head: () =>
    pack([
      ...u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
      ...u16(3, EM),
      ...u32(0, 0, 0, 0),
      ...u16(0, 0, 0, 0, 0, 8, 2, 0, 0),
    ]),
  hhea: () => pack([...u32(0x10000), ...u16(800, -200, 0, WIDTH, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2)]),
  hmtx: () => pack(u16(WIDTH, 0, WIDTH, 0)),
  loca: () => pack(u16(0, 0, 0)),
  maxp: () => pack([...u32(0x10000), ...u16(2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]),
  name: () => pack(u16(0, 0, 6)),
  post: () => pack(u32(0x30000, 0, 0, 0, 0, 0, 0, 0)),
};

const padLength = (length: number) => (length + 3) & ~3;

/** A font that draws nothing, very wide, for every character. */
export function blankFont(): ArrayBuffer {
  const parts = Object.entries(tables).map(([tag, make]) => ({ tag, bytes: make() }));
  const head = 12 + 16 * parts.length;
  const font = new Uint8Array(head + parts.reduce((sum, { bytes }) => sum + padLength(bytes.length), 0));
  const fields: Field[] = [...u32(0x10000), ...u16(parts.length, 128, 3, parts.length * 16 - 128)];
  let at = head;
  for (const { tag, bytes } of parts) {
    const view = new DataView(new Uint8Array([...bytes, 0, 0, 0]).buffer);
    let sum = 0;
    for (let word = 0; word < padLength(bytes.length); word += 4) sum += view.getUint32(word);
    fields.push(...Array.from(tag, (letter): Field => [1, letter.charCodeAt(0)]), ...u32(sum, at, bytes.length));
    font.set(bytes, at);
    at += padLength(bytes.length);
  }
  font.set(pack(fields), 0);
  return font.buffer;
}
