import { beforeEach, expect, test, vi } from 'vitest';

const calls = vi.hoisted(() => ({ undo: vi.fn(() => Promise.resolve()) }));
vi.mock('./calls', () => calls);
vi.mock('./optimistic', () => ({ refresh: vi.fn() }));

const { canUndo, undoable, undoLast } = await import('./undo');

beforeEach(async () => {
  await undoLast();
  calls.undo.mockClear();
});

/** An operation that the server answers when `answer` is called. */
function operation(id: string) {
  let answer = () => {};
  let refuse = (_: Error) => {};
  const answered = new Promise<void>((resolve, reject) => {
    answer = resolve;
    refuse = reject;
  });
  const result = undoable(async (tell) => {
    await answered;
    tell(id, id, 'space');
  });
  return { result, answer, refuse };
}

test('undo takes back the operation that ended last, once', async () => {
  const move = operation('move');
  move.answer();
  await move.result;
  expect(canUndo()).toBe(true);
  await undoLast();
  await undoLast();
  expect(calls.undo.mock.calls).toEqual([['move']]);
  expect(canUndo()).toBe(false);
});

test('undo pressed before the answer waits for it and leaves the operation before alone', async () => {
  const move = operation('move');
  move.answer();
  await move.result;
  const trash = operation('trash');
  const [once, twice] = [undoLast(), undoLast()];
  trash.answer();
  await Promise.all([once, twice]);
  expect(calls.undo.mock.calls).toEqual([['trash']]);
});

test('undo of an operation that failed undoes nothing', async () => {
  const move = operation('move');
  move.answer();
  await move.result;
  const trash = operation('trash');
  const pressed = undoLast();
  trash.refuse(new Error('refused'));
  await expect(trash.result).rejects.toThrow('refused');
  await pressed;
  expect(calls.undo).not.toHaveBeenCalled();
});
