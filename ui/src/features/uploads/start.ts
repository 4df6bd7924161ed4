import { createPersonalStore } from '~/kit/store';
import { askInput } from './ask-input';
import type { PickedFiles } from './picked';
import type { Source, Target } from './client-upload';

// The engine comes with the first upload; until then a page carries only this file.
const uploads = () => import('./uploads');

const shown = createPersonalStore<Target | null>(null);

/** Sets the directory that the page shows: files picked from menus go there. */
export const setShownTarget = shown.set;

export const useShownTarget = shown.use;

/** Asks for files and uploads them into the directory that is shown. */
export function pickFiles(): void {
  const target = shown.get();
  if (target) void pickFilesInto(target);
}

/** The same for a whole folder. */
export function pickFolder(): void {
  const target = shown.get();
  if (!target) return;
  askInput({ folder: true }, (files) => void uploadChosen(target, files));
}

/** Takes a photo or a film with the camera and uploads it into the directory that is shown. */
export function takePhoto(): void {
  const target = shown.get();
  if (!target) return;
  askInput({ folder: false, single: true, accept: 'image/*,video/*', camera: true }, (files) => {
    void uploadChosen(target, files.map(nameByDate));
  });
}

/** Safari names every photo image.jpg: it gets its time as a name. */
function nameByDate(file: File): File {
  const [, extension] = /^(?:image|video)\.(\w+)$/i.exec(file.name) ?? [];
  if (!extension) return file;
  const time = new Date(file.lastModified - new Date().getTimezoneOffset() * 60_000).toISOString();
  const name = `${time.slice(0, 19).replace('T', ' ').replaceAll(':', '-')}.${extension}`;
  return new File([file], name, { type: file.type, lastModified: file.lastModified });
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

export async function upload(target: Target, picked: PickedFiles): Promise<void> {
  const [{ uploadManager }, { makeFolders }] = await Promise.all([uploads(), import('./folders')]);
  if (picked.sources.length > 0) await uploadManager.addSources(target, picked.sources);
  if (picked.emptyFolders.length > 0) await makeFolders(target, picked.emptyFolders);
}
