import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NoTar, readTar, type TarEntry } from './tar';
import { rangesSource, StreamSource } from './tar-source';

const long = `${'پوشهٔ بلند/'.repeat(9)}گزارش نهایی.txt`;
const files: Record<string, string> = {
  'notes.txt': 'hello',
  'اسناد/قرارداد.txt': 'متن قرارداد',
  'big.bin': 'x'.repeat(70_000),
  [long]: 'deep',
};

let folder = '';
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tar-'));
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
    fs.utimesSync(path.join(folder, name), 1_700_000_000, 1_700_000_000);
  }
  fs.symlinkSync('/etc/passwd', path.join(folder, 'link'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const made = (format: string) =>
  Uint8Array.from(execFileSync('tar', [`--format=${format}`, '-C', folder, '-cf', '-', '.'], { maxBuffer: 2 ** 24 }));

const readerOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  readUint8Array: (from: number, length: number) => Promise.resolve(bytes.slice(from, from + length)),
});

const streamed = (bytes: Uint8Array) =>
  new StreamSource(
    new ReadableStream({
      start(controller) {
        // Pieces that fit no block.
        for (let at = 0; at < bytes.length; at += 700) controller.enqueue(bytes.slice(at, at + 700));
        controller.close();
      },
    }),
    () => undefined,
  );

async function all(source: Parameters<typeof readTar>[0]): Promise<TarEntry[]> {
  const entries: TarEntry[] = [];
  for await (const entry of readTar(source)) entries.push(entry);
  return entries;
}

/** A file with so many parts and holes that its places need blocks of their own, between two others. */
function withHoles(format: string, version: string): Uint8Array {
  const at = fs.mkdtempSync(path.join(os.tmpdir(), 'holes-'));
  try {
    fs.writeFileSync(path.join(at, 'a.txt'), 'before');
    const file = fs.openSync(path.join(at, 'holes.bin'), 'w');
    for (let part = 0; part < 60; part += 1) fs.writeSync(file, 'part', part * 65_536);
    fs.ftruncateSync(file, 60 * 65_536);
    fs.closeSync(file);
    fs.writeFileSync(path.join(at, 'z.txt'), 'behind');
    const flags = [`--format=${format}`, '--sparse', ...(version ? [`--sparse-version=${version}`] : [])];
    return Uint8Array.from(
      execFileSync('tar', [...flags, '-C', at, '-cf', '-', 'a.txt', 'holes.bin', 'z.txt'], { maxBuffer: 2 ** 26 }),
    );
  } finally {
    fs.rmSync(at, { recursive: true });
  }
}

describe('an archive of tar', () => {
  it.each([
    ['gnu', ''],
    ['pax', '0.0'],
    ['pax', '0.1'],
    ['pax', '1.0'],
  ])('with holes is listed: %s %s', async (format, version) => {
    const bytes = withHoles(format, version);
    expect(bytes.length).toBeLessThan(60 * 65_536);
    for (const source of [rangesSource(readerOf(bytes)), streamed(bytes)]) {
      const entries = await all(source);
      expect(entries.map((entry) => [path.basename(entry.path), entry.size, entry.sparse])).toEqual([
        ['a.txt', 6, false],
        ['holes.bin', 60 * 65_536, true],
        ['z.txt', 6, false],
      ]);
    }
  });

  it.each(['gnu', 'pax'])('is listed as %s, by ranges and as a stream', async (format) => {
    const bytes = made(format);
    const entries = await all(rangesSource(readerOf(bytes)));
    expect(await all(streamed(bytes))).toEqual(entries);
    const found = entries.filter((entry) => !entry.folder);
    expect(found.map((entry) => entry.path.replace(/^\.\//, '')).toSorted()).toEqual(Object.keys(files).toSorted());
    for (const { path: name, offset, size, at } of found) {
      const content = new TextDecoder().decode(bytes.slice(offset, offset + size));
      expect(content).toBe(files[name.replace(/^\.\//, '')]);
      expect(at).toEqual(new Date(1_700_000_000_000));
    }
  });

  it.each(['10000000000000', '1e300', 'never'])('with %s as the time of a file is listed without it', async (time) => {
    const args = ['--format=pax', `--pax-option=mtime:=${time}`, '-C', folder, '-cf', '-', 'notes.txt'];
    const entries = await all(rangesSource(readerOf(Uint8Array.from(execFileSync('tar', args)))));
    expect(entries).toMatchObject([{ path: 'notes.txt', size: 5, at: null }]);
  });

  it('of nothing has no entries', async () => {
    expect(await all(rangesSource(readerOf(new Uint8Array(10_240))))).toEqual([]);
  });

  it('that is none, or damaged, is said to be none', async () => {
    const bytes = made('gnu');
    await expect(all(rangesSource(readerOf(new Uint8Array())))).rejects.toThrow(NoTar);
    await expect(all(rangesSource(readerOf(new TextEncoder().encode('no tar '.repeat(200)))))).rejects.toThrow(NoTar);
    bytes[3] = (bytes[3] ?? 0) ^ 1;
    await expect(all(rangesSource(readerOf(bytes)))).rejects.toThrow(NoTar);
  });

  it('ends wherever it is cut', async () => {
    const bytes = made('pax');
    for (let end = 0; end < bytes.length; end += 1_111) {
      await all(rangesSource(readerOf(bytes.slice(0, end)))).catch((error: unknown) =>
        expect(error).toBeInstanceOf(NoTar),
      );
    }
  });

  it('with sizes that lie leads nowhere', async () => {
    const bytes = made('gnu').slice(0, 512 * 2);
    for (const size of [
      '77777777777',
      '-0000000001',
      '\u{80}\u{ff}\u{ff}\u{ff}\u{ff}\u{ff}\u{ff}\u{ff}\u{ff}\u{ff}\u{ff}\u{ff}',
    ]) {
      const lying = bytes.slice();
      lying.set(Buffer.from(size, 'latin1'), 124);
      lying.fill(0x20, 148, 156);
      const sum = lying.subarray(0, 512).reduce((total, byte) => total + byte, 0);
      lying.set(new TextEncoder().encode(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
      const entries = await all(rangesSource(readerOf(lying))).catch((error: unknown) => {
        expect(error).toBeInstanceOf(NoTar);
        return [];
      });
      expect(entries.length).toBeLessThan(2);
    }
  });
});
