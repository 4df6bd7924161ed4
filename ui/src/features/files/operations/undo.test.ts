import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '~/api/client';
import { canUndo, noteRunning, takeBackNow, undoable, undoLast } from './undo';

const post = vi.spyOn(api, 'post').mockResolvedValue(undefined);

beforeEach(async () => {
  await undoLast();
  post.mockClear();
});

const undone = () => post.mock.calls.map(([, options]) => (options as { path: { undo_id: string } }).path.undo_id);

/** An operation that ends when `answer` is called. */
function operation(id: string) {
  const server = new EventTarget();
  const answered = new Promise<boolean>((resolve) => {
    server.addEventListener('yes', () => resolve(true));
    server.addEventListener('no', () => resolve(false));
  });
  const result = undoable(async (tell) => {
    if (!(await answered)) throw new Error('refused');
    tell({ title: id, undoId: id, spaceIds: ['space'] });
  });
  return { result, answer: (how: 'yes' | 'no') => server.dispatchEvent(new Event(how)) };
}

test('undo takes back the operation that ended last, once', async () => {
  const move = operation('move');
  move.answer('yes');
  await move.result;
  expect(canUndo()).toBe(true);
  await undoLast();
  await undoLast();
  expect(undone()).toEqual(['move']);
  expect(canUndo()).toBe(false);
});

test('undo pressed before the answer waits for it and leaves the operation before alone', async () => {
  const move = operation('move');
  move.answer('yes');
  await move.result;
  const trash = operation('trash');
  const [once, twice] = [undoLast(), undoLast()];
  trash.answer('yes');
  await Promise.all([once, twice]);
  expect(undone()).toEqual(['trash']);
});

test('undo of an operation that failed undoes nothing', async () => {
  const move = operation('move');
  move.answer('yes');
  await move.result;
  const trash = operation('trash');
  const pressed = undoLast();
  trash.answer('no');
  await expect(trash.result).rejects.toThrow('refused');
  await pressed;
  expect(undone()).toEqual([]);
});

test('the last operation is known after a reload of the page', async () => {
  const move = operation('before the reload');
  move.answer('yes');
  await move.result;
  vi.resetModules();
  const client = await import('~/api/client');
  vi.spyOn(client.api, 'post').mockResolvedValue(undefined);
  const anew = await import('./undo');
  expect(anew.canUndo()).toBe(true);
  await anew.undoLast();
  vi.resetModules();
  expect((await import('./undo')).canUndo()).toBe(false);
});

test('an operation that goes on is known after a reload, unless it is being taken back', async () => {
  noteRunning('long');
  vi.resetModules();
  expect((await import('./undo')).canUndo()).toBe(true);
  await takeBackNow('long');
  noteRunning('long');
  expect(canUndo()).toBe(false);
  expect(undone()).toEqual(['long']);
  // It had ended before it could be stopped: nothing is left to offer.
  const late = operation('long');
  late.answer('yes');
  await late.result;
  await vi.waitFor(() => expect(canUndo()).toBe(false));
});
