import { beforeEach, expect, it } from 'vitest';
import { act, renderHook } from '@testing-library/preact';
import type { Box } from '~/api/types';
import { markSeen, newIn, useSeenBoxes } from './seen-boxes';

const day = 86_400_000;
const now = Date.parse('2026-11-20T10:00:00.000Z');
const box = (upload_id: string, files_count: number, age: number) =>
  ({ upload_id, files_count, last_file_at: new Date(now - age).toISOString() }) as Box;

beforeEach(() => localStorage.clear());

it('counts the files since the user looked, for two weeks', () => {
  expect(newIn(box('a', 3, day), now)).toBe(3);
  expect(newIn(box('a', 3, 15 * day), now)).toBe(0);
  markSeen(box('a', 3, day), now);
  expect(newIn(box('a', 3, day), now)).toBe(0);
  expect(newIn(box('a', 5, 0), now)).toBe(2);
  // Some were deleted, one is new.
  expect(newIn(box('a', 2, 0), now)).toBe(1);
});

it('forgets boxes that can have no news', () => {
  markSeen(box('old', 1, 20 * day), now - 20 * day);
  markSeen(box('a', 1, day), now);
  expect(Object.keys(JSON.parse(localStorage.getItem('seen_boxes') ?? ''))).toEqual(['a']);
});

it('tells the page when a box is looked at, here and in another tab', async () => {
  const { result } = renderHook(() => (useSeenBoxes(), newIn(box('a', 3, day), now)));
  expect(result.current).toBe(3);
  await act(() => markSeen(box('a', 3, day), now));
  expect(result.current).toBe(0);
  localStorage.clear();
  await act(() => void dispatchEvent(new StorageEvent('storage', { key: 'seen_boxes' })));
  expect(result.current).toBe(3);
});
