import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Keeper, KeptEdits } from './kept';

const edits: KeptEdits = {
  id: 'u/f/l',
  user: 'u',
  place: { spaceId: 's', directoryId: 'd', fileId: 'f' },
  name: 'a.docx',
  lease: 'l',
  version: 'v',
  body: new Blob(['work']),
  at: 0,
};

const soon = (target: EventTarget, type: string) => setTimeout(() => target.dispatchEvent(new Event(type)));

/** As much of a database as the keeper uses; `dead` is one whose connection the browser dropped. */
class Database extends EventTarget {
  dead = false;
  readonly rows: Map<string, KeptEdits>;
  constructor(rows: Map<string, KeptEdits>) {
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
      put: (row: KeptEdits) => rows.set(row.id, row),
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
let keeper: Keeper;

beforeEach(async () => {
  databases = [];
  const rows = new Map<string, KeptEdits>();
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
  ({ keeper } = await import('./kept'));
});
afterEach(() => void vi.unstubAllGlobals());

it('keeps edits, and gives them back until they are removed', async () => {
  expect(await keeper.put(edits)).toBe(true);
  expect(await keeper.find('u', 'f')).toEqual(edits);
  await keeper.remove('u/f/l');
  expect(await keeper.find('u', 'f')).toBeNull();
  expect(databases).toHaveLength(1);
});

it('opens the database again after the browser closed it', async () => {
  await keeper.put(edits);
  databases[0]?.dispatchEvent(new Event('close'));
  expect(await keeper.find('u', 'f')).toEqual(edits);
  expect(databases).toHaveLength(2);
});

it('opens the database again when it was closed without a word', async () => {
  await keeper.put(edits);
  for (const database of databases) database.dead = true;
  expect(await keeper.put(edits)).toBe(true);
  expect(databases).toHaveLength(2);
});

it('keeps nothing, and fails nothing, where the browser forbids it', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
  expect(await keeper.put(edits)).toBe(false);
  expect(await keeper.find('u', 'f')).toBeNull();
  await keeper.remove('u/f/l');
});
