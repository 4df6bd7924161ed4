import { useSyncExternalStore } from 'react';
import { userId } from '~/api/session';
import type { Directory, PathStep } from '~/api/types';
import { createEmitter } from '~/kit/store';
import type { Target } from './calls';
import type { Entry } from '../listing/entry';
import type { WholeDirectory } from '../listing/whole';
import { mayMakeFolders, mayUpload } from '../listing/rights';

/** One entry of the clipboard. */
export interface ClipItem {
  readonly type: 'FILE' | 'DIRECTORY';
  readonly operation: 'COPY' | 'MOVE';
  readonly target: string;
  readonly space_id: string;
  readonly directory_id: string;
  readonly directory_path: string;
  readonly name: string;
}

/** What was cut or copied. */
export interface Clip {
  readonly items: readonly ClipItem[];
  /** All of a directory, but for exceptions: the items are the first ones of it then. Null for the items alone. */
  readonly whole: WholeDirectory | null;
}

export const countOf = ({ items, whole }: Clip) => whole?.count ?? items.length;

/** The chosen entries that can be cut or copied: files that are still being made cannot. */
export function clipOf(
  entries: readonly Entry[],
  operation: ClipItem['operation'],
  spaceId: string,
  path: string,
): ClipItem[] {
  return entries
    .filter(({ kind, status }) => kind === 'directory' || status === 'ready')
    .map((entry) => ({
      type: entry.kind === 'file' ? 'FILE' : 'DIRECTORY',
      operation,
      target: entry.id,
      space_id: spaceId,
      directory_id: entry.directoryId,
      directory_path: path,
      name: entry.name,
    }));
}

export const isCut = ({ items }: Clip) => items[0]?.operation === 'MOVE';

/** Whether the clip may be pasted into a directory, as far as rights tell. */
export function mayPaste({ items }: Clip, directory: Pick<Directory, 'current_permissions'> | undefined): boolean {
  if (items.length === 0 || !directory) return false;
  return (
    (items.every(({ type }) => type === 'FILE') || mayMakeFolders(directory)) &&
    (items.every(({ type }) => type === 'DIRECTORY') || mayUpload(directory))
  );
}

/** Whether an entry of a directory is among what was cut. */
export function isCutIn(clip: Clip, directoryId: string | undefined): (id: string) => boolean {
  const { items, whole } = clip;
  if (!isCut(clip) || (whole && whole.directoryId !== directoryId)) return () => false;
  const ids = new Set(whole ? whole.except : items.map(({ target }) => target));
  return (id) => ids.has(id) === !whole;
}

/** Why pasting is impossible: the cut entries lie there already, or the target is inside a pasted folder. */
export function pasteObstacle(clip: Clip, to: Target, path: readonly PathStep[]): 'same' | 'inside' | null {
  const { items, whole } = clip;
  const way = [...path.map(({ directory_id: id }) => id).filter((id) => id !== to.directoryId), to.directoryId];
  const isChosen = (id: string, parent: string | undefined) =>
    whole ? parent === whole.directoryId && !whole.except.includes(id) : items.some(({ target }) => target === id);
  if (way.some((id, at) => isChosen(id, way[at - 1]))) return 'inside';
  return isCut(clip) && items.every(({ directory_id: id }) => id === to.directoryId) ? 'same' : null;
}

const keyOf = (user: string | null) => `files:clipboard:${user}`;
const none: Clip = { items: [], whole: null };
const changes = createEmitter();
let held: { user: string | null; clip: Clip } | null = null;

function read(user: string | null): Clip {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(user)) ?? 'null') as Partial<Clip> | null;
    return Array.isArray(stored?.items) ? { items: stored.items, whole: stored.whole ?? null } : none;
  } catch {
    return none;
  }
}

/** The clipboard of the signed-in user; another user who signs in here starts with an empty one. */
export function clipboard(): Clip {
  const user = userId();
  if (held?.user !== user || !held) held = { user, clip: read(user) };
  return held.clip;
}

export const emptyClipboard = () => setClipboard(none);

/** Replaces the clipboard, which survives navigation and a reload. */
export function setClipboard(clip: Clip): void {
  held = { user: userId(), clip };
  sessionStorage.setItem(keyOf(held.user), JSON.stringify(clip));
  changes.emit();
}

export const useClipboard = (): Clip => useSyncExternalStore(changes.subscribe, clipboard);
