import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Tokens } from './types';

const old: Tokens = { access: 'old', refresh: 'r1' };
const fresh: Tokens = { access: 'new', refresh: 'r2' };

/** What each tab sees of the tokens: its own at once, another's after `delay` ms. */
let stores: { now: Tokens | null }[] = [];
let delay = 0;

async function openTab() {
  const mine: { now: Tokens | null } = { now: old };
  stores.push(mine);
  vi.resetModules();
  vi.doMock('./session', () => ({
    tokens: () => mine.now,
    storeTokens: (next: Tokens) => {
      mine.now = next;
      const others = stores.filter((store) => store !== mine);
      setTimeout(() => others.forEach((store) => (store.now = next)), delay);
    },
    clearTokens: () => {
      mine.now = null;
    },
  }));
  return import('./refresh');
}

/** One lock for all tabs. */
function oneLock() {
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  const request = async (
    _name: string,
    options: unknown,
    work?: (lock: object | null) => unknown,
  ): Promise<unknown> => {
    const run = work ?? (options as (lock: object | null) => unknown);
    if (count > 0 && (options as LockOptions).ifAvailable) return run(null);
    count += 1;
    const done = last.then(() => run({})).finally(() => (count -= 1));
    last = done.catch(() => {});
    return done;
  };
  return { request };
}

const asked = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  stores = [];
  // Nothing else of it is replaced: what another file still fetches may read the rest.
  Object.defineProperty(navigator, 'locks', { value: oneLock(), configurable: true });
  vi.stubGlobal('fetch', asked);
  asked.mockImplementation(async () => Response.json(fresh));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'locks');
  asked.mockReset();
});

// The next file in this worker gets the true session, and a renewal that uses it.
afterAll(() => {
  vi.doUnmock('./session');
  vi.resetModules();
});

test.each([0, 50, 900])('two tabs share one renewal, though the second sees the tokens %i ms later', async (ms) => {
  delay = ms;
  const [first, second] = [await openTab(), await openTab()];
  const one = first.renew('old');
  expect(await one).toBe('new');
  const two = second.renew('old');
  await vi.advanceTimersByTimeAsync(2000);
  expect(await two).toBe('new');
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a tab renews by itself when the other one could not', async () => {
  delay = 0;
  const [first, second] = [await openTab(), await openTab()];
  asked
    .mockImplementationOnce(() => Promise.reject(new TypeError()))
    .mockImplementationOnce(() => Promise.reject(new TypeError()));
  const one = first.renew('old').catch((error: unknown) => error);
  const two = second.renew('old');
  await vi.advanceTimersByTimeAsync(2000);
  expect(await one).toBeInstanceOf(Error);
  expect(await two).toBe('new');
});
