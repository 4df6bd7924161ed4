import { expect, test } from 'vitest';
import { countUnfinished, newUpload, orderUploads, fileTime, type ClientUpload } from './client-upload';

const told = (lastModified: number | null) => fileTime({ lastModified }).modified_at;

test('the own time of a file is told where a call can take it', () => {
  expect(told(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(told(-1)).toBe('1969-12-31T23:59:59.999Z');
  expect(told(Date.UTC(9999, 11, 31))).toBe('9999-12-31T00:00:00.000Z');
  expect(told(-62_135_596_800_000)).toBe('0001-01-01T00:00:00.000Z');
  for (const none of [null, Number.NaN, Infinity, 8.64e15, -8.64e15, Date.UTC(10_000, 0, 1)])
    expect(told(none)).toBeUndefined();
});

const upload = (id: string, more: Partial<ClientUpload> = {}): ClientUpload => ({
  ...newUpload(id, 'b', { spaceId: 's', directoryId: 'd' }, { file: new File(['x'], id), relativePath: '' }),
  length: 100,
  ...more,
});

test('finished uploads are listed below those that run', () => {
  const list = [
    upload('a', { status: 'UPLOAD_SUCCESS' }),
    upload('b'),
    upload('c', { status: 'UPLOAD_SUCCESS' }),
    upload('d'),
  ];
  expect(orderUploads(list).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c']);
  const same = [upload('a'), upload('b')];
  expect(orderUploads(same)).toBe(same);
});

test('what a cancellation throws away is counted', () => {
  const list = [
    upload('a', { status: 'UPLOAD_SUCCESS', sent: 100 }),
    upload('b', { status: 'UPLOADING', sent: 60 }),
    upload('c'),
    upload('d', { status: 'PAUSE', sent: 130 }),
  ];
  expect(countUnfinished(list)).toEqual({ uploads: 3, bytes: 160, canPause: true });
  expect(countUnfinished(list.slice(3))).toEqual({ uploads: 1, bytes: 100, canPause: false });
});
