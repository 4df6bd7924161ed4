import { decodeName, encodingOfNames } from './names';

/*
 * The format is that of POSIX.1-2001 (pax) with the extensions of GNU tar for long names and large numbers: blocks of 512
 * bytes, one header for each entry, its contents behind it.
 */
const BLOCK = 512;
/** Long names and records of pax are read whole; no real one is longer. */
const MOST_RECORD = 1024 * 1024;

/** The bytes of an archive in their order. */
export interface Source {
  /** The next bytes; fewer only at the end. */
  read: (length: number) => Promise<Uint8Array>;
  skip: (length: number) => Promise<void>;
}

/** A file or folder as the archive tells it. */
export interface TarEntry {
  readonly path: string;
  readonly folder: boolean;
  readonly size: number;
  readonly at: Date | null;
  /** Where its bytes begin, in the unpacked archive. */
  readonly offset: number;
  /** It has holes that the archive leaves out: what stands there is not the file. */
  readonly sparse?: boolean;
}

/** The archive is cut off, or is none. */
export class NoTar extends Error {}

/** So many names tell the encoding of an archive. */
const MOST_OLD = 50;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads the headers of an archive. Links and devices are left out: they hold nothing. */
export async function* readTar(source: Source): AsyncGenerator<TarEntry> {
  let at = 0;
  let next: Extra = {};
  const names = new Names();
  for (let first = true; ; first = false) {
    const head = await source.read(BLOCK);
    at += BLOCK;
    if (first && head.length < BLOCK) throw new NoTar();
    // Two blocks of zeros end an archive. Some writers leave them out.
    if (head.every((byte) => byte === 0)) return;
    if (head.length < BLOCK || !isHeader(head)) throw new NoTar();
    const type = String.fromCharCode(head[156] ?? 0);
    const size = next.size ?? numberAt(head, 124, 12);
    const padded = Math.ceil(size / BLOCK) * BLOCK;
    if (!Number.isSafeInteger(at + padded)) throw new NoTar();
    if (type === 'x' || type === 'L' || type === 'K' || type === 'g') {
      if (size > MOST_RECORD) throw new NoTar();
      const record = (await source.read(padded)).subarray(0, size);
      if (record.length < size) throw new NoTar();
      if (type === 'x') next = { ...next, ...recordsOf(record) };
      if (type === 'L') next = { ...next, path: names.read(untilZero(record)) };
      at += padded;
      continue;
    }
    const path = next.path ?? pathOf(head, names);
    if (type === 'S') at += await skipMap(source, head);
    const folder = type === '5' || path.endsWith('/');
    const sparse = type === 'S' || next.sparse === true;
    if (folder || sparse || type === '0' || type === '\0' || type === '7') {
      const changed = next.changed ?? numberAt(head, 136, 12);
      const whole = type === 'S' ? numberAt(head, 483, 12) : (next.real ?? size);
      yield { path, folder, size: folder ? 0 : whole, at: dateOf(changed), offset: at, sparse };
    }
    // Of a link the size says nothing.
    const behind = type === '1' || type === '2' ? 0 : padded;
    await source.skip(behind);
    at += behind;
    next = {};
  }
}

/** Dates end in the year 275760; what an archive says beyond that is no time at all. */
const LAST_SECOND = 8.64e12;
const dateOf = (seconds: number) => (seconds > 0 && seconds <= LAST_SECOND ? new Date(seconds * 1000) : null);

/** Behind the header of a file with holes of old GNU tar come blocks with more of the places of its parts. */
async function skipMap(source: Source, head: Uint8Array): Promise<number> {
  let skipped = 0;
  for (let more = head[482] !== 0; more;) {
    const block = await source.read(BLOCK);
    skipped += BLOCK;
    if (block.length < BLOCK || skipped > MOST_RECORD) throw new NoTar();
    more = block[504] !== 0;
  }
  return skipped;
}

interface Extra {
  path?: string;
  sparse?: boolean;
  /** The size of a file with its holes. */
  real?: number;
  size?: number;
  changed?: number;
}

/** The sum of the bytes of a header stands in it, with spaces in its own place. Some old writers count signed bytes. */
function isHeader(head: Uint8Array): boolean {
  let sum = 0;
  let signed = 0;
  for (const [index, byte] of head.entries()) {
    const counted = index >= 148 && index < 156 ? 0x20 : byte;
    sum += counted;
    signed += counted > 127 ? counted - 256 : counted;
  }
  const said = numberAt(head, 148, 8);
  return said === sum || said === signed;
}

/** A number in octal digits, or of GNU tar in binary ones. */
function numberAt(head: Uint8Array, from: number, length: number): number {
  const field = head.subarray(from, from + length);
  if (((field[0] ?? 0) & 0x80) !== 0) {
    let value = (field[0] ?? 0) & 0x7f;
    for (const byte of field.subarray(1)) value = value * 256 + byte;
    return Number.isSafeInteger(value) ? value : Number.NaN;
  }
  const digits = String.fromCharCode(...untilZero(field)).trim();
  return digits === '' ? 0 : /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
}

function untilZero(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

function pathOf(head: Uint8Array, names: Names): string {
  const name = names.read(untilZero(head.subarray(0, 100)));
  const isPosix = String.fromCharCode(...head.subarray(257, 263)) === 'ustar\0';
  const prefix = isPosix ? names.read(untilZero(head.subarray(345, 500))) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Records of pax: "12 path=name\n", whose number counts all of it. */
function recordsOf(bytes: Uint8Array): Extra {
  const extra: Extra = {};
  for (let from = 0; from < bytes.length;) {
    const space = bytes.indexOf(0x20, from);
    const length = Number(asText(bytes.subarray(from, space)));
    if (space < 0 || !(length > space - from) || from + length > bytes.length) throw new NoTar();
    const record = bytes.subarray(space + 1, from + length - 1);
    const equals = record.indexOf(0x3d);
    const key = asText(record.subarray(0, equals));
    const value = asText(record.subarray(equals + 1));
    if (key === 'path') extra.path ??= value;
    if (key.startsWith('GNU.sparse.')) extra.sparse = true;
    if (key === 'GNU.sparse.name') extra.path = value;
    if (key === 'GNU.sparse.realsize' || key === 'GNU.sparse.size') extra.real = sizeOf(value);
    if (key === 'size') extra.size = sizeOf(value);
    if (key === 'mtime') extra.changed = Number(value);
    from += length;
  }
  return extra;
}

function sizeOf(value: string): number {
  const size = Number(value);
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(size)) throw new NoTar();
  return size;
}

const asText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** The names of an archive, each read by those so far: UTF-8, but those of old programs. */
class Names {
  readonly #old: Uint8Array[] = [];

  read(bytes: Uint8Array): string {
    try {
      return utf8.decode(bytes);
    } catch {
      if (this.#old.length < MOST_OLD) this.#old.push(bytes.slice());
      return decodeName(bytes, encodingOfNames(this.#old));
    }
  }
}
