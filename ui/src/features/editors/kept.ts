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

/** Keeps edits between two visits. */
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
  opened ??= new Promise((resolve) => {
    if (!('indexedDB' in globalThis)) return resolve(null);
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => resolve(null));
  });
  return opened;
}

async function write(change: (store: IDBObjectStore) => void): Promise<boolean> {
  const database = await open();
  if (!database) return false;
  const transaction = database.transaction(STORE, 'readwrite');
  change(transaction.objectStore(STORE));
  return new Promise((resolve) => {
    transaction.addEventListener('complete', () => resolve(true));
    transaction.addEventListener('abort', () => resolve(false));
  });
}

export const keeper: Keeper = {
  put: (edits) => write((store) => store.put(edits)),
  async find(user, fileId) {
    const database = await open();
    if (!database) return null;
    // Those of former versions of this program have no lease in their id.
    const of = IDBKeyRange.bound(`${user}/${fileId}`, keptId(user, fileId, '\uffff'));
    const request = database.transaction(STORE).objectStore(STORE).get(of);
    return new Promise((resolve) => {
      request.addEventListener('success', () => resolve((request.result as KeptEdits | undefined) ?? null));
      request.addEventListener('error', () => resolve(null));
    });
  },
  remove: async (id) => void (await write((store) => store.delete(id))),
};
