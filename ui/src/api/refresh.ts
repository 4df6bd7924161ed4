import { urlOf, type Body } from './calls';
import { faultOf, Fault, noAnswerFault } from './fault';
import { noteLostSession } from './lost-session';
import { clearTokens, storeTokens, toEndReason, tokens, userId, type EndReason } from './session';
import type { Tokens } from './types';

const lockName = 'anbar-token-refresh';
let running: Promise<string> | null = null;
let onEnd: () => void = () => {};

/** Registers the handler of an ended session: it clears all data and shows the login page. */
export function whenSessionEnds(listener: () => void) {
  onEnd = listener;
}

const requestRefresh = (refresh: string, patience: number) =>
  fetch(urlOf('POST accounts/v1/token/refresh', {}), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh } satisfies Body<'POST accounts/v1/token/refresh'>),
    signal: AbortSignal.timeout(patience),
  });

/** The answer may get lost: the server repeats it for ten seconds, and after that ends the session. */
async function exchange(refresh: string): Promise<Tokens> {
  let response: Response;
  try {
    response = await requestRefresh(refresh, 5_000).catch(() => requestRefresh(refresh, 30_000));
  } catch {
    throw noAnswerFault();
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw faultOf(response.status, response.headers, body);
  return body as Tokens;
}

async function refreshUnless(stale: string): Promise<string> {
  const stored = tokens();
  if (!stored) throw new Fault({ kind: 'refused', status: 401, key: 'authentication_failed' });
  // Another tab was faster: its tokens are ours.
  if (stored.access !== stale) return stored.access;
  try {
    const next = await exchange(stored.refresh);
    storeTokens(next);
    return next.access;
  } catch (error) {
    // Without locks two tabs can race; the one that lost finds the winner's tokens.
    const now = tokens();
    if (now && now.refresh !== stored.refresh) return now.access;
    throw error;
  }
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** A browser tells a tab of another's tokens a moment after the lock, later on a busy machine: at most so many looks, each 10 ms. */
const LOOKS = 100;

/** How long the lock is kept behind new tokens: ms. A tab that asks before it sees them waits and looks. */
const SETTLING = 100;

async function afterOthers(stale: string): Promise<string> {
  for (let look = 0; look < LOOKS && tokens()?.access === stale; look += 1) await pause(10);
  return refreshUnless(stale);
}

async function refreshLocked(stale: string): Promise<string> {
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  if (!locks) return refreshUnless(stale);
  return new Promise((resolve, reject) => {
    const first = async (lock: Lock | null) => {
      if (!lock) return resolve(locks.request(lockName, () => afterOthers(stale)));
      const access = refreshUnless(stale);
      resolve(access);
      await access.then(() => pause(SETTLING)).catch(() => {}); // the caller gets the error
    };
    locks.request(lockName, { ifAvailable: true }, first).catch(reject);
  });
}

/** Replaces a stale access token. Concurrent callers share one call. */
export function renew(stale: string): Promise<string> {
  running ??= refreshLocked(stale)
    .catch((error: unknown) => {
      // Only the server ends a session; a lost connection does not.
      if (error instanceof Fault && error.status >= 400 && error.status < 500 && error.status !== 429)
        loseSession(error);
      throw error;
    })
    .finally(() => {
      running = null;
    });
  return running;
}

/** The server ended the session while its person was at work. */
function loseSession({ body }: Fault) {
  const user = userId();
  const said: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'session') : undefined;
  const reason = toEndReason(said) ?? 'ended';
  if (user) noteLostSession(reason, user);
  endSession(reason);
}

/** Signs this browser out; with the reason when the server ended the session. */
export function endSession(reason?: EndReason) {
  clearTokens(reason);
  onEnd();
}
