import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Fault } from '~/api/fault';
import { challengeOf, solutionOf } from './challenge';
import { search } from './search';

const hidden = (number: number, salt = 'dc1a?expires=1795266000&') => ({
  algorithm: 'SHA-256',
  challenge: createHash('sha256').update(`${salt}${number}`).digest('hex'),
  salt,
  maxnumber: 20_000,
  signature: 'ab',
});

const refused = (body: unknown) => new Fault({ kind: 'refused', status: 422, key: 'captcha_required', body });

describe('a challenge', () => {
  it.each([0, 1, 4_321, 20_000])('is solved where %i is hidden', async (number) => {
    expect(await search(hidden(number), () => undefined)).toBe(number);
  });

  it('that hides nothing in its bounds has no solution', async () => {
    const shares: number[] = [];
    expect(await search(hidden(20_001), (share) => shares.push(share))).toBeNull();
    expect(shares.at(-1)).toBe(1);
  });

  it('is sent back with its number', () => {
    expect(JSON.parse(atob(solutionOf(hidden(7), 7)))).toEqual({
      algorithm: 'SHA-256',
      challenge: hidden(7).challenge,
      number: 7,
      salt: hidden(7).salt,
      signature: 'ab',
    });
  });

  it('is found in a refusal only', () => {
    expect(challengeOf(refused({ error_code: 'captcha_required', captcha: hidden(1) }))).toEqual(hidden(1));
    expect(challengeOf(refused({ error_code: 'wrong_credentials' }))).toBeNull();
    expect(challengeOf(refused(null))).toBeNull();
    expect(challengeOf(new Error('captcha'))).toBeNull();
  });
});
