import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from './client';
import { Fault, faultText, fieldTexts } from './fault';
import { whenSessionEnds } from './refresh';
import { isLoggedIn, storeTokens, tokens, userId } from './session';

const token = (name: string) => `h.${btoa(JSON.stringify({ sub: 'u1', name }))}.s`;
const server = setupServer();
const ended = vi.fn();

/** Accepts only the token of that name. */
const thing = (name: string, seen: string[] = []) =>
  http.get('/api/health', ({ request }) => {
    const bearer = request.headers.get('Authorization') ?? '';
    seen.push(bearer);
    return bearer === `Bearer ${token(name)}`
      ? HttpResponse.json({ user: request.headers.get('user-id') })
      : HttpResponse.json({ error_code: 'authentication_failed' }, { status: 401 });
  });

const refresh = (answer: () => Response | Promise<Response>, calls: unknown[] = []) =>
  http.post('/api/accounts/v1/token/refresh', async ({ request }) => {
    calls.push(await request.json());
    return answer();
  });

const fresh = () => HttpResponse.json({ access: token('new'), refresh: 'r2' });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  localStorage.clear();
  storeTokens({ access: token('old'), refresh: 'r1' });
  whenSessionEnds(ended);
});
afterEach(() => {
  server.resetHandlers();
  ended.mockReset();
});
afterAll(() => server.close());

async function faultOfCall(call: Promise<unknown>): Promise<Fault> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Fault)) throw new Error('the call did not fail as it should');
  return error;
}

const answering = (status: number, body: unknown, headers?: Record<string, string>) =>
  server.use(http.get('/api/health', () => HttpResponse.json(body as object, { status, headers })));

describe('a call', () => {
  it('carries the token and the user it names', async () => {
    server.use(thing('old'));
    expect(await api.get('health')).toEqual({ user: 'u1' });
  });

  it('puts the query into the address and leaves out what is absent', async () => {
    server.use(
      http.get('/api/storage/workspaces/public', ({ request }) => HttpResponse.json(new URL(request.url).search)),
    );
    expect(await api.get('storage/workspaces/public', { query: { query: 'a:1', page: undefined } })).toBe(
      '?query=a%3A1',
    );
  });

  it('lets a caller look at the headers of its answer', async () => {
    server.use(
      http.put('/api/storage/workspace/rename', () =>
        HttpResponse.json({ a: 1 }, { status: 202, headers: { 'Anbar-Undo': 'u7' } }),
      ),
    );
    const seen: unknown[] = [];
    const onAnswer = ({ status, headers }: Pick<Response, 'status' | 'headers'>) =>
      seen.push(status, headers.get('Anbar-Undo'));
    expect(await api.put('storage/workspace/rename', { body: { space_id: '1', title: 'a' }, onAnswer })).toEqual({
      a: 1,
    });
    expect(seen).toEqual([202, 'u7']);
  });

  it('answers nothing to 204', async () => {
    server.use(http.delete('/api/accounts/devices', () => new HttpResponse(null, { status: 204 })));
    expect(await api.delete('accounts/devices', { body: { device_ids: ['1'] } })).toBeUndefined();
  });
});

describe('a dead access token', () => {
  it('is renewed once, however many calls wait for it', async () => {
    const calls: unknown[] = [];
    const seen: string[] = [];
    server.use(thing('new', seen), refresh(fresh, calls));
    const answers = await Promise.all([api.get('health'), api.get('health'), api.get('health')]);
    expect(answers).toEqual([{ user: 'u1' }, { user: 'u1' }, { user: 'u1' }]);
    expect(calls).toEqual([{ refresh: 'r1' }]);
    expect(seen).toHaveLength(6);
    expect(tokens()).toEqual({ access: token('new'), refresh: 'r2' });
    expect(ended).not.toHaveBeenCalled();
  });

  it('is asked for again when the answer got lost', async () => {
    const calls: unknown[] = [];
    server.use(
      thing('new'),
      refresh(() => (calls.length === 1 ? HttpResponse.error() : fresh()), calls),
    );
    expect(await api.get('health')).toEqual({ user: 'u1' });
    expect(calls).toEqual([{ refresh: 'r1' }, { refresh: 'r1' }]);
    expect(ended).not.toHaveBeenCalled();
  });

  it('is retried only once', async () => {
    server.use(thing('other'), refresh(fresh));
    const fault = await faultOfCall(api.get('health'));
    expect(fault.status).toBe(401);
  });

  it('takes the tokens that another tab has got meanwhile', async () => {
    const calls: unknown[] = [];
    server.use(
      http.get(
        '/api/health',
        () => {
          storeTokens({ access: token('new'), refresh: 'r2' });
          return HttpResponse.json({}, { status: 401 });
        },
        { once: true },
      ),
      thing('new'),
      refresh(fresh, calls),
    );
    expect(await api.get('health')).toEqual({ user: 'u1' });
    expect(calls).toEqual([]);
  });

  it('does not end the session when another tab won the race', async () => {
    server.use(
      thing('new'),
      refresh(() => {
        storeTokens({ access: token('new'), refresh: 'r2' });
        return HttpResponse.json({ error_code: 'authentication_failed' }, { status: 401 });
      }),
    );
    expect(await api.get('health')).toEqual({ user: 'u1' });
    expect(isLoggedIn()).toBe(true);
  });

  it('ends the session when it cannot be renewed', async () => {
    server.use(
      thing('new'),
      refresh(() => HttpResponse.json({ error_code: 'authentication_failed' }, { status: 401 })),
    );
    const fault = await faultOfCall(api.get('health'));
    expect(fault.key).toBe('authentication_failed');
    expect(isLoggedIn()).toBe(false);
    expect(ended).toHaveBeenCalledOnce();
  });

  it.each([
    ['the server fails', () => HttpResponse.json({}, { status: 503 })],
    ['there are too many requests', () => HttpResponse.json({}, { status: 429 })],
    ['the connection is lost', () => HttpResponse.error()],
  ])('keeps the session when %s', async (_, answer) => {
    server.use(thing('new'), refresh(answer));
    await faultOfCall(api.get('health'));
    expect(isLoggedIn()).toBe(true);
    expect(ended).not.toHaveBeenCalled();
  });

  it('leaves public calls alone', async () => {
    server.use(
      http.post('/api/accounts/v1/users/login', () =>
        HttpResponse.json({ error_code: 'wrong_credentials' }, { status: 401 }),
      ),
    );
    const fault = await faultOfCall(
      api.post('accounts/v1/users/login', { body: { login: 'a', password: 'b' }, public: true }),
    );
    expect(faultText(fault)).toContain('رمز عبور');
    expect(isLoggedIn()).toBe(true);
  });
});

describe('what the person is told', () => {
  it.each([
    [500, { error_code: 'permission_denied' }, 'سرور با مشکلی'],
    [503, {}, 'سرور با مشکلی'],
    [504, {}, 'طول کشید'],
    [403, { error_code: 'permission_denied' }, 'مدیر فضای کاری'],
    [400, { error_code: { title: ['required', 'x'] } }, 'پر کنید'],
    [400, { error_code: 'no_such_key' }, 'دوباره تلاش'],
    [418, 'tea', 'دوباره تلاش'],
  ])('%i %o', async (status, body, words) => {
    answering(status, body);
    expect(faultText(await faultOfCall(api.get('health')))).toContain(words);
  });

  it('counts minutes until the next try', async () => {
    answering(429, { error_code: 'x' }, { 'Retry-After': '181' });
    expect(faultText(await faultOfCall(api.get('health')))).toContain('۴ دقیقه');
  });

  it('says how many tries are left', async () => {
    answering(422, { error_code: 'invalid_otp', attempts_left: 3 });
    const words = faultText(await faultOfCall(api.get('health')));
    expect(words).toContain('کد امنیتی');
    expect(words).toContain('۳ بار دیگر');
  });

  it('names the fields', async () => {
    answering(400, { error_code: { email: ['invalid_email'], first_name: 'required' } });
    const texts = fieldTexts(await faultOfCall(api.get('health')));
    expect(Object.keys(texts)).toEqual(['email', 'first_name']);
    expect(texts.email).toContain('ایمیل');
  });

  it('tells a silent server from a lost connection', async () => {
    server.use(http.get('/api/health', () => HttpResponse.error()));
    expect((await faultOfCall(api.get('health'))).kind).toBe('noResponse');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect((await faultOfCall(api.get('health'))).kind).toBe('noInternet');
    vi.restoreAllMocks();
  });

  it('lets an area choose its own words', async () => {
    answering(403, { error_code: 'invalid_token' });
    const fault = await faultOfCall(api.get('health'));
    expect(faultText(fault)).toContain('کد امنیتی');
    expect(faultText(fault, 'setup')).toContain('راه‌اندازی');
  });
});

describe('stored tokens', () => {
  it('count only when both are there and the access token can be read', () => {
    expect(userId()).toBe('u1');
    localStorage.setItem('access_token', 'rubbish');
    expect(isLoggedIn()).toBe(false);
    storeTokens({ access: token('x'), refresh: '' });
    expect(isLoggedIn()).toBe(false);
  });
});
