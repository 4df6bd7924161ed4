import { databases } from './personal';

/** A signature that a user keeps in this browser. */
export interface Signature {
  readonly id: number;
  readonly picture: Blob;
}

interface Kept {
  readonly id?: number;
  readonly user: string;
  readonly picture: Blob;
}

const DATABASE = databases.signatures;
const STORE = 'signatures';

/** Null in private windows of some browsers: nothing is kept there, and nothing fails. */
function open(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    if (!('indexedDB' in globalThis)) return resolve(null);
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(STORE, { keyPath: 'id', autoIncrement: true });
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => resolve(null));
  });
}

async function inStore<T>(
  mode: IDBTransactionMode,
  none: T,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  if (!database) return none;
  const request = work(database.transaction(STORE, mode).objectStore(STORE));
  try {
    return await new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('indexedDB')));
    });
  } finally {
    database.close();
  }
}

/** The signatures that the user keeps here. */
export async function keptSignatures(user: string): Promise<Signature[]> {
  const all = await inStore<Kept[]>('readonly', [], (store) => store.getAll() as IDBRequest<Kept[]>);
  return all.flatMap(({ id, user: owner, picture }) => (owner === user && id !== undefined ? [{ id, picture }] : []));
}

export async function keepSignature(user: string, picture: Blob): Promise<void> {
  const entry: Kept = { user, picture };
  await inStore<IDBValidKey>('readwrite', 0, (store) => store.add(entry));
}

export async function forgetSignature(id: number): Promise<void> {
  await inStore<undefined>('readwrite', undefined, (store) => store.delete(id));
}
