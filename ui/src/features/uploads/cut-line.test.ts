import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from './fake-server';
import type { UploadStore } from './store';
import { MIB, source, target, TestUploads } from './test-uploads';

let uploads: TestUploads;
let server: FakeServer;
let store: UploadStore;

const engineWith: TestUploads['engineWith'] = (options) => uploads.engineWith(options);
const only = () => uploads.only();
const settled = () => uploads.settle();

beforeEach(() => {
  uploads = new TestUploads();
  ({ server, store } = uploads);
});

afterEach(() => vi.unstubAllGlobals());

describe('a line that is cut', () => {
  it('goes on where the line was cut, and sends no byte twice', async () => {
    server.cutAfter(1_000_000);
    server.cutAfter(500_000);
    engineWith().add(target, [source('a', 9 * MIB)]);
    await settled();
    expect(server.log.filter((line) => /parts|initialize/.test(line))).toEqual([
      'POST upload/initialize',
      'PUT upload/parts 0',
      'POST upload/initialize',
      'PUT upload/parts 0 from 1000000',
      'POST upload/initialize',
      'PUT upload/parts 0 from 1500000',
      'PUT upload/parts 1',
      'PUT upload/parts 2',
    ]);
    expect(server.givenUp).toEqual([0, 0]);
    expect(server.files.get('a')?.size).toBe(9 * MIB);
    expect(only()).toMatchObject({ status: 'UPLOAD_SUCCESS', sent: 9 * MIB, lost: false });
  });

  it('does not send a part again whose answer was lost', async () => {
    server.fail(/parts/, -1);
    engineWith().add(target, [source('a', 5 * MIB)]);
    await settled();
    expect(server.count(/parts 0/)).toBe(1);
    expect(only().status).toBe('UPLOAD_SUCCESS');
  });

  it.each(['part_offset', 'upload_busy'])('asks what is there after %s', async (code) => {
    server.cutAfter(1_000_000);
    server.fail(/parts/, 409, 2, code);
    engineWith().add(target, [source('a', 5 * MIB)]);
    await settled();
    expect(server.count(/parts 0 from 1000000/)).toBe(3);
    expect(server.givenUp).toEqual([0, 0, 0]);
    expect(only().status).toBe('UPLOAD_SUCCESS');
  });

  it('gives up a connection on which nothing moves, and says that it waits', async () => {
    let open: (() => void) | undefined;
    server.gate = new Promise((resolve) => (open = resolve));
    let waited = false;
    store.subscribe(() => (waited ||= store.snapshot().totals.waits));
    engineWith({ idleTimeout: 30 }).add(target, [source('a', 5 * MIB)]);
    await vi.waitFor(() => expect(server.givenUp.length).toBeGreaterThan(1));
    expect(waited).toBe(true);
    server.gate = null;
    open?.();
    await settled();
    expect(only()).toMatchObject({ status: 'UPLOAD_SUCCESS', lost: false });
  });

  it.each([
    ['initialize', 5 * MIB],
    ['complete', 5 * MIB],
    ['parts', 5 * MIB],
    ['file', MIB],
  ])('asks again where nothing is heard of upload/%s', async (call, size) => {
    server.silence(new RegExp(`upload/${call}$`));
    engineWith({ idleTimeout: 10 }).add(target, [source('a', size)]);
    await settled();
    expect(server.count(new RegExp(`upload/${call}`))).toBeGreaterThan(1);
    expect([...server.files.keys()]).toEqual(['a']);
    expect(only()).toMatchObject({ status: 'UPLOAD_SUCCESS', lost: false });
  });

  it('goes through many cuts as long as each brings bytes, and gives up where none does', async () => {
    for (let n = 0; n < 40; n++) server.cutAfter(1000);
    engineWith().add(target, [source('a', 5 * MIB)]);
    await settled();
    expect(only().status).toBe('UPLOAD_SUCCESS');
    server.fail(/parts/, 0, 100);
    server.log.length = 0;
    engineWith().add(target, [source('b', 5 * MIB)]);
    await settled();
    expect(store.all().at(-1)).toMatchObject({ status: 'ERROR', lost: true });
    expect(server.count(/parts/)).toBe(10);
  });
});
