import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  isTransient,
  isTransientForComplete,
  isTransientForPart,
  retryDelay,
  UploadFailure,
  withRetries,
} from './retry';

const signal = () => new AbortController().signal;
afterEach(() => vi.useRealTimers());

describe('retryDelay', () => {
  it.each([
    [0, 0, 15_000],
    [1, 0, 30_000],
    [4, 0, 240_000],
    [0, 1, 18_000],
    [2, 0.5, 66_000],
  ])('attempt %d with jitter %d waits %d ms', (attempt, random, expected) => {
    expect(retryDelay(attempt, random)).toBeCloseTo(expected);
  });
});

describe('what may be tried again', () => {
  it.each([
    [0, true, true],
    [404, false, true],
    [408, true, true],
    [429, true, true],
    [500, true, true],
    [503, true, true],
    [400, false, false],
    [403, false, false],
    [409, false, false],
    [413, false, false],
    [422, false, false],
  ])('status %d: call %s, part %s', (status, call, part) => {
    const failure = new UploadFailure(status, 'x');
    expect(isTransient(failure)).toBe(call);
    expect(isTransientForPart(failure)).toBe(part);
  });

  it.each([
    ['part_offset', true],
    ['upload_busy', true],
    ['part_conflict', false],
  ])('a part of which the server says %s: %s', (code, again) => {
    expect(isTransientForPart(new UploadFailure(409, code))).toBe(again);
    expect(isTransient(new UploadFailure(409, code))).toBe(false);
  });

  it('waits for an earlier try to complete', () => {
    expect(isTransientForComplete(new UploadFailure(409, 'upload_busy'))).toBe(true);
    expect(isTransientForComplete(new UploadFailure(409, 'version_changed'))).toBe(false);
    expect(isTransientForComplete(new UploadFailure(503, 'x'))).toBe(true);
  });

  it('does not repeat a mistake of our own', () => {
    expect(isTransient(new TypeError('oops'))).toBe(false);
  });
});

describe('withRetries', () => {
  it('gives up after five waits', async () => {
    vi.useFakeTimers();
    const attempt = vi.fn().mockRejectedValue(new UploadFailure(503, 'x'));
    const done = withRetries(attempt, { signal: signal() }).catch((error: unknown) => error);
    await vi.runAllTimersAsync();
    expect(await done).toBeInstanceOf(UploadFailure);
    expect(attempt).toHaveBeenCalledTimes(6);
  });

  it('goes on at once when the browser is online again', async () => {
    const attempt = vi.fn().mockRejectedValueOnce(new UploadFailure(0, 'no_response')).mockResolvedValue('there');
    const onWait = vi.fn(() => queueMicrotask(() => dispatchEvent(new Event('online'))));
    expect(await withRetries(attempt, { signal: signal(), onWait })).toBe('there');
    expect(onWait).toHaveBeenCalledOnce();
  });

  it('goes on at once when the person says so', async () => {
    const attempt = vi.fn().mockRejectedValueOnce(new UploadFailure(0, 'no_response')).mockResolvedValue('there');
    const done = withRetries(attempt, { signal: signal(), onWait: (_, goOn) => setTimeout(goOn) });
    expect(await done).toBe('there');
  });

  it('waits as long as the server asks', async () => {
    vi.useFakeTimers();
    const attempt = vi
      .fn()
      .mockRejectedValueOnce(new UploadFailure(429, 'x', 60_000))
      .mockResolvedValue('there');
    const done = withRetries(attempt, { signal: signal() });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(attempt).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await done).toBe('there');
  });

  it('stops waiting when aborted', async () => {
    const controller = new AbortController();
    const attempt = vi.fn().mockRejectedValue(new UploadFailure(503, 'x'));
    const done = withRetries(attempt, {
      signal: controller.signal,
      onWait: () => setTimeout(() => controller.abort()),
    });
    await expect(done).rejects.toHaveProperty('name', 'AbortError');
  });
});
