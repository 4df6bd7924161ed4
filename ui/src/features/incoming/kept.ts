import { databases } from '~/api/personal';
import { newId } from '~/kit/new-id';

const DATABASE = databases.incoming;
const STORE = 'shares';

/** All shares on this device together have no more files and bytes than these. */
export const MAX_FILES = 200;
export const MAX_BYTES = 2 * 1024 ** 3;
/** Title, text and address are cut to so many characters each. */
const MAX_TEXT = 100_000;
/** A share that nobody asked for is deleted after a day, in milliseconds. */
const MAX_AGE = 86_400_000;

/** Files and texts, as another app hands them over. */
export interface Handed {
  readonly files: readonly File[];
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** A share that waits for the user to choose a folder. */
export interface Incoming extends Handed {
  readonly id: string;
  readonly at: number;
  /** Files that were above the limits, and are not kept. */
  readonly leftOut: number;
}

/** The first files that are within the limits. */
export function within(files: readonly File[]): File[] {
  let bytes = 0;
  return files.slice(0, MAX_FILES).filter((file) => {
    if (bytes + file.size > MAX_BYTES) return false;
    bytes += file.size;
    return true;
  });
}

const weigh = (files: readonly File[]) => files.reduce((sum, file) => sum + file.size, 0);

/** Ids of shares that are too old, or that make room for `next`: the oldest go first. */
export function findOutdated(rows: readonly Incoming[], now: number, next: readonly File[] = []): string[] {
  let count = next.length;
  let bytes = weigh(next);
  const gone: string[] = [];
  for (const { id, at, files } of [...rows].sort((a, b) => b.at - a.at)) {
    count += Math.max(1, files.length);
    bytes += weigh(files);
    if (now - at > MAX_AGE || count > MAX_FILES || bytes > MAX_BYTES) gone.push(id);
  }
  return gone;
}

/** Why files could not be kept on this device. */
export const problemOf = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'lost';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  });
}

/** Runs a transaction; rejects with its error, QuotaExceededError among them. */
async function transact<T>(work: (store: IDBObjectStore, rows: Incoming[]) => T): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, 'readwrite');
      const store = transaction.objectStore(STORE);
      let answer: T;
      const rows = store.getAll() as IDBRequest<Incoming[]>;
      rows.addEventListener('success', () => {
        answer = work(store, rows.result);
      });
      transaction.addEventListener('complete', () => resolve(answer));
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
    });
  } finally {
    database.close();
  }
}

/** Keeps a share on this device and answers its id, which is not to be guessed. */
export async function keepIncoming(handed: Handed): Promise<string> {
  const files = within(handed.files);
  const id = newId();
  const row: Incoming = {
    id,
    at: Date.now(),
    files,
    title: handed.title.slice(0, MAX_TEXT),
    text: handed.text.slice(0, MAX_TEXT),
    url: handed.url.slice(0, MAX_TEXT),
    leftOut: handed.files.length - files.length,
  };
  await transact((store, rows) => {
    for (const old of findOutdated(rows, row.at, files)) store.delete(old);
    store.put(row);
  });
  return id;
}

/** The share, or null when it was uploaded, cancelled or is older than a day. Old ones are deleted. */
export const getIncoming = (id: string) =>
  transact((store, rows): Incoming | null => {
    const gone = new Set(findOutdated(rows, Date.now()));
    for (const old of gone) store.delete(old);
    return rows.find((row) => row.id === id && !gone.has(id)) ?? null;
  });

export const dropIncoming = (id: string) => transact((store) => void store.delete(id));

/** Deletes the shares that are older than a day. */
export const dropOutdated = () => getIncoming('').then(() => undefined);
