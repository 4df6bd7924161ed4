import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DraftStore, Draft } from './drafts';

const edits: Draft = {
  id: 'u/f/l',
  user: 'u',
  place: { spaceId: 's', directoryId: 'd', fileId: 'f' },
  name: 'a.docx',
  lease: 'l',
  version: 'v',
  body: new Blob(['work']),
  at: 0,
};

let secret = 'k';
vi.mock('./client', () => ({
  api: {
    get: () => (secret ? Promise.resolve({ key: btoa(secret.repeat(32)) }) : Promise.reject(new Error('offline'))),
  },
}));

const soon = (target: EventTarget, type: string) => setTimeout(() => target.dispatchEvent(new Event(type)));

/** As much of a database as the keeper uses; `dead` is one whose connection the browser dropped. */
class Database extends EventTarget {
  dead = false;
  readonly rows: Map<string, Draft>;
  constructor(rows: Map<string, Draft>) {
    super();
    this.rows = rows;
  }
  transaction() {
    if (this.dead) throw new DOMException('the connection is closing', 'InvalidStateError');
    const transaction = new EventTarget();
    const { rows } = this;
    soon(transaction, 'complete');
    const objectStore = () => ({
      transaction,
      put: (row: Draft) => rows.set(row.id, row),
      delete: (id: string) => rows.delete(id),
      get: ({ from, until }: { from: string; until: string }) => {
        const found = [...rows.keys()].toSorted().find((id) => id >= from && id <= until);
        const request = Object.assign(new EventTarget(), { result: found && rows.get(found) });
        soon(request, 'success');
        return request;
      },
    });
    return Object.assign(transaction, { objectStore });
  }
}

let databases: Database[] = [];
let rows: Map<string, Draft>;
let drafts: DraftStore;

beforeEach(async () => {
  databases = [];
  rows = new Map();
  secret = 'k';
  vi.stubGlobal('IDBKeyRange', { bound: (from: string, until: string) => ({ from, until }) });
  vi.stubGlobal('indexedDB', {
    open: () => {
      const result = new Database(rows);
      databases.push(result);
      const request = Object.assign(new EventTarget(), { result });
      soon(request, 'success');
      return request;
    },
  });
  vi.resetModules();
  ({ drafts } = await import('./drafts'));
});
afterEach(() => void vi.unstubAllGlobals());
// Whatever was loaded meanwhile has the client of this test.
afterAll(() => void vi.resetModules());

it('keeps edits, and gives them back until they are removed', async () => {
  expect(await drafts.put(edits)).toBe(true);
  expect(await drafts.find('u', 'f')).toEqual(edits);
  await drafts.remove('u/f/l');
  expect(await drafts.find('u', 'f')).toBeNull();
  expect(databases).toHaveLength(1);
});

it('opens the database again after the browser closed it', async () => {
  await drafts.put(edits);
  databases[0]?.dispatchEvent(new Event('close'));
  expect(await drafts.find('u', 'f')).toEqual(edits);
  expect(databases).toHaveLength(2);
});

it('opens the database again when it was closed without a word', async () => {
  await drafts.put(edits);
  for (const database of databases) database.dead = true;
  expect(await drafts.put(edits)).toBe(true);
  expect(databases).toHaveLength(2);
});

it('keeps nothing, and fails nothing, where the browser forbids it', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
  expect(await drafts.put(edits)).toBe(false);
  expect(await drafts.find('u', 'f')).toBeNull();
  await drafts.remove('u/f/l');
});

it('keeps nothing that the next person could read', async () => {
  const body = new Blob(['words of a letter'], { type: 'multipart/form-data; boundary=x' });
  await drafts.put({ ...edits, name: 'secret plan.docx', body });
  const row = Object.values(rows.get('u/f/l') ?? {}).map((value) =>
    value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : String(value),
  );
  for (const words of ['words of a letter', 'secret plan', 'multipart']) expect(row.join(' ')).not.toContain(words);
  const found = await drafts.find('u', 'f');
  expect(found).toMatchObject({ name: 'secret plan.docx', lease: 'l', version: 'v', place: edits.place });
  expect(found?.body.type).toBe(body.type);
  expect(await found?.body.text()).toBe('words of a letter');

  // Somebody else gets another key, which opens nothing; the rows lie under the name of the first.
  vi.resetModules();
  secret = 'x';
  ({ drafts } = await import('./drafts'));
  expect(await drafts.find('other', 'f')).toBeNull();
  await expect(drafts.find('u', 'f')).rejects.toThrow();
});

it('says that nothing is kept while there is no key, and asks again', async () => {
  secret = '';
  await drafts.prepare('u');
  await expect(drafts.put(edits)).rejects.toThrow('offline');
  expect(rows.size).toBe(0);
  secret = 'k';
  expect(await drafts.put(edits)).toBe(true);
});
