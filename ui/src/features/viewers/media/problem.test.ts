import { afterEach, describe, expect, it, vi } from 'vitest';
import { problemOf } from './problem';

const answers = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer));
afterEach(() => vi.unstubAllGlobals());

describe('problemOf', () => {
  it.each([
    ['mediaUnsupported', () => Promise.resolve(new Response('x', { status: 206 }))],
    ['mediaNotFound', () => Promise.resolve(new Response('{}', { status: 404 }))],
    ['mediaNotFound', () => Promise.resolve(new Response('{}', { status: 410 }))],
    ['mediaNetwork', () => Promise.resolve(new Response('', { status: 502 }))],
    ['mediaNetwork', () => Promise.reject(new TypeError('no connection'))],
  ] as const)('asks the server: %s', async (problem, answer) => {
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
