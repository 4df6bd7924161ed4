import { expect, test } from 'vitest';
import { ownTime } from './thread';

const told = (lastModified: number | null) => ownTime({ lastModified }).modified_at;

test('the own time of a file is told where a call can take it', () => {
  expect(told(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(told(-1)).toBe('1969-12-31T23:59:59.999Z');
  expect(told(Date.UTC(9999, 11, 31))).toBe('9999-12-31T00:00:00.000Z');
  expect(told(-62_135_596_800_000)).toBe('0001-01-01T00:00:00.000Z');
  for (const none of [null, Number.NaN, Infinity, 8.64e15, -8.64e15, Date.UTC(10_000, 0, 1)])
    expect(told(none)).toBeUndefined();
});
