import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callsAs } from './calls';
import type { FakeServer } from './fake-server';
import type { Hasher } from './hasher';
import { UploadFailure } from './retry';
import type { UploadStore } from './store';
import { MIB, source, target, TestUploads } from './test-uploads';
import type { Transport } from './transport';

const hasher: Hasher = { hash: async () => 'ab'.repeat(32), plan: async () => [] };
const refused = async () => Promise.reject(new UploadFailure(404, 'invalid_id'));

let uploads: TestUploads;
let server: FakeServer;
let store: UploadStore;

const engineWith: TestUploads['engineWith'] = (options) => uploads.engineWith({ hasher, ...options });
const only = () => uploads.only();
const settled = () => uploads.settle();

beforeEach(() => {
  uploads = new TestUploads();
  ({ server, store } = uploads);
});

afterEach(() => vi.unstubAllGlobals());

describe('a file that was changed', () => {
  const part = 5 * MIB;
  const length = 3 * part;
  /** Of the second part nothing is in the earlier version. */
  const plan = [
    { from: 0, length: part },
    { from: -1, length: part },
    { from: part, length: part },
  ];
  const known: Hasher = { ...hasher, plan: async () => plan };
  const withSums = { ...callsAs(), blockSums: async () => new ArrayBuffer(0) };

  beforeEach(() => {
    server.partSize = part;
    server.base = 'x'.repeat(2 * part);
    server.files.set('film.mp4', { size: 2 * part, hash: '', text: server.base });
  });

  it('is sent as recipes and the parts that are new', async () => {
    engineWith({ hasher: known, transport: withSums }).add(target, [source('film.mp4', length)], 'version');
    await settled();
    expect(server.log).toEqual([
      'POST upload/initialize',
      'PUT upload/recipe 0',
      'PUT upload/recipe 2',
      'PUT upload/parts 1',
      'POST upload/complete',
    ]);
    expect(server.files.get('film.mp4')?.text).toBe('x'.repeat(length));
    expect(only()).toMatchObject({ sent: length, copied: 2 * part, chunkUploadedCount: 3, outcome: 'version' });
  });

  it('goes as it is when the list is refused, a recipe is refused, or nothing is known', async () => {
    engineWith({ hasher: known, transport: { ...withSums, blockSums: refused } }).add(
      target,
      [source('film.mp4', length)],
      'version',
    );
    await settled();
    expect(server.log.filter((line) => line.includes('recipe'))).toEqual([]);
    expect(server.count(/parts/)).toBe(3);
    server.log.length = 0;
    server.fail(/recipe/, 403);
    engineWith({ hasher: known, transport: withSums }).add(target, [source('film.mp4', length)], 'version');
    await settled();
    expect(server.count(/recipe/)).toBe(1);
    expect(server.count(/parts/)).toBe(3);
    expect(server.files.get('film.mp4')?.text).toBe('x'.repeat(length));
    expect(only()).toMatchObject({ status: 'UPLOAD_SUCCESS', copied: 0 });
  });

  it('keeps what a recipe filled when a later one is refused', async () => {
    const recipe = (...args: Parameters<Transport['recipe']>) => withSums.recipe(...args);
    const once = { ...withSums, recipe: vi.fn(recipe) };
    once.recipe.mockImplementationOnce(recipe).mockRejectedValueOnce(new UploadFailure(404, 'version_not_found'));
    engineWith({ hasher: known, transport: once }).add(target, [source('film.mp4', length)], 'version');
    await settled();
    expect(server.log.filter((line) => line.startsWith('PUT'))).toEqual([
      'PUT upload/recipe 0',
      'PUT upload/parts 1',
      'PUT upload/parts 2',
    ]);
    expect(only()).toMatchObject({ copied: part, outcome: 'version' });
  });

  it('is begun anew and sent as it is when the recipes made another file', async () => {
    server.fail(/complete/, 422, 1, 'checksum_mismatch');
    engineWith({ hasher: known, transport: withSums }).add(target, [source('film.mp4', length)], 'version');
    await settled();
    expect(server.count(/abort/)).toBe(1);
    expect(server.count(/recipe/)).toBe(2);
    expect(server.count(/parts/)).toBe(1 + 3);
    expect(only()).toMatchObject({ copied: 0, whole: true, outcome: 'version' });
  });

  it('stops in the middle of its search', async () => {
    const engine = engineWith({
      transport: withSums,
      hasher: {
        ...hasher,
        plan: (_file, _sums, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
            engine.cancel(only().id);
          }),
      },
    });
    engine.add(target, [source('film.mp4', length)], 'version');
    await vi.waitFor(() => expect(store.all()).toEqual([]));
    expect(server.count(/recipe|parts/)).toBe(0);
  });
});
