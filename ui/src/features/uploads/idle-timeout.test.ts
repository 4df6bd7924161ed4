import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hedgeCall, withIdleTimeout } from './idle-timeout';
import { UploadFailure } from './retry';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const until = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

describe('withIdleTimeout', () => {
  const { signal } = new AbortController();

  it('ends a call on which nothing moves as one without an answer', async () => {
    const end = withIdleTimeout(until, { signal, timeout: 1000, hasBody: true }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await end).toMatchObject({ status: 0, code: 'no_response' } satisfies Partial<UploadFailure>);
  });

  it('waits on while the body moves, and longer for the answer', async () => {
    let move: ((isSent: boolean) => void) | undefined;
    let ended = false;
    const call = (own: AbortSignal, onActivity: (isSent: boolean) => void) => {
      move = onActivity;
      return until(own);
    };
    const end = withIdleTimeout(call, { signal, timeout: 1000, answerTimes: 3, hasBody: true }).catch(
      () => (ended = true),
    );
    for (let n = 0; n < 5; n++) {
      await vi.advanceTimersByTimeAsync(900);
      move?.(false);
    }
    move?.(true);
    await vi.advanceTimersByTimeAsync(2900);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(ended).toBe(true);
    await end;
  });

  it('leaves a cancelled call a cancelled one', async () => {
    const owner = new AbortController();
    const end = withIdleTimeout(until, { signal: owner.signal }).catch((error: unknown) => error);
    owner.abort();
    expect(await end).toBeInstanceOf(DOMException);
  });
});

describe('hedgeCall', () => {
  it('asks again over other connections, takes the first answer and ends the others', async () => {
    const signals: AbortSignal[] = [];
    const call = (signal: AbortSignal) => {
      signals.push(signal);
      return signals.length === 3 ? Promise.resolve('here') : until(signal);
    };
    const end = hedgeCall(call, new AbortController().signal, 100);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await end).toBe('here');
    expect(signals).toHaveLength(3);
    expect(signals.slice(0, 2).every(({ aborted }) => aborted)).toBe(true);
  });

  it('asks five times at most, and no more once it is cancelled', async () => {
    const owner = new AbortController();
    let calls = 0;
    const end = hedgeCall((signal) => (calls++, until(signal)), owner.signal, 100).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2000);
    expect(calls).toBe(5);
    owner.abort();
    expect(await end).toBeInstanceOf(DOMException);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails with the first refusal', async () => {
    const refused = new UploadFailure(403, 'permission_denied');
    await expect(hedgeCall(() => Promise.reject(refused), new AbortController().signal)).rejects.toBe(refused);
  });
});
