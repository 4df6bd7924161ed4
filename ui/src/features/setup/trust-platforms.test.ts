import { describe, expect, it } from 'vitest';
import { platformsFor } from './trust-platforms';

describe('the platforms of the trust page', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 0, ['windows']],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 0, ['mac']],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 5, ['ios']],
    ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', 5, ['android']],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, ['firefox', 'linux']],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, ['windows', 'firefox']],
  ])('begin with the visitor’s own: %s, %i', (userAgent, maxTouchPoints, first) => {
    const all = platformsFor({ userAgent, maxTouchPoints }).map(({ value }) => value);
    expect(all.slice(0, first.length)).toEqual(first);
    expect(all.toSorted()).toEqual(['android', 'firefox', 'ios', 'linux', 'mac', 'windows']);
  });
});
