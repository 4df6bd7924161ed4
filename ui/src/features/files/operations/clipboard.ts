import { useSyncExternalStore } from 'react';
import { userId } from '~/api/session';
import type { Directory, PathStep } from '~/api/types';
import { createEmitter } from '~/kit/store';
import type { Target } from './calls';
import type { Entry } from '../listing/entry';
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

export type Clip = readonly ClipItem[];

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

export const isCut = (clip: Clip) => clip[0]?.operation === 'MOVE';

/** Whether the clip may be pasted into a directory, as far as rights tell. */
export function mayPaste(clip: Clip, directory: Pick<Directory, 'current_permissions'> | undefined): boolean {
  if (clip.length === 0 || !directory) return false;
  return (
    (clip.every(({ type }) => type === 'FILE') || mayMakeFolders(directory)) &&
    (clip.every(({ type }) => type === 'DIRECTORY') || mayUpload(directory))
  );
}

/** Why pasting is impossible: the cut entries lie there already, or the target is inside a pasted folder. */
export function obstacle(clip: Clip, to: Target, path: readonly PathStep[]): 'same' | 'inside' | null {
  const way = new Set([to.directoryId, ...path.map(({ directory_id: id }) => id)]);
  if (clip.some(({ type, target }) => type === 'DIRECTORY' && way.has(target))) return 'inside';
  return isCut(clip) && clip.every(({ directory_id: id }) => id === to.directoryId) ? 'same' : null;
}

const keyOf = (user: string | null) => `files:clipboard:${user}`;
const none: Clip = [];
const changes = createEmitter();
let held: { user: string | null; clip: Clip } | null = null;

function read(user: string | null): Clip {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(user)) ?? '[]');
    return Array.isArray(stored) ? (stored as Clip) : none;
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

/** Replaces the clipboard, which survives navigation and a reload. */
export function setClipboard(clip: Clip): void {
  held = { user: userId(), clip };
  sessionStorage.setItem(keyOf(held.user), JSON.stringify(clip));
  changes.emit();
}

export const useClipboard = (): Clip => useSyncExternalStore(changes.subscribe, clipboard);
