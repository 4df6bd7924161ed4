import { useSyncExternalStore } from 'react';
import { userId } from '~/api/session';
import { afterPaint } from '~/kit/after-paint';
import { createEmitter } from '~/kit/store';
import { COLUMNS, HIDDEN_AT_FIRST, type ColumnId } from './columns';
import { DEFAULT_SORT, formatSort, parseSort, type Sort } from './sort';

export type ViewKind = 'list' | 'grid';

/** How files are shown in this browser, whoever is signed in: it says nothing of a person, so it stays after a sign-out. */
interface Preferences {
  readonly view: ViewKind;
  readonly sort: Sort;
  readonly hidden: ReadonlySet<ColumnId>;
}

const updates = createEmitter();
/** Reading the browser's store takes a millisecond on a slow device, and every row asks. */
let cached: Preferences | null = null;

const KEY = 'files_view';
/** Until November 2026 each person had an entry of their own. */
const readStored = () => localStorage.getItem(KEY) ?? localStorage.getItem(`files:${userId() ?? ''}`);

export function readPreferences(text: string | null): Preferences {
  const stored = parse(text);
  const hidden = COLUMNS.map(({ id }) => id).filter((id) => stored.hidden.includes(id));
  return {
    view: stored.view === 'grid' ? 'grid' : 'list',
    sort: parseSort(stored.sort) ?? DEFAULT_SORT,
    hidden: new Set(hidden),
  };
}

function parse(text: string | null): { view?: unknown; sort: string; hidden: unknown[] } {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    const { view, sort, hidden } = value as { view?: unknown; sort?: unknown; hidden?: unknown };
    return { view, sort: String(sort), hidden: Array.isArray(hidden) ? hidden : [...HIDDEN_AT_FIRST] };
  } catch {
    // A value that this page did not write is ignored.
    return { sort: '', hidden: [...HIDDEN_AT_FIRST] };
  }
}

function preferences(): Preferences {
  cached ??= readPreferences(readStored());
  return cached;
}

// Another tab has changed them.
addEventListener('storage', (event) => {
  const { key } = event as StorageEvent;
  if (key === null || key === KEY) cached = null;
});

export function changePreferences(changes: Partial<Preferences>): void {
  const { view, sort, hidden } = { ...preferences(), ...changes };
  localStorage.setItem(KEY, JSON.stringify({ view, sort: formatSort(sort), hidden: [...hidden] }));
  cached = { view, sort, hidden };
  afterPaint(updates.emit);
}

export const usePreferences = (): Preferences => useSyncExternalStore(updates.subscribe, preferences);
