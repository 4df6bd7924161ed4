import { databases } from '~/api/personal';
import type { Preview } from '~/api/types';

const DATABASE = databases.offline;

/** An answer of the server, as it was last seen. */
export interface KeptQuery {
  readonly hash: string;
  readonly user: string;
  readonly text: string;
  readonly at: number;
}

/** The bytes of a file. Pinned ones stay until they are unpinned; the others make room for newer ones. */
export interface KeptFile {
  readonly id: string;
  readonly user: string;
  readonly spaceId: string;
  readonly directoryId: string;
  readonly my: boolean;
  readonly name: string;
  readonly contentType: string;
  /** How it is shown; older entries do not tell. */
  readonly kind?: Preview['kind'];
  readonly versionId: string;
  readonly size: number;
  readonly at: number;
  readonly pinned: boolean;
}

interface KeptBytes {
  readonly id: string;
  readonly blob: Blob;
}

type Stores = { queries: KeptQuery; files: KeptFile; bytes: KeptBytes };
type StoreName = keyof Stores;

const keys: Record<StoreName, string> = { queries: 'hash', files: 'id', bytes: 'id' };
let opened: Promise<IDBDatabase | null> | null = null;

/** Null where the browser keeps nothing, as in some private windows. */
function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise((resolve) => {
    if (!('indexedDB' in globalThis)) return resolve(null);
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => {
      for (const [name, keyPath] of Object.entries(keys)) request.result.createObjectStore(name, { keyPath });
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => resolve(null));
  });
  return opened;
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('indexedDB')));
  });
}

async function within(names: readonly StoreName[], work: (transaction: IDBTransaction) => void): Promise<void> {
  const database = await open();
  if (!database) return;
  const transaction = database.transaction(names, 'readwrite');
  work(transaction);
  await new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('indexedDB')));
  });
}

export async function get<N extends StoreName>(name: N, key: string): Promise<Stores[N] | undefined> {
  const database = await open();
  return database ? answerOf<Stores[N] | undefined>(database.transaction(name).objectStore(name).get(key)) : undefined;
}

export async function all<N extends StoreName>(name: N): Promise<Stores[N][]> {
  const database = await open();
  return database ? answerOf<Stores[N][]>(database.transaction(name).objectStore(name).getAll()) : [];
}

/** Stores some and removes others, in one step. */
export const change = <N extends StoreName>(name: N, put: readonly Stores[N][], remove: readonly string[] = []) =>
  within([name], (transaction) => {
    const store = transaction.objectStore(name);
    for (const value of put) store.put(value);
    for (const key of remove) store.delete(key);
  });
