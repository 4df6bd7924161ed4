import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FrameAnswers } from './frame-answers';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the answers of a frame', () => {
  it('go to those who asked, in whatever order they come', async () => {
    const answers = new FrameAnswers<string>();
    const asked: number[] = [];
    const both = ['first', 'second'].map(() => answers.request((number) => asked.push(number), 1000));
    expect(new Set(asked).size).toBe(2);
    answers.accept(asked[1] ?? 0, 'b');
    answers.accept(asked[0] ?? 0, 'a');
    answers.accept(asked[0] ?? 0, 'again');
    expect(await Promise.all(both)).toEqual(['a', 'b']);
    expect(answers.isWaiting).toBe(false);
  });

  it('are waited for no longer than one has patience, or than the frame is there', async () => {
    const answers = new FrameAnswers<string>();
    const late = answers.request(() => undefined, 1000);
    await vi.advanceTimersByTimeAsync(999);
    expect(answers.isWaiting).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(await late).toBeNull();
    const last = answers.request(() => undefined, 1000);
    answers.close();
    expect(await last).toBeNull();
    expect(answers.isWaiting).toBe(false);
  });
});
