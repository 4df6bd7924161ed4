import type { Source } from './tar';

/** The part of a reader of zip.js that is needed here. */
export interface Ranges {
  readonly size: number;
  readUint8Array: (from: number, length: number) => Promise<Uint8Array>;
}

/** An archive that is not packed: contents between its headers are not fetched. */
export function rangesSource(reader: Ranges): Source {
  let at = 0;
  return {
    async read(length) {
      const bytes = await reader.readUint8Array(at, Math.min(length, Math.max(0, reader.size - at)));
      at += bytes.length;
      return bytes;
    },
    skip(length) {
      at += length;
      return Promise.resolve();
    },
  };
}

const NONE = new Uint8Array();

/** An archive that is packed as a whole: its bytes come in their order. `onBytes` is told of each piece and may throw. */
export class StreamSource implements Source {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #onBytes: (length: number) => void;
  #piece: Uint8Array = NONE;

  constructor(stream: ReadableStream<Uint8Array>, onBytes: (length: number) => void) {
    this.#reader = stream.getReader();
    this.#onBytes = onBytes;
  }

  async read(length: number): Promise<Uint8Array> {
    const whole = new Uint8Array(length);
    let have = 0;
    while (have < length) {
      const part = await this.next(length - have);
      if (part.length === 0) break;
      whole.set(part, have);
      have += part.length;
    }
    return whole.subarray(0, have);
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0;) {
      const part = await this.next(left);
      if (part.length === 0) return;
      left -= part.length;
    }
  }

  /** The next bytes, as they come; none at the end. */
  async next(most: number): Promise<Uint8Array> {
    if (this.#piece.length === 0) {
      const { done, value } = await this.#reader.read();
      if (done) return NONE;
      this.#onBytes(value.length);
      this.#piece = value;
    }
    const part = this.#piece.subarray(0, most);
    this.#piece = this.#piece.subarray(part.length);
    return part;
  }

  close(): void {
    // Ends the request, too.
    void this.#reader.cancel().catch(() => undefined);
  }
}
