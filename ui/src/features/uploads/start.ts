import { useSyncExternalStore } from 'react';
import { askInput } from './ask-input';
import type { Picked } from './picked';
import type { Source, Target } from './thread';

// The engine comes with the first upload; until then a page carries only this file.
const uploads = () => import('./uploads');

let shown: Target | null = null;
const listeners = new Set<() => void>();

/** The directory that the page shows: what is picked from menus goes there. */
export function setShownTarget(target: Target | null): void {
  shown = target;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useShownTarget = (): Target | null => useSyncExternalStore(subscribe, () => shown);

/** Asks for files and uploads them into the directory that is shown. */
export function pickFiles(): void {
  if (shown) void pickFilesInto(shown);
}

/** The same for a whole folder. */
export function pickFolder(): void {
  if (!shown) return;
  const target = shown;
  askInput({ folder: true }, (files) => void uploadChosen(target, files));
}

async function pickFilesInto(target: Target): Promise<void> {
  const ask = (globalThis as { showOpenFilePicker?: (how: object) => Promise<FileSystemFileHandle[]> })
    .showOpenFilePicker;
  if (!ask) return askInput({ folder: false }, (files) => void uploadChosen(target, files));
  // Handles let the upload go on after a reload. Closing the picker rejects, which is no error.
  const handles = await ask({ multiple: true }).catch(() => []);
  const sources = await Promise.all(
    handles.map(async (handle): Promise<Source> => ({ file: await handle.getFile(), relativePath: '', handle })),
  );
  return upload(target, { sources, emptyFolders: [] });
}

async function uploadChosen(target: Target, files: readonly File[]): Promise<void> {
  const { walkInput } = await import('./walk');
  await upload(target, walkInput(files));
}

export async function upload(target: Target, picked: Picked): Promise<void> {
  const [{ uploadManager }, { makeFolders }] = await Promise.all([uploads(), import('./folders')]);
  if (picked.sources.length > 0) await uploadManager.addSources(target, picked.sources);
  if (picked.emptyFolders.length > 0) await makeFolders(target, picked.emptyFolders);
}
