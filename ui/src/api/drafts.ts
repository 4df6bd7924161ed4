import { databases } from './personal';
import { api } from './client';

/** Edits of a file that the server does not have yet. */
export interface Draft {
  /** Of the user, the file and the lease: two tabs have theirs beside each other. */
  readonly id: string;
  readonly user: string;
  readonly place: { readonly spaceId: string; readonly directoryId: string; readonly fileId: string };
  readonly name: string;
  readonly lease: string;
  /** The version that the edits were made on. */
  readonly version: string;
  readonly body: Blob;
  readonly at: number;
}

/** As the browser has them: sealed with a key that the server gives to this person alone. */
interface Sealed {
  readonly id: string;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

/** Drafts on this device between two visits, where the browser lets it. */
export interface DraftStore {
  /** Fetches the key, while there is a server. */
  readonly prepare: (user: string) => Promise<void>;
  readonly put: (draft: Draft) => Promise<boolean>;
  /** The first ones of a user in a file, under whatever lease. */
  readonly find: (user: string, fileId: string) => Promise<Draft | null>;
  readonly remove: (id: string) => Promise<void>;
}

let key: { readonly user: string; readonly found: Promise<CryptoKey> } | null = null;

/** Browsers seal nothing on pages without HTTPS: null there. Fails without a server, unless the key is here. */
async function keyOf(user: string): Promise<CryptoKey | null> {
  // Of the type that it has where there is no HTTPS.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  if (key?.user !== user) {
    const found = api.get('editor/kept-key', {}).then(({ key: text }) => {
      const bytes = Uint8Array.from(atob(text), (one) => one.codePointAt(0) ?? 0);
      return subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
    });
    const next = { user, found };
    key = next;
    found.catch(() => {
      if (key === next) key = null;
    });
  }
  return key.found;
}

/** A length of four bytes, the draft without its body as JSON, and the body. */
async function seal(draft: Draft, using: CryptoKey): Promise<Sealed> {
  const { body, ...rest } = draft;
  const head = new TextEncoder().encode(JSON.stringify({ ...rest, type: body.type }));
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, head.length);
  const plain = await new Blob([length.buffer, head, body]).arrayBuffer();
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { id: draft.id, iv, sealed: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, using, plain) };
}

async function unseal({ iv, sealed }: Sealed, using: CryptoKey): Promise<Draft> {
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, using, sealed);
  const length = new DataView(plain).getUint32(0);
  const { type, ...rest } = JSON.parse(new TextDecoder().decode(plain.slice(4, 4 + length))) as Omit<Draft, 'body'> & {
    type: string;
  };
  return { ...rest, body: new Blob([plain.slice(4 + length)], { type }) };
}

/** Whether this browser can seal. */
export const canSeal = () => (crypto.subtle as SubtleCrypto | undefined) !== undefined;

export const draftId = (user: string, fileId: string, lease: string) => `${user}/${fileId}/${lease}`;

const DATABASE = databases.edits;
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
async function runTransaction<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => Promise<T>,
): Promise<T | null> {
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
  (await runTransaction(
    'readwrite',
    (store) =>
      new Promise<boolean>((resolve) => {
        store.transaction.addEventListener('complete', () => resolve(true));
        store.transaction.addEventListener('abort', () => resolve(false));
        change(store);
      }),
  )) ?? false;

const resultOf = <T>(request: IDBRequest<T>): Promise<T | null> =>
  new Promise((resolve) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => resolve(null));
  });

export const drafts: DraftStore = {
  prepare: async (user) => void (await keyOf(user).catch(() => null)),
  async put(draft) {
    const using = await keyOf(draft.user);
    const row = using ? await seal(draft, using) : draft;
    return write((store) => store.put(row));
  },
  async find(user, fileId) {
    // Those of former versions of this program have no lease in their id.
    const of = IDBKeyRange.bound(`${user}/${fileId}`, draftId(user, fileId, '\uffff'));
    const row = await runTransaction('readonly', (store) =>
      resultOf(store.get(of) as IDBRequest<Draft | Sealed | undefined>),
    );
    if (!row || !('sealed' in row)) return row ?? null;
    const using = await keyOf(user);
    return using && unseal(row, using);
  },
  remove: async (id) => void (await write((store) => store.delete(id))),
};

const ofUser = (user: string) => IDBKeyRange.bound(`${user}/`, `${user}/\uffff`);

/** Of how many files this browser has edits of a person that are not saved. */
export const countDrafts = async (user: string): Promise<number> =>
  (await runTransaction('readonly', (store) => resultOf(store.count(ofUser(user))))) ?? 0;

/** Deletes the edits of a person for good. */
export const discardDrafts = (user: string): Promise<boolean> => write((store) => store.delete(ofUser(user)));
