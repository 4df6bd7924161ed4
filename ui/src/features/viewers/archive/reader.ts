import { BlobReader, Reader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { faultOf, noAnswerFault } from '~/api/fault';

/** No archive of a reasonable size asks for more at a time: its directory is larger, or says that it is. */
export const MOST_AT_ONCE = 48 * 1024 * 1024;

/** The headers of an archive lie close together, so that a few requests fetch them all. */
const AHEAD = 32 * 1024;

/** The directory of an archive is too long to be read. */
export class TooLong extends Error {}

/** Reads a file by ranges. Bytes that are on this device are read from there. */
export const readerOf = async (url: string, size: number, signal: AbortSignal) =>
  url.startsWith('blob:')
    ? new BlobReader(await (await fetch(url, { signal })).blob())
    : new RangeReader(url, size, signal);

class RangeReader extends Reader<string> {
  readonly #url: string;
  readonly #signal: AbortSignal;
  /** The piece that was fetched for the last short read. */
  #piece = { from: 0, bytes: new Uint8Array() };

  constructor(url: string, size: number, signal: AbortSignal) {
    super(url);
    this.#url = url;
    this.#signal = signal;
    this.size = size;
  }

  override async readUint8Array(from: number, length: number): Promise<Uint8Array> {
    const until = Math.min(from + length, this.size);
    if (until <= from) return new Uint8Array();
    if (until - from > MOST_AT_ONCE) throw new TooLong();
    if (until - from >= AHEAD) return this.#fetch(from, until);
    const piece = this.#piece;
    if (from < piece.from || until > piece.from + piece.bytes.length) {
      // At the end of the file lies the directory, before what is read there; elsewhere a header, before its file.
      const start = until === this.size ? Math.max(0, until - AHEAD) : from;
      this.#piece = { from: start, bytes: await this.#fetch(start, Math.min(start + AHEAD, this.size)) };
    }
    const { from: start, bytes } = this.#piece;
    return bytes.slice(from - start, until - start);
  }

  async #fetch(from: number, until: number): Promise<Uint8Array<ArrayBuffer>> {
    const headers = { Range: `bytes=${from}-${until - 1}` };
    const response = await fetch(this.#url, { headers, signal: this.#signal }).catch((error: unknown) => {
      throw this.#signal.aborted ? error : noAnswerFault();
    });
    if (!response.ok) throw faultOf(response.status, response.headers, await response.json().catch(() => null));
    // A proxy that leaves the range out would send all of the file.
    if (response.status !== 206) throw noAnswerFault();
    const bytes = new Uint8Array(
      await response.arrayBuffer().catch((error: unknown) => {
        throw this.#signal.aborted ? error : noAnswerFault();
      }),
    );
    if (bytes.length !== until - from) throw noAnswerFault();
    return bytes;
  }
}
