import { createStore } from '~/kit/store';

/** Where the product opens: at the home page of a workspace, or in the folder that was open last. */
export type Start = 'home' | 'folder';

const spaceKey = 'last_space';
const folderKey = 'last_folder';
const foldersKey = 'last_folders';
const startKey = 'start_at';

const inSpace = /^\/workspace\/(?!(?:create|create-auto|find)(?:\/|$))([^/]+)/;
const folder = /^\/workspace\/[^/]+(\/my|\/directory\/[^/]+(\/my)?)?$/;

const start = createStore<Start>(localStorage.getItem(startKey) === 'folder' ? 'folder' : 'home');

export const useStart = start.use;

export function setStart(next: Start): void {
  localStorage.setItem(startKey, next);
  start.set(next);
}

/** The workspace that was opened last in this browser, or null. It may not be one of this user's. */
export const lastSpace = () => localStorage.getItem(spaceKey);

/** The folder that was open last in each workspace, by its id. */
function folders(): Record<string, string> {
  return JSON.parse(localStorage.getItem(foldersKey) ?? '{}') as Record<string, string>;
}

/** Remembers the workspace and the folder of an address on this device. A folder that is gone is forgotten. */
export function noteVisit(path: string): void {
  if (path === '/404') {
    const { [lastSpace() ?? '']: _, ...others } = folders();
    localStorage.setItem(foldersKey, JSON.stringify(others));
    localStorage.removeItem(folderKey);
  }
  const spaceId = inSpace.exec(path)?.[1];
  if (!spaceId) return;
  localStorage.setItem(spaceKey, spaceId);
  if (!folder.test(path)) return;
  localStorage.setItem(folderKey, path);
  localStorage.setItem(foldersKey, JSON.stringify({ ...folders(), [spaceId]: path }));
}

/** The address at which a workspace opens: its home page, or the folder that was open last in it. */
export function startIn(spaceId: string): string {
  const last = start.get() === 'folder' ? folders()[spaceId] : undefined;
  return last ?? `/workspace/${spaceId}/home`;
}

/** The address to start at, given the ids of the user's workspaces: the list of them when there is no better one. */
export function startAddress(spaceIds: readonly string[]): string {
  const last = localStorage.getItem(folderKey) ?? '';
  if (start.get() === 'folder' && spaceIds.includes(inSpace.exec(last)?.[1] ?? '')) return last;
  const visited = lastSpace();
  const spaceId = spaceIds.length === 1 ? spaceIds[0] : spaceIds.find((id) => id === visited);
  return spaceId ? startIn(spaceId) : '/workspace';
}
