import { createBLAKE3 } from 'hash-wasm';
import { expect, vi } from 'vitest';
import { storeTokens } from '~/api/session';
import { callsAs } from './calls';
import type { ClientUpload, Source } from './client-upload';
import { Engine, type EngineOptions } from './engine';
import { FakeServer, token } from './fake-server';
import type { Hasher } from './hasher';
import { UploadStore } from './store';

export const MIB = 1024 * 1024;
export const target = { spaceId: 's', directoryId: 'd' };

/** Hashes as the worker does; no file has anything of an earlier version. */
export const hasher: Hasher = {
  async hash(blobs) {
    const blake = await createBLAKE3();
    blake.init();
    for (const blob of blobs) blake.update(new Uint8Array(await blob.arrayBuffer()));
    return blake.digest('hex');
  },
  plan: async () => [],
};

export const source = (name: string, size: number, relativePath = ''): Source => ({
  file: new File(['x'.repeat(size)], name),
  relativePath,
});

/** Engines with short waits, the uploads that they share, and a server in memory behind them. */
export class TestUploads {
  readonly server = new FakeServer();
  readonly store = new UploadStore((draw) => draw());

  /** Takes the place of the network and signs in; `vi.unstubAllGlobals` gives the network back. */
  constructor() {
    this.server.install();
    storeTokens({ access: token('old'), refresh: 'r1' });
  }

  engineWith(options: Partial<EngineOptions> = {}): Engine {
    let last = 0;
    return new Engine({
      store: this.store,
      transport: callsAs(),
      hasher,
      newId: () => `t${++last}`,
      onLanded: () => undefined,
      onRemember: () => undefined,
      onForget: () => undefined,
      retryBase: 1,
      ...options,
    });
  }

  only(): ClientUpload {
    return this.store.all()[0] as ClientUpload;
  }

  /** Waits until nothing is under way any more. */
  async settle(): Promise<void> {
    await vi.waitFor(
      () => expect(this.store.all().every(({ status }) => /SUCCESS|ERROR|PAUSE/.test(status))).toBe(true),
      { timeout: 4000, interval: 2 },
    );
  }
}
