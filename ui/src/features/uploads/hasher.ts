import type { HashAnswer, HashRequest, HashStop } from './hash.worker';
import type { Stretch } from './plan-changes';

const MIB = 1024 * 1024;

/** Up to here a file is hashed before its first byte is sent; longer ones begin with a fingerprint. */
export const HASH_FIRST_LIMIT = 64 * MIB;

export interface Hasher {
  /** BLAKE3 of the blobs in sequence, 64 hex digits. */
  hash(blobs: readonly Blob[], signal: AbortSignal, onProgress?: (bytes: number) => void): Promise<string>;
  /** What of a file the version has whose list of blocks is `sums`. */
  plan(
    file: Blob,
    sums: ArrayBuffer,
    signal: AbortSignal,
    onProgress?: (bytes: number) => void,
  ): Promise<readonly Stretch[]>;
}

interface Job {
  readonly resolve: (answer: Result) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress?: (bytes: number) => void;
}

type Result = Extract<HashAnswer, { hash: string } | { plan: readonly Stretch[] }>;

/** Hashes in a worker, which is started at the first use. */
export class WorkerHasher implements Hasher {
  readonly #jobs = new Map<number, Job>();
  readonly #start: () => Worker;
  #worker: Worker | null = null;
  #last = 0;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  async hash(blobs: readonly Blob[], signal: AbortSignal, onProgress?: (bytes: number) => void): Promise<string> {
    const answer = await this.#ask({ blobs }, signal, onProgress);
    return 'hash' in answer ? answer.hash : '';
  }

  async plan(file: Blob, sums: ArrayBuffer, signal: AbortSignal, onProgress?: (bytes: number) => void) {
    const answer = await this.#ask({ blobs: [file], sums }, signal, onProgress);
    return 'plan' in answer ? answer.plan : [];
  }

  #ask(question: Omit<HashRequest, 'id'>, signal: AbortSignal, onProgress?: (bytes: number) => void): Promise<Result> {
    const id = ++this.#last;
    return new Promise<Result>((resolve, reject) => {
      const stop = () => {
        this.#jobs.delete(id);
        this.#post({ stop: id });
        reject(new DOMException('aborted', 'AbortError'));
      };
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      const settleWith =
        <V>(settle: (value: V) => void) =>
        (value: V) => {
          signal.removeEventListener('abort', stop);
          settle(value);
        };
      this.#jobs.set(id, { resolve: settleWith(resolve), reject: settleWith(reject), onProgress });
      this.#post({ id, ...question });
    });
  }

  #post(message: HashRequest | HashStop): void {
    if (!this.#worker) {
      this.#worker = this.#start();
      this.#worker.addEventListener('message', (event: MessageEvent<HashAnswer>) => this.#handleAnswer(event.data));
    }
    this.#worker.postMessage(message, []);
  }

  #handleAnswer(answer: HashAnswer): void {
    const job = this.#jobs.get(answer.id);
    if (!job) return;
    if ('hashed' in answer) {
      job.onProgress?.(answer.hashed);
      return;
    }
    this.#jobs.delete(answer.id);
    if ('failed' in answer) job.reject(new Error(answer.failed));
    else job.resolve(answer);
  }
}

/** Names a long file without reading it whole: `fp:<size>-<mtime>-<BLAKE3 of the first and the last MiB>`. */
export async function fingerprint(file: File, hasher: Hasher, signal: AbortSignal): Promise<string> {
  const ends = [file.slice(0, MIB), file.slice(Math.max(MIB, file.size - MIB))];
  return `fp:${file.size}-${file.lastModified}-${await hasher.hash(ends, signal)}`;
}
