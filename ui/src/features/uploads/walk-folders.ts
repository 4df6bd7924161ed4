import { collator, type DroppedItem, type PickedFiles } from './picked';

/** Reads the dropped files, and everything in the dropped folders. */
export async function collect(dropped: readonly DroppedItem[]): Promise<PickedFiles> {
  const picked: PickedFiles = { sources: [], emptyFolders: [] };
  for (const { entry, handle } of dropped) {
    if (!entry) continue;
    if (isFile(entry)) {
      picked.sources.push({ file: await fileOf(entry), relativePath: '', handle: await handle });
    } else {
      await walkFolder(entry as FileSystemDirectoryEntry, '', picked);
    }
  }
  return picked;
}

async function walkFolder(folder: FileSystemDirectoryEntry, above: string, picked: PickedFiles): Promise<void> {
  const path = above ? `${above}/${folder.name}` : folder.name;
  const children = await readAll(folder.createReader());
  if (children.length === 0) picked.emptyFolders.push(path);
  for (const child of children) {
    if (isFile(child)) picked.sources.push({ file: await fileOf(child), relativePath: path });
    else await walkFolder(child as FileSystemDirectoryEntry, path, picked);
  }
}

/** readEntries gives a part at a time (100 in Chromium) and an empty answer at the end, in no useful order. */
async function readAll(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all.sort((a, b) => collator.compare(a.name, b.name));
    all.push(...some);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
