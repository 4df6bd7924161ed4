import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

let waiting = false;

/** Asks for a name and makes a folder in the directory that is shown; the next one that is, when there is none. */
export function newFolder(): void {
  waiting = listeners.size === 0;
  listeners.forEach((listener) => listener());
}

/** The page that shows a directory answers; returns how to stop. */
export function whenNewFolder(listener: () => void): () => void {
  listeners.add(listener);
  if (waiting) listener();
  waiting = false;
  return () => listeners.delete(listener);
}

/** What may be made in the list that is shown. */
export interface CreateRights {
  readonly folders: boolean;
  readonly uploads: boolean;
}

let createRights: CreateRights | null = null;
let clearing: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

function tell(next: CreateRights | null) {
  createRights = next;
  watchers.forEach((watcher) => watcher());
}

/** Says so until the page goes; the next one may say it anew before anybody sees a difference. */
export function setCreateRights(next: CreateRights): () => void {
  clearTimeout(clearing);
  if (createRights?.folders !== next.folders || createRights.uploads !== next.uploads) tell(next);
  return () => {
    clearTimeout(clearing);
    clearing = setTimeout(() => tell(null), 1000);
  };
}

function subscribe(watcher: () => void) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Null where no list is shown, or before it has come. */
export const useCreateRights = (): CreateRights | null => useSyncExternalStore(subscribe, () => createRights);
