import { useSyncExternalStore } from 'react';
import { userId } from '~/api/session';
import { createEmitter } from '~/kit/store';

const MOST = 8;
const changes = createEmitter();
let cached: { text: string | null; value: readonly string[] } | null = null;

const keyOf = () => `searches:${userId() ?? ''}`;

function parse(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((word) => typeof word === 'string').slice(0, MOST) : [];
  } catch {
    // A value that this page did not write is ignored.
    return [];
  }
}

function recents(): readonly string[] {
  const text = localStorage.getItem(keyOf());
  if (cached?.text !== text || !cached) cached = { text, value: parse(text) };
  return cached.value;
}

function keep(next: readonly string[]) {
  localStorage.setItem(keyOf(), JSON.stringify(next.slice(0, MOST)));
  changes.emit();
}

/** The user's searches in this browser, latest first. */
export const useRecents = () => useSyncExternalStore(changes.subscribe, recents);

export function rememberSearch(query: string): void {
  const text = query.trim();
  if (text) keep([text, ...recents().filter((known) => known !== text)]);
}

export const forgetSearch = (query: string) => keep(recents().filter((known) => known !== query));
