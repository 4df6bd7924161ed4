import { useSyncExternalStore } from 'react';
import type { Source, Target } from './thread';
import { walkDrop, walkInput, type Picked } from './walk';

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
  askInput({ folder: true }, (files) => void upload(target, walkInput(files)));
}

/** Uploads what was dropped, or pasted; call it while the event is being handled. */
export function uploadFrom(dataTransfer: DataTransfer, target: Target): void {
  void walkDrop(dataTransfer).then((picked) => upload(target, picked));
}

/** Asks for one file, for an upload that waits for it. */
export function pickOne(use: (file: File) => void): void {
  askInput({ folder: false, single: true }, (files) => {
    const [file] = files;
    if (file) use(file);
  });
}

/** Asks for a file and makes it the newest version of the one of that name; a file of another name is refused. */
export function uploadVersion(target: Target, name: string): void {
  pickOne((file) => void uploads().then(({ desk }) => desk.addVersion(target, name, file)));
}

/** Asks for files, or for a folder, and hands them on. */
export function chooseFiles(use: (picked: Picked) => void, accept = ''): void {
  askInput({ folder: false, accept }, (files) => use(walkInput(files)));
}

export function chooseFolder(use: (picked: Picked) => void): void {
  askInput({ folder: true }, (files) => use(walkInput(files)));
}

async function pickFilesInto(target: Target): Promise<void> {
  const ask = (globalThis as { showOpenFilePicker?: (how: object) => Promise<FileSystemFileHandle[]> })
    .showOpenFilePicker;
  if (!ask) return askInput({ folder: false }, (files) => void upload(target, walkInput(files)));
  // Handles let the upload go on after a reload. Closing the picker rejects, which is no error.
  const handles = await ask({ multiple: true }).catch(() => []);
  const sources = await Promise.all(
    handles.map(async (handle): Promise<Source> => ({ file: await handle.getFile(), relativePath: '', handle })),
  );
  return upload(target, { sources, emptyFolders: [] });
}

async function upload(target: Target, picked: Picked): Promise<void> {
  const [{ desk }, { makeFolders }] = await Promise.all([uploads(), import('./folders')]);
  if (picked.sources.length > 0) await desk.addSources(target, picked.sources);
  if (picked.emptyFolders.length > 0) await makeFolders(target, picked.emptyFolders);
}

function askInput(how: { folder: boolean; single?: boolean; accept?: string }, use: (files: FileList) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = !how.single;
  input.webkitdirectory = how.folder;
  input.accept = how.accept ?? '';
  input.addEventListener('change', () => input.files?.length && use(input.files));
  input.click();
}
