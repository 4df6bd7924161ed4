import { createStore } from '~/kit/store';

/** Where the product opens: at the home page of a workspace, or in the folder that was open last. */
export type Start = 'home' | 'folder';

const spaceKey = 'last_space';
const folderKey = 'last_folder';
const startKey = 'start_at';

const inSpace = /^\/workspace\/(?!create$|find$)([^/]+)/;
const folder = /^\/workspace\/[^/]+(\/my|\/directory\/[^/]+(\/my)?)?$/;

const start = createStore<Start>(localStorage.getItem(startKey) === 'folder' ? 'folder' : 'home');

export const useStart = start.use;

export function setStart(next: Start): void {
  localStorage.setItem(startKey, next);
  start.set(next);
}

/** The workspace that was opened last in this browser, or null. It may not be one of this user's. */
export const lastSpace = () => localStorage.getItem(spaceKey);

/** Remembers the workspace and the folder of an address on this device. A folder that is gone is forgotten. */
export function noteVisit(path: string): void {
  if (path === '/404') localStorage.removeItem(folderKey);
  const spaceId = inSpace.exec(path)?.[1];
  if (!spaceId) return;
  localStorage.setItem(spaceKey, spaceId);
  if (folder.test(path)) localStorage.setItem(folderKey, path);
}

/** The address to start at, given the ids of the user's workspaces: the list of them when there is no better one. */
export function startAddress(spaceIds: readonly string[]): string {
  const last = localStorage.getItem(folderKey) ?? '';
  if (start.get() === 'folder' && spaceIds.includes(inSpace.exec(last)?.[1] ?? '')) return last;
  const visited = lastSpace();
  const spaceId = spaceIds.length === 1 ? spaceIds[0] : spaceIds.find((id) => id === visited);
  return spaceId ? `/workspace/${spaceId}/home` : '/workspace';
}
