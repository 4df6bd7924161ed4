import { afterEach, describe, expect, it, vi } from 'vitest';
import { problemOf } from './problem';

const answers = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer));
afterEach(() => vi.unstubAllGlobals());

describe('problemOf', () => {
  it.each([
    ['mediaUnsupported', 'a part of it', () => Promise.resolve(new Response('x', { status: 206 }))],
    ['mediaNotFound', '404', () => Promise.resolve(new Response('{}', { status: 404 }))],
    ['mediaNotFound', '410', () => Promise.resolve(new Response('{}', { status: 410 }))],
    ['mediaNetwork', '502', () => Promise.resolve(new Response('', { status: 502 }))],
    ['mediaNetwork', 'no answer', () => Promise.reject(new TypeError('no connection'))],
  ] as const)('asks the server: %s after %s', async (problem, _, answer) => {
    vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2, MEDIA_ERR_DECODE: 3 });
    answers(answer);
    expect(await problemOf(4, '/film')).toBe(problem);
  });

  it('believes the player where it knows', async () => {
    vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2, MEDIA_ERR_DECODE: 3 });
    answers(() => Promise.reject(new Error('not asked')));
    expect(await problemOf(2, '/film')).toBe('mediaNetwork');
    expect(await problemOf(3, '/film')).toBe('mediaDecode');
  });
});
