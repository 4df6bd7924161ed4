import { createBLAKE3, type IHasher } from 'hash-wasm';
import { parseBlockSums } from './block-sums';
import { planChanges, type Stretch } from './plan-changes';

export interface HashRequest {
  readonly id: number;
  /** Hashed one after another as if they were one. */
  readonly blobs: readonly Blob[];
  /** The list of blocks of a version: asks what of the only blob that version has, not for a hash. */
  readonly sums?: ArrayBuffer;
}

export interface HashStop {
  readonly stop: number;
}

export type HashAnswer =
  | { readonly id: number; readonly hashed: number }
  | { readonly id: number; readonly hash: string }
  | { readonly id: number; readonly plan: readonly Stretch[] }
  | { readonly id: number; readonly failed: string };

const SLICE = 4 * 1024 * 1024;
/** Each hasher is a WebAssembly memory of its own, and a page may have only so many. */
const AT_ONCE = 6;

const stopped = new Set<number>();
const free: IHasher[] = [];
const waiting: ((hasher: IHasher) => void)[] = [];
let made = 0;

async function borrow(): Promise<IHasher> {
  const idle = free.pop();
  if (idle) return idle;
  if (made === AT_ONCE) return new Promise((resolve) => waiting.push(resolve));
  made++;
  return createBLAKE3();
}

function giveBack(hasher: IHasher): void {
  const next = waiting.shift();
  if (next) next(hasher);
  else free.push(hasher);
}

/** Slices are read asynchronously, so several jobs take turns and a stop is heard between two slices. */
async function work(request: HashRequest): Promise<void> {
  const hasher = await borrow();
  try {
    await (request.sums ? planWith(hasher, request, request.sums) : hashWith(hasher, request));
  } finally {
    giveBack(hasher);
  }
}

async function hashWith(hasher: IHasher, { id, blobs }: HashRequest): Promise<void> {
  hasher.init();
  let hashed = 0;
  for (const blob of blobs) {
    for (let from = 0; from < blob.size; from += SLICE) {
      const bytes = new Uint8Array(await blob.slice(from, from + SLICE).arrayBuffer());
      if (stopped.delete(id)) return;
      hasher.update(bytes);
      hashed += bytes.length;
      answer({ id, hashed });
    }
  }
  answer({ id, hash: hasher.digest('hex') });
}

class Stopped extends Error {}

async function planWith(hasher: IHasher, { id, blobs: [file] }: HashRequest, list: ArrayBuffer): Promise<void> {
  const sums = parseBlockSums(list);
  if (!file || !sums) throw new Error('no list of blocks');
  const digest = (bytes: Uint8Array) => hasher.init().update(bytes).digest('hex');
  try {
    const plan = await planChanges(file, sums, digest, (hashed) => {
      if (stopped.delete(id)) throw new Stopped();
      answer({ id, hashed });
    });
    answer({ id, plan });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
}

function answer(message: HashAnswer): void {
  self.postMessage(message, []);
}

self.addEventListener('message', (event: MessageEvent<HashRequest | HashStop>) => {
  const message = event.data;
  if ('stop' in message) {
    stopped.add(message.stop);
    return;
  }
  work(message).catch((error: unknown) => answer({ id: message.id, failed: String(error) }));
});
