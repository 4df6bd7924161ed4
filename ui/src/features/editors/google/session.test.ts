import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '~/api/client';
import { Fault } from '~/api/fault';
import { GoogleSession, type Shown } from './session';

const started = { link: 'https://docs.google.com/x', file_name: 'a.docx', file_id: 'f', space_id: 's' };
const asked = { editorId: 'e', spaceId: 's', directoryId: 'd', fileId: 'f' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open(pings: (() => unknown)[]) {
  const get = vi.spyOn(api, 'get').mockImplementation((path: string) => {
    if (path.startsWith('editor/google/init/')) return Promise.resolve(started) as never;
    return Promise.resolve().then(() => pings.shift()?.() ?? started) as never;
  });
  const shown: Shown[] = [];
  const session = new GoogleSession(asked, (next) => shown.push(next), vi.fn(), false);
  await session.start();
  return { get, shown, session };
}

const fails = (init: ConstructorParameters<typeof Fault>[0]) => () => {
  throw new Fault(init);
};

it.each([
  { kind: 'tooMany', status: 429 },
  { kind: 'server', status: 503 },
  { kind: 'timeout', status: 504 },
  { kind: 'noInternet' },
] as const)('goes on after $kind', async (init) => {
  const { shown, session } = await open([fails(init)]);
  expect(shown.at(-1)).toMatchObject({ step: 'open', isOffline: true });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(shown.at(-1)).toMatchObject({ step: 'open', isOffline: false });
  session.end();
});

it('ends when the server refuses', async () => {
  const { get, shown } = await open([fails({ kind: 'refused', status: 403, key: 'permission_denied' })]);
  expect(shown.at(-1)).toMatchObject({ step: 'failed' });
  const calls = get.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(get).toHaveBeenCalledTimes(calls);
});
