import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { api } from './client';
import { whenProofIsNeeded } from './proof';

const server = setupServer();
const ask = vi.fn<() => Promise<boolean>>();
const refused = { error_code: 'reauthentication_required' };

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  whenProofIsNeeded(ask);
});
afterEach(() => {
  server.resetHandlers();
  ask.mockReset();
});
afterAll(() => server.close());

/** Refuses the first calls, then answers. */
function guarded(refusals: number, bodies: unknown[] = []) {
  server.use(
    http.post('/api/accounts/two-factor/static', async ({ request }) => {
      bodies.push(await request.json());
      return bodies.length <= refusals
        ? HttpResponse.json(refused, { status: 403 })
        : HttpResponse.json({ done: true });
    }),
  );
}

it('asks who is there and sends the call again', async () => {
  const bodies: unknown[] = [];
  guarded(1, bodies);
  ask.mockResolvedValue(true);
  await expect(api.post('accounts/two-factor/static', { body: { token: '1' } })).resolves.toEqual({ done: true });
  expect(bodies).toEqual([{ token: '1' }, { token: '1' }]);
});

it('tells the caller when the person did not want to say', async () => {
  guarded(1);
  ask.mockResolvedValue(false);
  await expect(api.post('accounts/two-factor/static', { body: { token: '1' } })).rejects.toMatchObject({
    key: 'reauthentication_required',
  });
});

it('does not ask twice for one call', async () => {
  guarded(9);
  ask.mockResolvedValue(true);
  await expect(api.post('accounts/two-factor/static', { body: { token: '1' } })).rejects.toMatchObject({
    key: 'reauthentication_required',
  });
  expect(ask).toHaveBeenCalledTimes(1);
});

it('asks once for calls that wait together', async () => {
  guarded(2);
  const answers: ((proven: boolean) => void)[] = [];
  ask.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const both = Promise.all([
    api.post('accounts/two-factor/static', { body: { token: '1' } }),
    api.post('accounts/two-factor/static', { body: { token: '1' } }),
  ]);
  await vi.waitFor(() => expect(ask).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 50));
  answers[0]?.(true);
  await expect(both).resolves.toEqual([{ done: true }, { done: true }]);
  expect(ask).toHaveBeenCalledTimes(1);
});
