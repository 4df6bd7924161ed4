import { beforeEach, describe, expect, it } from 'vitest';
import { decide, installState, reminder } from './install-state';
import { mayAskAt, isIos } from './platform';

describe('installation', () => {
  beforeEach(() => localStorage.clear());

  it('begins as not triggered', () => expect(installState(localStorage, 0)).toBe('not-triggered'));

  it('stays installed', () => {
    decide(localStorage, 'no', 1);
    decide(localStorage, 'installed', 1);
    expect(installState(localStorage, reminder * 9)).toBe('installed');
  });

  it('asks again when more than ten days have passed since a no', () => {
    expect(reminder).toBe(10 * 24 * 3600 * 1000);
    decide(localStorage, 'no', 1000);
    expect(installState(localStorage, 1000 + reminder)).toBe('no');
    expect(installState(localStorage, 1001 + reminder)).toBe('not-triggered');
    expect(installState(localStorage, 1000)).toBe('not-triggered');
  });

  it.each([
    ['/workspace/1', true],
    ['/download/abc', false],
    ['/u', false],
    ['/u/abc', false],
    ['/upload', true],
    ['/editor/google', false],
  ])('is offered on %s: %s', (path, asks) => expect(mayAskAt(path)).toBe(asks));

  it('knows an iPad that says it is a Mac', () => {
    expect(isIos('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5)).toBe(true);
    expect(isIos('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0)).toBe(false);
    expect(isIos('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5)).toBe(true);
  });
});
