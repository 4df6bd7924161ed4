import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '~/api/client';
import { batchOf } from './calls';
import { toSend, undecided } from './duplicates';
import { Fault } from '~/api/fault';
import { t } from '~/i18n';
import { currentToasts } from '~/kit/toast';
import { awaitTask, showRefusal } from './transfer';

const get = vi.spyOn(api, 'get');

beforeEach(() => {
  get.mockReset();
});

const state = (status: string, more: object = {}) =>
  ({ task_id: 't', status, done: 1, total: 4, undo_id: 'u', result: null, error: null, ...more }) as never;

test('a whole list is one call, however long it is', () => {
  const entries = [{ kind: 'file', id: 'a' }] as const;
  expect(batchOf('s', entries, null)).toEqual({ space_id: 's', file_ids: ['a'], directory_ids: [] });
  const whole = batchOf('s', entries, {
    directoryId: 'd',
    except: ['b'],
    count: 99_999,
    until: '2026-11-28T05:00:00.000Z',
  });
  expect(whole).toEqual({
    space_id: 's',
    file_ids: [],
    directory_ids: [],
    selection: { directory_id: 'd', all: true, except: ['b'], until: '2026-11-28T05:00:00.000Z' },
  });
  expect(toSend(whole, undecided).chosen).toEqual(whole);
});

test('what goes on as a task is followed to its end, and then undone by the id of the task', async () => {
  vi.useFakeTimers();
  get.mockResolvedValueOnce(state('running')).mockResolvedValueOnce(state('done'));
  const end = awaitTask({ answer: { task_id: 't' }, undo: null });
  await vi.runAllTimersAsync();
  expect(await end).toBe('u');
  expect(get).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('what was done at once is not asked for', async () => {
  expect(await awaitTask({ answer: undefined, undo: 'now' })).toBe('now');
  expect(get).not.toHaveBeenCalled();
});

test('a task that fails in the middle offers to undo what it did, unless it was stopped for that', async () => {
  const partly = vi.fn();
  get.mockResolvedValue(state('failed', { error: { error_code: 'permission_denied' } }));
  await expect(awaitTask({ answer: { task_id: 't' }, undo: null }, partly)).rejects.toThrow();
  expect(partly).toHaveBeenCalledWith('u', expect.any(String));
  partly.mockReset();
  get.mockResolvedValue(state('failed', { error: { error_code: 'work_stopped' } }));
  await expect(awaitTask({ answer: { task_id: 't' }, undo: null }, partly)).rejects.toThrow();
  expect(partly).not.toHaveBeenCalled();
});

test('a task that a restart ended says so once, and offers to undo what it did', async () => {
  const partly = vi.fn();
  get.mockResolvedValueOnce(state('running'));
  get.mockRejectedValueOnce(new Fault({ kind: 'refused', status: 404, key: 'invalid_id' }));
  vi.useFakeTimers();
  const end = awaitTask({ answer: { task_id: 't' }, undo: null }, partly).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  const error = await end;
  vi.useRealTimers();
  expect(partly).toHaveBeenCalledTimes(1);
  expect(partly).toHaveBeenCalledWith('u', t('files.interrupted'));
  showRefusal(error);
  showRefusal(new Fault({ kind: 'refused', status: 409, key: 'work_stopped' }));
  expect(currentToasts().filter(({ kind }) => kind === 'error')).toEqual([]);
});
