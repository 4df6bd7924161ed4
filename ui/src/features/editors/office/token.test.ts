import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WopiFrame } from '~/api/types.gen';
import { newTokenRenewal } from './token';

const MINUTE = 60_000;
const frame = (token: string, minutes: number): WopiFrame => ({
  url: 'https://office.example/',
  access_token: token,
  access_token_ttl: Date.now() + minutes * MINUTE,
});
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE);

function setUp(minutes: number, ...answers: (() => Promise<WopiFrame | null>)[]) {
  const ask = vi.fn<() => Promise<WopiFrame | null>>(() => Promise.resolve(frame('next', 480)));
  for (const answer of answers) ask.mockImplementationOnce(answer);
  const give = vi.fn<(frame: WopiFrame) => void>();
  const token = newTokenRenewal(frame('first', minutes), { ask, give, now: () => Date.now() });
  token.start();
  return { ask, give, token };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the token of an office server', () => {
  it('is renewed half an hour before its end, again and again', async () => {
    const { ask, give } = setUp(480);
    await pass(449);
    expect(ask).not.toHaveBeenCalled();
    await pass(3);
    expect(give).toHaveBeenCalledTimes(1);
    expect(give.mock.calls[0]?.[0].access_token).toBe('next');
    await pass(440);
    expect(give).toHaveBeenCalledTimes(1);
    await pass(20);
    expect(give).toHaveBeenCalledTimes(2);
  });

  it('is asked for again while there is no server, and when the office server says that it ends', async () => {
    const { give, token } = setUp(20, () => Promise.reject(new Error('offline')));
    await pass(0);
    expect(give).not.toHaveBeenCalled();
    await pass(1);
    expect(give).toHaveBeenCalledTimes(1);
    await token.renew();
    expect(give).toHaveBeenCalledTimes(2);
  });

  it('is not given to a person who may not go on, nor after the document was closed', async () => {
    const refused = setUp(20, () => Promise.resolve(null));
    await pass(10);
    expect(refused.give).not.toHaveBeenCalled();
    expect(refused.ask).toHaveBeenCalledTimes(1);

    const waiting: ((next: WopiFrame) => void)[] = [];
    const closed = setUp(480, () => new Promise((resolve) => waiting.push(resolve)));
    await pass(452);
    closed.token.stop();
    waiting[0]?.(frame('late', 480));
    await pass(60);
    expect(closed.give).not.toHaveBeenCalled();
    expect(closed.ask).toHaveBeenCalledTimes(1);
  });
});
