import { expect, test } from 'vitest';
import { countUnfinished, newThread, orderThreads, ownTime, type Thread } from './thread';

const told = (lastModified: number | null) => ownTime({ lastModified }).modified_at;

test('the own time of a file is told where a call can take it', () => {
  expect(told(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(told(-1)).toBe('1969-12-31T23:59:59.999Z');
  expect(told(Date.UTC(9999, 11, 31))).toBe('9999-12-31T00:00:00.000Z');
  expect(told(-62_135_596_800_000)).toBe('0001-01-01T00:00:00.000Z');
  for (const none of [null, Number.NaN, Infinity, 8.64e15, -8.64e15, Date.UTC(10_000, 0, 1)])
    expect(told(none)).toBeUndefined();
});

const thread = (id: string, more: Partial<Thread> = {}): Thread => ({
  ...newThread(id, 'b', { spaceId: 's', directoryId: 'd' }, { file: new File(['x'], id), relativePath: '' }),
  length: 100,
  ...more,
});

test('finished uploads are listed below those that run', () => {
  const list = [
    thread('a', { status: 'UPLOAD_SUCCESS' }),
    thread('b'),
    thread('c', { status: 'UPLOAD_SUCCESS' }),
    thread('d'),
  ];
  expect(orderThreads(list).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c']);
  const same = [thread('a'), thread('b')];
  expect(orderThreads(same)).toBe(same);
});

test('what a cancellation throws away is counted', () => {
  const list = [
    thread('a', { status: 'UPLOAD_SUCCESS', sent: 100 }),
    thread('b', { status: 'UPLOADING', sent: 60 }),
    thread('c'),
    thread('d', { status: 'PAUSE', sent: 130 }),
  ];
  expect(countUnfinished(list)).toEqual({ uploads: 3, bytes: 160, canPause: true });
  expect(countUnfinished(list.slice(3))).toEqual({ uploads: 1, bytes: 100, canPause: false });
});
