import * as zip from '@zip.js/zip.js/lib/zip-core-native.js';
import type { Content } from '~/api/content';
import { Fault } from '~/api/fault';
import { decodeName, encodingOfNames } from './names';
import { readerOf, TooLong } from './reader';
import { ArchiveTrouble, MOST_ENTRIES, Sink, type Trouble, type Unpacking } from './unpack';
import { isTar, openTar, TarFile } from './tar-file';
import { newFolder, place, type Folder } from './tree';

export type Entry = zip.FileEntry | TarFile;

export interface Archive {
  readonly root: Folder<Entry>;
  /** How many entries there are, when not all of them are shown; 'more' when they were not all counted. */
  readonly cut: number | 'more' | null;
}

// The browser unpacks beside the page by itself; workers of the library would be more files to fetch.
zip.configure({ useWebWorkers: false, chunkSize: 1024 * 1024 });

const troubles = new Map<string, Trouble>([
  [zip.ERR_ENCRYPTED, 'locked'],
  [zip.ERR_INVALID_PASSWORD, 'wrongPassword'],
  [zip.ERR_UNSUPPORTED_ENCRYPTION, 'unsupported'],
  [zip.ERR_UNSUPPORTED_COMPRESSION, 'unsupported'],
  [zip.ERR_ENCRYPTED_CENTRAL_DIRECTORY, 'unsupported'],
  [zip.ERR_SPLIT_ZIP_FILE, 'unsupported'],
]);

function troubleOf(error: unknown): unknown {
  if (error instanceof Fault || error instanceof ArchiveTrouble) return error;
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  if (error instanceof TooLong) return new ArchiveTrouble('tooLong');
  return new ArchiveTrouble(troubles.get(error instanceof Error ? error.message : '') ?? 'damaged');
}

/** Reads the directory of an archive, and nothing else. The signal also ends the reading of its files. */
export async function openArchive(content: Content, name: string, signal: AbortSignal): Promise<Archive> {
  try {
    return isTar(name) ? await openTar(content, name, signal) : await openZip(content, name, signal);
  } catch (error) {
    throw troubleOf(error);
  }
}

async function openZip({ url, size }: Content, name: string, signal: AbortSignal): Promise<Archive> {
  const reader = new zip.ZipReader(await readerOf(url, size, signal), { strictness: 'tolerant' });
  const entries: zip.Entry[] = [];
  let total = 0;
  const generator = reader.getEntriesGenerator({
    onprogress: (_, all) => {
      total = all;
      return undefined;
    },
  });
  for await (const entry of generator) {
    entries.push(entry);
    if (entries.length === MOST_ENTRIES) break;
  }
  return { root: treeOf(entries, name), cut: total > entries.length ? total : null };
}

function treeOf(entries: readonly zip.Entry[], name: string): Folder<Entry> {
  const unnamed = entries.filter(({ filenameUTF8 }) => !filenameUTF8).map(({ rawFilename }) => rawFilename);
  const encoding = encodingOfNames(unnamed);
  const root = newFolder<Entry>(name);
  for (const entry of entries) {
    const path = entry.filenameUTF8 ? entry.filename : decodeName(entry.rawFilename, encoding);
    if (entry.directory) place(root, path, null);
    else place(root, path, { size: entry.uncompressedSize, at: dateOf(entry), locked: entry.encrypted, entry });
  }
  return root;
}

/** Archives without dates have the first one that there is, or none. */
function dateOf({ lastModDate }: zip.Entry): Date | null {
  const time = lastModDate.getTime();
  return Number.isNaN(time) || time <= Date.UTC(1980, 0, 2) ? null : lastModDate;
}

/** Whether a password opens a file; the older encryption is wrong about one of 256. */
export async function checkPassword(entry: Entry, password: string, signal: AbortSignal): Promise<void> {
  if (entry instanceof TarFile) return;
  try {
    await entry.getData(new WritableStream(), { password, signal, checkPasswordOnly: true });
  } catch (error) {
    throw troubleOf(error);
  }
}

/** Unpacks one file. It stops as soon as the file is larger than asked for or than the archive says. */
export async function unpack(entry: Entry, unpacking: Unpacking): Promise<Blob> {
  const { most, signal } = unpacking;
  if (entry.uncompressedSize > most) throw new ArchiveTrouble('large');
  if (!(entry instanceof TarFile)) return unpackZip(entry, unpacking);
  try {
    return await entry.unpack(unpacking);
  } catch (error) {
    throw signal.aborted ? new DOMException('aborted', 'AbortError') : troubleOf(error);
  }
}

async function unpackZip(entry: zip.FileEntry, { password, most, type, signal }: Unpacking): Promise<Blob> {
  const stop = new AbortController();
  const end = () => stop.abort();
  signal.addEventListener('abort', end);
  const sink = new Sink(entry, most);
  try {
    await entry.getData(new WritableStream({ write: (chunk: Uint8Array<ArrayBuffer>) => sink.append(chunk) }), {
      checkSignature: true,
      signal: stop.signal,
      ...(password !== undefined && { password }),
    });
    return sink.blob(type);
  } catch (error) {
    if (signal.aborted) throw new DOMException('aborted', 'AbortError');
    if (sink.trouble) throw new ArchiveTrouble(sink.trouble);
    const why = troubleOf(error);
    // The older encryption finds out about one password of 256 only by what comes of it.
    const older = entry.encrypted && password !== undefined && entry.zipCrypto;
    throw older && why instanceof ArchiveTrouble && why.kind === 'damaged' ? new ArchiveTrouble('wrongPassword') : why;
  } finally {
    stop.abort();
    signal.removeEventListener('abort', end);
  }
}
