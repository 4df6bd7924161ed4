import type { Content } from '~/api/content';
import { faultOf, noAnswerFault } from '~/api/fault';
import { readerOf } from './reader';
import { ArchiveTrouble, MOST_ENTRIES, MOST_STEPS, MOST_UNPACKED, Sink, type Unpacking } from './unpack';
import { readTar, type Source, type TarEntry } from './tar';
import { rangesSource, StreamSource, type Ranges } from './tar-source';
import { newFolder, place, type Folder } from './tree';

/** A shorter archive is fetched as a whole, which is quicker than going from header to header. */
const SHORT = 8 * 1024 * 1024;
const PIECE = 4 * 1024 * 1024;

const isPacked = (name: string) => /\.(tar\.gz|tgz)$/i.test(name);
export const isTar = (name: string) => /\.tar$/i.test(name) || isPacked(name);

/** A file of an archive that has no directory. */
export class TarFile {
  readonly encrypted = false;
  readonly uncompressedSize: number;
  readonly #offset: number;
  readonly #sparse: boolean;
  readonly #bytes: Bytes;

  constructor({ size, offset, sparse }: TarEntry, bytes: Bytes) {
    this.#sparse = sparse ?? false;
    this.uncompressedSize = size;
    this.#offset = offset;
    this.#bytes = bytes;
  }

  async unpack({ most, type, signal }: Unpacking): Promise<Blob> {
    if (this.#sparse) throw new ArchiveTrouble('unsupported');
    const size = this.uncompressedSize;
    const sink = new Sink({ uncompressedSize: size, compressedSize: size }, most);
    let had = 0;
    for await (const chunk of this.#bytes.read(this.#offset, size, signal)) {
      sink.append(chunk.slice());
      had += chunk.length;
    }
    if (had < size) throw new ArchiveTrouble('damaged');
    return sink.blob(type);
  }
}

/** The unpacked bytes of an archive. */
interface Bytes {
  read: (from: number, length: number, signal: AbortSignal) => AsyncIterable<Uint8Array>;
}

const plainBytes = (reader: Ranges): Bytes => ({
  async *read(from, length, signal) {
    for (let at = from; at < from + length; at += PIECE) {
      signal.throwIfAborted();
      const piece = await reader.readUint8Array(at, Math.min(PIECE, from + length - at));
      if (piece.length === 0) return;
      yield piece;
    }
  },
});

/** Of an archive that is packed as a whole all before a file is unpacked again. */
const packedBytes = (url: string): Bytes => ({
  async *read(from, length, signal) {
    const source = await streamOf(url, true, signal);
    try {
      await source.skip(from);
      for (let left = length; left > 0;) {
        const part = await source.next(left);
        if (part.length === 0) return;
        left -= part.length;
        yield part;
      }
    } finally {
      source.close();
    }
  },
});

async function streamOf(url: string, packed: boolean, signal: AbortSignal, most = Infinity): Promise<StreamSource> {
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    throw signal.aborted ? error : noAnswerFault();
  });
  if (!response.ok) throw faultOf(response.status, response.headers, await response.json().catch(() => null));
  if (!response.body) throw noAnswerFault();
  let bytes = 0;
  const body = tellingLoss(response.body, signal);
  const stream = packed ? body.pipeThrough(new DecompressionStream('gzip')) : body;
  return new StreamSource(stream, (length) => {
    bytes += length;
    if (bytes > most) throw new Enough();
  });
}

/** A connection that is lost is not told as a damaged archive. */
function tellingLoss(body: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal) {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(signal.aborted ? error : noAnswerFault());
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** More is not unpacked to find the files. */
class Enough extends Error {}

interface Listed {
  readonly root: Folder<TarFile>;
  readonly cut: 'more' | null;
}

/** Lists an archive. One that is not packed is read by ranges, and only its headers. */
export async function openTar({ url, size }: Content, name: string, signal: AbortSignal): Promise<Listed> {
  if (isPacked(name)) {
    const source = await streamOf(url, true, signal, MOST_UNPACKED);
    return listTar(source, packedBytes(url), name, MOST_ENTRIES).finally(() => source.close());
  }
  const reader = await readerOf(url, size, signal);
  if (size > SHORT) return listTar(rangesSource(reader), plainBytes(reader), name, MOST_STEPS);
  const source = await streamOf(url, false, signal);
  return listTar(source, plainBytes(reader), name, MOST_ENTRIES).finally(() => source.close());
}

async function listTar(source: Source, bytes: Bytes, name: string, most: number): Promise<Listed> {
  const root = newFolder<TarFile>(name);
  let count = 0;
  try {
    for await (const entry of readTar(source)) {
      if (count === most) return { root, cut: 'more' };
      count += 1;
      const { path, folder, size, at } = entry;
      if (folder) place(root, path, null);
      else place(root, path, { size, at, locked: false, entry: new TarFile(entry, bytes) });
    }
  } catch (error) {
    if (error instanceof Enough) return { root, cut: 'more' };
    throw error;
  }
  return { root, cut: null };
}
