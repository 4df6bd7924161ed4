import { collator, type PickedFiles } from './picked';

/**
 * Reads a drop. Entries can only be asked for while the event is being handled, so everything that touches
 * `dataTransfer` happens before the first await.
 */
export async function walkDrop(dataTransfer: DataTransfer): Promise<PickedFiles> {
  const items = [...dataTransfer.items].filter((item) => item.kind === 'file');
  const dropped = items.map((item) => ({ entry: item.webkitGetAsEntry(), handle: fileHandle(item) }));
  const loose = [...dataTransfer.files];
  if (!dropped.some(({ entry }) => entry)) {
    return { sources: loose.map((file) => ({ file, relativePath: '' })), emptyFolders: [] };
  }
  // The code that walks through folders is fetched with the first drop.
  const { collect } = await import('./walk-folders');
  return collect(dropped);
}

/** Reads the answer of a file input; folders only appear in `webkitRelativePath`. */
export function walkInput(files: readonly File[]): PickedFiles {
  const sources = files.map((file) => ({
    file,
    relativePath: file.webkitRelativePath.split('/').slice(0, -1).join('/'),
  }));
  sources.sort((a, b) => collator.compare(a.file.webkitRelativePath, b.file.webkitRelativePath));
  return { sources, emptyFolders: [] };
}

/** A handle lets an upload go on after a reload without asking for the file again. */
async function fileHandle(item: DataTransferItem): Promise<FileSystemFileHandle | undefined> {
  if (!('getAsFileSystemHandle' in item)) return undefined;
  const ask = item.getAsFileSystemHandle as () => Promise<FileSystemHandle | null>;
  const handle = await ask.call(item).catch(() => null);
  return handle?.kind === 'file' ? (handle as FileSystemFileHandle) : undefined;
}
