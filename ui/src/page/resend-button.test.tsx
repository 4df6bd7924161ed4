import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ResendButton } from './resend-button';
import { useCountdown } from '~/kit/use-countdown';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Code({ onAgain }: { onAgain: () => void }) {
  const { left, restart } = useCountdown(60, 42);
  return (
    <ResendButton
      left={left}
      onClick={() => {
        onAgain();
        restart();
      }}
    />
  );
}

it('is a line that counts down, then a button, and a line again', () => {
  const again = vi.fn();
  render(<Code onAgain={again} />);
  expect(screen.getByRole('timer')).toHaveTextContent('ارسال دوباره تا ۰:۴۲ دیگر');
  expect(screen.queryByRole('button')).toBeNull();
  void act(() => void vi.advanceTimersByTime(41_000));
  expect(screen.getByRole('timer')).toHaveTextContent('۰:۰۱');
  void act(() => void vi.advanceTimersByTime(1000));
  expect(screen.queryByRole('timer')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'ارسال دوباره' }));
  expect(again).toHaveBeenCalledOnce();
  void act(() => void vi.advanceTimersByTime(500));
  expect(screen.getByRole('timer')).toHaveTextContent('۱:۰۰');
  // The focus was on the button that is gone.
  expect(screen.getByRole('timer')).toHaveFocus();
});
