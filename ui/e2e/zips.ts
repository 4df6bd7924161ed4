import { crc32, deflateRawSync } from 'node:zlib';
import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';

configure({ useWebWorkers: false });

export interface Packed {
  /** As bytes where it is not UTF-8. */
  readonly name: string | Uint8Array;
  readonly content?: string | Uint8Array;
  readonly deflated?: boolean;
  /** The size that the archive says it has. */
  readonly says?: number;
}

const UTF8 = 0x800;
const HEAD = 26;
const DAY = (45 << 9) | (3 << 5) | 14; // 2025-03-14

/** An archive as it is told, right or wrong. */
export function zipOf(files: readonly Packed[]): Uint8Array {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content = '', deflated, says } of files) {
    const raw = Buffer.from(content as string);
    const data = deflated ? deflateRawSync(raw) : raw;
    const title = Buffer.from(name as string);
    const head = Buffer.alloc(HEAD);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(typeof name === 'string' ? UTF8 : 0, 2);
    head.writeUInt16LE(deflated ? 8 : 0, 4);
    head.writeUInt16LE(DAY, 8);
    head.writeUInt32LE(crc32(raw), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(says ?? raw.length, 18);
    head.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), head, place, title);
    local.push(Buffer.from('PK\x03\x04'), head, title, data);
    at += 4 + HEAD + title.length + data.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Math.min(files.length, 0xffff), 4);
  end.writeUInt16LE(Math.min(files.length, 0xffff), 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  if (files.length < 0xffff) return Buffer.concat([...local, list, Buffer.from('PK\x05\x06'), end]);
  return Buffer.concat([...local, list, ...end64(files.length, list.length, at), Buffer.from('PK\x05\x06'), end]);
}

/** The end of an archive of more files than its usual end can count. */
function end64(files: number, length: number, at: number): Buffer[] {
  const record = Buffer.alloc(52);
  record.writeBigUInt64LE(44n, 0);
  record.writeUInt16LE(45, 8);
  record.writeUInt16LE(45, 10);
  for (const [place, value] of [
    [20, files],
    [28, files],
    [36, length],
    [44, at],
  ] as const)
    record.writeBigUInt64LE(BigInt(value), place);
  const locator = Buffer.alloc(16);
  locator.writeBigUInt64LE(BigInt(at + length), 4);
  locator.writeUInt32LE(1, 12);
  return [Buffer.from('PK\x06\x06'), record, Buffer.from('PK\x06\x07'), locator];
}

/** An archive whose files have a password. */
export async function lockedZip(files: Record<string, string>, password: string, old: boolean): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { password, zipCrypto: old });
  for (const [name, text] of Object.entries(files)) {
    await writer.add(name, new Uint8ArrayReader(new TextEncoder().encode(text)));
  }
  return writer.close();
}
