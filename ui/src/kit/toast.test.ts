import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeToast, currentToasts, pauseToasts, toast } from './toast';

const titles = () => currentToasts().map((item) => item.title);

describe('toasts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    pauseToasts(false);
    vi.runAllTimers();
    currentToasts().forEach((item) => closeToast(item.id));
    vi.useRealTimers();
  });

  it('go after three seconds, or as long as they are told', () => {
    toast({ title: 'short' });
    toast({ title: 'long', timeout: 20_000 });
    toast({ title: 'stays', timeout: 0 });
    vi.advanceTimersByTime(2999);
    expect(titles()).toEqual(['short', 'long', 'stays']);
    vi.advanceTimersByTime(1);
    expect(titles()).toEqual(['long', 'stays']);
    vi.advanceTimersByTime(17_000);
    expect(titles()).toEqual(['stays']);
  });

  it('wait while someone reads them', () => {
    toast({ title: 'a' });
    vi.advanceTimersByTime(2000);
    pauseToasts(true);
    vi.advanceTimersByTime(60_000);
    expect(titles()).toEqual(['a']);
    pauseToasts(false);
    vi.advanceTimersByTime(1000);
    expect(titles()).toEqual([]);
  });

  it('are at most three, and one of each id', () => {
    for (const title of ['a', 'b', 'c', 'd']) toast({ title });
    expect(titles()).toEqual(['b', 'c', 'd']);
    toast({ title: 'x', id: 'same' });
    toast({ title: 'y', id: 'same' });
    expect(titles()).toEqual(['c', 'd', 'y']);
  });
});
