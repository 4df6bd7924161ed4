import { useSyncExternalStore } from 'react';
import type { Box } from '~/api/types';
import { createEmitter } from '~/kit/store';

const key = 'seen_boxes';
const changes = createEmitter();

// Another tab has changed them.
addEventListener('storage', (event) => {
  const { key: changed } = event as StorageEvent;
  if (changed === null || changed === key) changes.emit();
});

/** Files that came in earlier than this, in milliseconds, are no news. */
const NEWS = 14 * 86_400_000;

interface Seen {
  readonly at: string;
  readonly count: number;
}

const read = (): Record<string, Seen> => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, Seen>;
  } catch {
    return {};
  }
};

/** The user has looked at the files of the box on this device. Boxes that can have no news are forgotten. */
export function markSeen({ upload_id: id, last_file_at: at, files_count: count }: Box, now = Date.now()): void {
  if (!at) return;
  const kept = Object.entries(read()).filter(([, seen]) => now - Date.parse(seen.at) <= NEWS);
  localStorage.setItem(key, JSON.stringify({ ...Object.fromEntries(kept), [id]: { at, count } }));
  changes.emit();
}

const text = () => localStorage.getItem(key);

/** Draws the component anew when the user has looked at a box, in this tab or in another. */
export const useSeenBoxes = () => useSyncExternalStore(changes.subscribe, text);

/** How many files have come into the box since the user looked. */
export function newIn({ upload_id: id, last_file_at: at, files_count: count }: Box, now = Date.now()): number {
  const seen = read()[id];
  if (!at || count === 0 || now - Date.parse(at) > NEWS || (seen && seen.at >= at)) return 0;
  return Math.max(1, count - (seen?.count ?? 0));
}
