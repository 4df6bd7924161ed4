import { act, cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setLang } from '~/i18n';
import { RelativeTime } from './relative-time';

beforeEach(async () => {
  await setLang('en-us');
  vi.useFakeTimers({ now: new Date('2026-11-29T10:00:00Z') });
});
afterEach(() => {
  void act(() => cleanup()); // what effects leave is cleared after the drawing
  vi.useRealTimers();
});

it('equal times read equal, whenever they were drawn', () => {
  const at = '2026-11-29T10:00:00Z';
  const first = render(<RelativeTime at={at} />);
  expect(first.container).toHaveTextContent('Just now');
  void act(() => void vi.advanceTimersByTime(90_000));
  const second = render(<RelativeTime at={at} />);
  expect(first.container).toHaveTextContent('1 minute ago');
  expect(second.container).toHaveTextContent('1 minute ago');
  void act(() => void vi.advanceTimersByTime(120_000));
  expect(screen.getAllByText('3 minutes ago')).toHaveLength(2);
});

it('no clock runs where no time is shown', () => {
  const [set, clear] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')];
  const { unmount } = render(<RelativeTime at="2026-11-29T10:00:00Z" />);
  const clock = set.mock.results[set.mock.calls.findIndex(([, ms]) => ms === 20_000)]?.value;
  const isCleared = () => clear.mock.calls.some(([id]) => id === clock);
  expect([clock === undefined, isCleared()]).toEqual([false, false]);
  void act(() => void unmount());
  expect(isCleared()).toBe(true);
});
