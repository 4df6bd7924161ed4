import { useSyncExternalStore } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { afterPaint } from './after-paint';
import { createEmitter } from './store';

const here = () => ({ path: location.pathname, search: location.search });

const { subscribe, emit } = createEmitter();
let shown = here();

const root = document.documentElement;

/** The page that is left gets a line at its top at once: the user sees that the input came even where the next page takes long. */
function leave(): void {
  if (location.pathname !== shown.path) root.dataset.leaving = '';
  afterPaint(follow);
}

function follow(): void {
  delete root.dataset.leaving;
  const next = here();
  if (next.path === shown.path && next.search === shown.search) return;
  shown = next;
  emit();
}

type Guard = () => boolean;
const guards = new Set<Guard>();

/**
 * Asks before the page is left by the browser's "back" or "forward", which have changed the address by then. A guard that
 * answers true has the page stay, and sees to the address. A listener of its own could not: those of a window are called in
 * the order in which they came, so the router would draw the other page first. Returns what ends the guard.
 */
export function guardHistory(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

function followHistory(): void {
  for (const holds of guards) if (holds()) return;
  follow();
}

// The router dispatches the first two. What the user asks for is painted first, as a pressed key or a chosen row.
addEventListener('pushState', leave);
addEventListener('replaceState', leave);
addEventListener('popstate', followHistory);
addEventListener('hashchange', follow);

const path = () => shown.path;
const search = () => shown.search;

const useShownPath = (): [string, typeof navigate] => [useSyncExternalStore(subscribe, path), navigate];
const useShownSearch = (): string => useSyncExternalStore(subscribe, search);

/** For the router: the address whose page is drawn, which follows the real one after the paint that answers an input. */
export const shownLocation = { hook: useShownPath, searchHook: useShownSearch };
