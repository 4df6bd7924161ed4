import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineOptions } from './engine';
import type { FakeServer } from './fake-server';
import type { Hasher } from './hasher';
import { UploadStore } from './store';
import type { ClientUpload } from './client-upload';
import { hasher, MIB, source, target, TestUploads } from './test-uploads';

let uploads: TestUploads;
let server: FakeServer;
let store: UploadStore;
let statuses: string[];
const landed = vi.fn<(upload: ClientUpload) => void>();

const engineWith = (options: Partial<EngineOptions> = {}) => uploads.engineWith({ onLanded: landed, ...options });
const only = () => uploads.only();
const settled = () => uploads.settle();

beforeEach(() => {
  uploads = new TestUploads();
  ({ server, store } = uploads);
  statuses = [];
  store.subscribe(() => {
    const status = store.all()[0]?.status ?? 'gone';
    if (statuses.at(-1) !== status) statuses.push(status);
  });
  landed.mockClear();
});

afterEach(() => vi.unstubAllGlobals());

describe('a file in parts', () => {
  it('passes through every state and arrives whole', async () => {
    engineWith().add(target, [source('film.mp4', 9 * MIB)]);
    await settled();
    expect(statuses).toEqual(['WAITING', 'CREATED', 'READY', 'UPLOADING', 'UPLOAD_COMPLETE', 'UPLOAD_SUCCESS']);
    expect(server.count(/parts/)).toBe(3);
    expect(server.files.get('film.mp4')?.size).toBe(9 * MIB);
    expect(landed).toHaveBeenCalledOnce();
    expect(only()).toMatchObject({ sent: 9 * MIB, chunkUploadedCount: 3, outcome: 'created' });
  });

  it('goes right to complete when the server has it all', async () => {
    const engine = engineWith();
    engine.add(target, [source('a', 9 * MIB)]);
    await settled();
    server.files.clear();
    server.fail(/complete/, 400);
    engine.add(target, [source('b', 9 * MIB)]);
    await settled();
    const parts = server.count(/parts/);
    engine.resumeAll();
    await settled();
    expect(server.count(/parts/)).toBe(parts);
    expect(server.files.has('b')).toBe(true);
  });

  it('sends a failed part again, and only that one', async () => {
    server.fail(/parts/, 503, 3);
    engineWith().add(target, [source('a', 5 * MIB)]);
    await settled();
    expect(server.log.filter((line) => line.includes('parts'))).toEqual([
      'PUT upload/parts 0',
      'PUT upload/parts 0',
      'PUT upload/parts 0',
      'PUT upload/parts 0',
      'PUT upload/parts 1',
    ]);
    expect(only().status).toBe('UPLOAD_SUCCESS');
  });

  it('ends in ERROR after five retries and offers another try', async () => {
    server.fail(/parts/, 404, 6, 'upload_not_found');
    const engine = engineWith();
    engine.add(target, [source('a', 2 * MIB)]);
    await settled();
    expect(server.count(/parts/)).toBe(6);
    expect(only()).toMatchObject({ status: 'ERROR', problem: 'upload_not_found', lost: false });
    engine.resume(only().id);
    await settled();
    expect(only().status).toBe('UPLOAD_SUCCESS');
  });

  it('shows a lost connection and goes on when the browser is online', async () => {
    server.fail(/parts/, 0);
    engineWith({ retryBase: 60_000 }).add(target, [source('a', 2 * MIB)]);
    await vi.waitFor(() => expect(only().lost).toBe(true));
    dispatchEvent(new Event('online'));
    await settled();
    expect(only()).toMatchObject({ status: 'UPLOAD_SUCCESS', lost: false });
  });

  it('renews an expired token and sends the same part again', async () => {
    server.fail(/parts/, 401, 1, 'authentication_failed');
    engineWith().add(target, [source('a', 5 * MIB)]);
    await settled();
    expect(server.log.slice(1, 4)).toEqual([
      'PUT upload/parts 0',
      'POST accounts/v1/token/refresh',
      'PUT upload/parts 0',
    ]);
    expect(only().status).toBe('UPLOAD_SUCCESS');
  });

  it('halves the part size when a proxy refuses it', async () => {
    server.fail(/parts/, 413, 2, 'generic');
    engineWith().add(target, [source('a', 4 * MIB)]);
    await settled();
    expect(only()).toMatchObject({ status: 'UPLOAD_SUCCESS', chunkSize: MIB, chunkCount: 4 });
    expect(server.count(/abort/)).toBe(2);
  });

  it('does not halve anything when the storage is full', async () => {
    server.fail(/initialize/, 413, 1, 'storage_size_limit');
    engineWith().add(target, [source('a', 4 * MIB)]);
    await settled();
    expect(only()).toMatchObject({ status: 'ERROR', problem: 'storage_size_limit' });
  });

  it('knows its own file when the answer to complete was lost', async () => {
    server.fail(/complete/, -1);
    engineWith().add(target, [source('a', 2 * MIB)]);
    await settled();
    expect(only()).toMatchObject({ status: 'UPLOAD_SUCCESS', outcome: 'created', asks: false });
    expect([...server.files.keys()]).toEqual(['a']);
  });
});

/** Parts wait at a gate; the answer opens it. */
function held(): () => void {
  let resolve: () => void = Boolean;
  server.gate = new Promise((open) => (resolve = open));
  return () => {
    server.gate = null;
    resolve();
  };
}

describe('pause, resume and cancel', () => {
  it('stops in the middle of a part and goes on with it', async () => {
    const engine = engineWith();
    const open = held();
    engine.add(target, [source('a', 9 * MIB)]);
    await vi.waitFor(() => expect(server.count(/parts/)).toBe(1));
    engine.pause(only().id);
    expect(only().status).toBe('PAUSE');
    open();
    engine.resume(only().id);
    await settled();
    expect(statuses.slice(statuses.indexOf('PAUSE'))).toEqual([
      'PAUSE',
      'CREATED',
      'READY',
      'UPLOADING',
      'UPLOAD_COMPLETE',
      'UPLOAD_SUCCESS',
    ]);
    expect(server.files.get('a')?.size).toBe(9 * MIB);
  });

  it('cancels: the upload goes and the server forgets', async () => {
    const engine = engineWith();
    const open = held();
    engine.add(target, [source('a', 9 * MIB)]);
    await vi.waitFor(() => expect(server.count(/parts/)).toBe(1));
    engine.cancel(only().id);
    open();
    await vi.waitFor(() => expect(server.sessions.size).toBe(0));
    expect(store.all()).toEqual([]);
    expect(server.count(/complete/)).toBe(0);
  });

  it('works on three files at once', async () => {
    const engine = engineWith();
    const open = held();
    engine.add(
      target,
      ['a', 'b', 'c', 'd'].map((name) => source(name, 2 * MIB)),
    );
    await vi.waitFor(() => expect(server.count(/parts/)).toBe(3));
    expect(store.all().map(({ status }) => status)).toEqual(['UPLOADING', 'UPLOADING', 'UPLOADING', 'WAITING']);
    expect(engine.isBusy).toBe(true);
    open();
    await settled();
    expect(engine.isBusy).toBe(false);
  });
});

describe('small files', () => {
  it('travel together and keep their folders', async () => {
    engineWith().add(
      target,
      Array.from({ length: 300 }, (_, n) => source(`n${n}`, 10 + n, 'photos/2024')),
    );
    await settled();
    expect(server.log).toEqual(['POST upload/bundle', 'POST upload/bundle']);
    expect(server.files.get('photos/2024/n299')?.text).toBe('x'.repeat(309));
    expect(landed).toHaveBeenCalledTimes(300);
  });

  it('go one by one where bundles are refused', async () => {
    server.fail(/bundle/, 413, 9, 'generic');
    engineWith().add(target, [source('a', 3), source('b', 4)]);
    await settled();
    expect([...server.files.keys()].sort()).toEqual(['a', 'b']);
    expect(server.count(/initialize/)).toBe(2);
  });

  it('do not double when the answer was lost', async () => {
    server.fail(/bundle/, -1);
    engineWith().add(target, [source('a', 3), source('b', 4)]);
    await settled();
    expect([...server.files.keys()].sort()).toEqual(['a', 'b']);
    expect(store.all().map(({ outcome }) => outcome)).toEqual(['created', 'created']);
  });

  it('start over without the one that was cancelled', async () => {
    let open: () => void = Boolean;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const slow: Hasher = { ...hasher, hash: async (blobs, signal) => (await gate, hasher.hash(blobs, signal)) };
    const engine = engineWith({ hasher: slow });
    const uploads = engine.add(
      target,
      ['a', 'b', 'c'].map((name) => source(name, 3)),
    );
    engine.cancel(uploads[1]?.id ?? '');
    open();
    await settled();
    expect([...server.files.keys()].sort()).toEqual(['a', 'c']);
  });
});

describe('one small file', () => {
  it('is one call, with its folder and progress', async () => {
    engineWith().add(target, [source('a', 10, 'photos')]);
    await settled();
    expect(server.log).toEqual(['PUT upload/file']);
    expect(server.files.get('photos/a')?.text).toBe('x'.repeat(10));
    expect(statuses).toEqual(['WAITING', 'CREATED', 'READY', 'UPLOADING', 'UPLOAD_COMPLETE', 'UPLOAD_SUCCESS']);
    expect(only()).toMatchObject({ sent: 10, outcome: 'created' });
    expect(landed).toHaveBeenCalledOnce();
  });

  it('is one call also where bundles are not taken, and parts when it is longer', async () => {
    const engine = engineWith({ bundles: false });
    engine.add(target, [source('a', MIB), source('b', 3), source('c', MIB + 1)]);
    await settled();
    expect(server.count(/upload\/file/)).toBe(2);
    expect(server.count(/initialize/)).toBe(1);
    expect([...server.files.keys()].sort()).toEqual(['a', 'b', 'c']);
  });

  it('does not double when the answer was lost, also under another name', async () => {
    server.files.set('a', { size: 1, hash: 'other', text: 'y' });
    server.fail(/upload\/file/, -1);
    engineWith().add(target, [source('a', 3)], 'rename');
    await settled();
    expect(server.count(/upload\/file/)).toBe(2);
    expect([...server.files.keys()].sort()).toEqual(['a', 'a (2)']);
    expect(only().outcome).toBe('renamed');
  });

  it('waits while an earlier try makes the file', async () => {
    server.fail(/upload\/file/, 409, 2, 'upload_busy');
    engineWith().add(target, [source('a', 3)]);
    await settled();
    expect(server.count(/upload\/file/)).toBe(3);
    expect(only().status).toBe('UPLOAD_SUCCESS');
  });

  it('goes in parts where whole files are refused, but not when there is no room for it', async () => {
    server.fail(/upload\/file/, 405, 1, 'generic');
    engineWith().add(target, [source('a', 3)]);
    await settled();
    expect(server.count(/initialize/)).toBe(1);
    expect(server.files.has('a')).toBe(true);
    server.fail(/upload\/file/, 413, 1, 'storage_size_limit');
    engineWith().add(target, [source('b', 3)]);
    await vi.waitFor(() => expect(store.all().some(({ problem }) => problem === 'storage_size_limit')).toBe(true));
    expect(server.count(/initialize/)).toBe(1);
  });
});

describe('a taken name', () => {
  beforeEach(() => {
    for (const name of ['a', 'b', 'c']) server.files.set(name, { size: 1, hash: 'other', text: 'y' });
  });

  it('asks, and the answer goes along', async () => {
    const engine = engineWith();
    engine.add(target, [source('a', 2 * MIB)]);
    await settled();
    expect(only()).toMatchObject({ status: 'ERROR', problem: 'duplicate_field', asks: true });
    engine.resolveClash(only().id, 'version', false);
    await settled();
    expect(only()).toMatchObject({ status: 'UPLOAD_SUCCESS', outcome: 'version' });
  });

  it('asks once when the answer is for all', async () => {
    const engine = engineWith();
    engine.add(
      target,
      ['a', 'b', 'c', 'd'].map((name) => source(name, 3)),
    );
    await settled();
    expect(store.all().map(({ asks }) => asks)).toEqual([true, true, true, false]);
    engine.resolveClash(only().id, 'rename', true);
    await settled();
    expect(store.all().map(({ outcome }) => outcome)).toEqual(['renamed', 'renamed', 'renamed', 'created']);
  });

  it('skips without a trace', async () => {
    const engine = engineWith();
    engine.add(
      target,
      ['a', 'b', 'd'].map((name) => source(name, 3)),
    );
    await settled();
    engine.resolveClash(only().id, 'skip', true);
    await settled();
    expect(store.all().map(({ key }) => key)).toEqual(['d']);
    expect(server.files.get('a')?.text).toBe('y');
  });
});

it('draws ten thousand files in few snapshots', () => {
  const draws: (() => void)[] = [];
  store = new UploadStore((draw) => draws.push(draw));
  engineWith({ store, filesAtOnce: 0 }).add(
    target,
    Array.from({ length: 10_000 }, (_, n) => source(`n${n}`, 1)),
  );
  expect(draws).toHaveLength(1);
  draws[0]?.();
  expect(store.snapshot().totals).toMatchObject({ files: 10_000, underWay: 10_000 });
});
