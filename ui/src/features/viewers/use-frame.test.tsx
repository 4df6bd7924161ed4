import { act, cleanup, render } from '@testing-library/preact';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFrame } from './use-frame';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const told = { hang: vi.fn(), answer: vi.fn() };

function Framed() {
  const frame = useRef<HTMLIFrameElement>(null);
  useFrame(frame, {
    script: { url: '/x.js', hashes: [] },
    show: () => Promise.resolve({ order: { type: 'ping' }, transfer: [] }),
    onReport: () => undefined,
    onHang: told.hang,
    onAnswer: told.answer,
    onError: () => undefined,
  });
  return <iframe ref={frame} title="x" sandbox="allow-scripts" />;
}

it('tells that a frame hangs as long as it does, and when it answers again', async () => {
  const { container } = render(<Framed />);
  const source = container.querySelector('iframe')?.contentWindow ?? null;
  const say = (type: string) =>
    act(async () => {
      dispatchEvent(new MessageEvent('message', { source, data: { type } }));
      await vi.advanceTimersByTimeAsync(0);
    });
  await say('ready');
  await vi.advanceTimersByTimeAsync(10_000);
  await say('pong');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told.hang).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5000);
  expect(told.hang).toHaveBeenCalledTimes(2);
  expect(told.answer).not.toHaveBeenCalled();
  await say('pong');
  expect(told.answer).toHaveBeenCalledTimes(1);
  await say('pong');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told.answer).toHaveBeenCalledTimes(1);
  expect(told.hang).toHaveBeenCalledTimes(2);
  cleanup();
});
