import type { FilePlace } from './port';

/** Edits that the server does not have yet. */
export interface KeptEdits {
  /** Of the user, the file and the lease: two tabs keep theirs beside each other. */
  readonly id: string;
  readonly user: string;
  readonly place: FilePlace;
  readonly name: string;
  readonly lease: string;
  /** The version that the edits were made on. */
  readonly version: string;
  readonly body: Blob;
  readonly at: number;
}

/** Keeps edits between two visits, where the browser lets it. */
export interface Keeper {
  readonly put: (edits: KeptEdits) => Promise<boolean>;
  /** The first ones of a user in a file, under whatever lease. */
  readonly find: (user: string, fileId: string) => Promise<KeptEdits | null>;
  readonly remove: (id: string) => Promise<void>;
}

export const keptId = (user: string, fileId: string, lease: string) => `${user}/${fileId}/${lease}`;

const DATABASE = 'anbar-edits';
const STORE = 'edits';

let opened: Promise<IDBDatabase | null> | null = null;

/** Null where the browser keeps nothing, as in some private windows. */
function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise<IDBDatabase | null>((resolve) => {
    if (!('indexedDB' in globalThis)) return resolve(null);
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }));
    request.addEventListener('success', () => {
      // The browser closes it when it is short of room or its data is deleted; it is opened again.
      request.result.addEventListener('close', () => (opened = null));
      resolve(request.result);
    });
    request.addEventListener('error', () => resolve(null));
  }).catch(() => null);
  return opened;
}

/** Asks in a transaction; null when there is none to be had. Some browsers close a database and do not say so. */
async function ask<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => Promise<T>): Promise<T | null> {
  for (let tries = 0; tries < 2; tries += 1) {
    const database = await open();
    if (!database) break;
    try {
      return await act(database.transaction(STORE, mode).objectStore(STORE));
    } catch {
      opened = null;
    }
  }
  return null;
}

const write = async (change: (store: IDBObjectStore) => void): Promise<boolean> =>
  (await ask(
    'readwrite',
    (store) =>
      new Promise<boolean>((resolve) => {
        store.transaction.addEventListener('complete', () => resolve(true));
        store.transaction.addEventListener('abort', () => resolve(false));
        change(store);
      }),
  )) ?? false;

export const keeper: Keeper = {
  put: (edits) => write((store) => store.put(edits)),
  find(user, fileId) {
    // Those of former versions of this program have no lease in their id.
    const of = IDBKeyRange.bound(`${user}/${fileId}`, keptId(user, fileId, '\uffff'));
    return ask(
      'readonly',
      (store) =>
        new Promise<KeptEdits | null>((resolve) => {
          const request = store.get(of);
          request.addEventListener('success', () => resolve((request.result as KeptEdits | undefined) ?? null));
          request.addEventListener('error', () => resolve(null));
        }),
    );
  },
  remove: async (id) => void (await write((store) => store.delete(id))),
};
