import type { Source } from './thread';

/** What a person has dropped or picked: files with their folders, and folders that hold nothing. */
export interface Picked {
  readonly sources: Source[];
  readonly emptyFolders: string[];
}

const collator = new Intl.Collator(undefined, { numeric: true });

/**
 * Reads a drop. Entries can only be asked for while the event is being handled, so everything that touches
 * `dataTransfer` happens before the first await.
 */
export function walkDrop(dataTransfer: DataTransfer): Promise<Picked> {
  const items = [...dataTransfer.items].filter((item) => item.kind === 'file');
  const dropped = items.map((item) => ({ entry: item.webkitGetAsEntry(), handle: fileHandle(item) }));
  const loose = [...dataTransfer.files];
  if (!dropped.some(({ entry }) => entry)) {
    return Promise.resolve({ sources: loose.map((file) => ({ file, relativePath: '' })), emptyFolders: [] });
  }
  return collect(dropped);
}

/** Reads the answer of a file input; folders only appear in `webkitRelativePath`. */
export function walkInput(files: FileList): Picked {
  const sources = [...files].map((file) => ({
    file,
    relativePath: file.webkitRelativePath.split('/').slice(0, -1).join('/'),
  }));
  sources.sort((a, b) => collator.compare(a.file.webkitRelativePath, b.file.webkitRelativePath));
  return { sources, emptyFolders: [] };
}

interface Dropped {
  readonly entry: FileSystemEntry | null;
  readonly handle: Promise<FileSystemFileHandle | undefined>;
}

async function collect(dropped: readonly Dropped[]): Promise<Picked> {
  const picked: Picked = { sources: [], emptyFolders: [] };
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

async function walkFolder(folder: FileSystemDirectoryEntry, above: string, picked: Picked): Promise<void> {
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

/** A handle lets an upload go on after a reload without asking for the file again. */
async function fileHandle(item: DataTransferItem): Promise<FileSystemFileHandle | undefined> {
  if (!('getAsFileSystemHandle' in item)) return undefined;
  const ask = item.getAsFileSystemHandle as () => Promise<FileSystemHandle | null>;
  const handle = await ask.call(item).catch(() => null);
  return handle?.kind === 'file' ? (handle as FileSystemFileHandle) : undefined;
}
