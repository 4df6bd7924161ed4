/** A file of an archive. */
export interface Item<Entry = unknown> {
  readonly name: string;
  /** Unpacked, as the archive says. */
  readonly size: number;
  readonly at: Date | null;
  readonly locked: boolean;
  readonly entry: Entry;
}

export interface Folder<Entry = unknown> {
  readonly name: string;
  readonly folders: Map<string, Folder<Entry>>;
  readonly files: Item<Entry>[];
  /** Of all that is in it, in its folders too. */
  size: number;
  count: number;
  at: Date | null;
}

export const newFolder = <Entry>(name: string): Folder<Entry> => ({
  name,
  folders: new Map(),
  files: [],
  size: 0,
  count: 0,
  at: null,
});

/** Deeper folders of a name are shown as one. */
const DEEPEST = 64;

/**
 * The steps of a path. They are names and nothing else: ".." is a folder called so, and the first step of an absolute
 * path is "/".
 */
export function stepsOf(path: string): string[] {
  const parts = path.replaceAll('\\', '/').split('/');
  const steps = parts.filter((step) => step !== '' && step !== '.');
  if (path.startsWith('/') || path.startsWith('\\')) steps.unshift('/');
  if (steps.length <= DEEPEST) return steps;
  return [...steps.slice(0, DEEPEST - 1), steps.slice(DEEPEST - 1, -1).join('/'), ...steps.slice(-1)];
}

/** Puts a file, or a folder for null, at its path. */
export function place<Entry>(root: Folder<Entry>, path: string, item: Omit<Item<Entry>, 'name'> | null): void {
  const steps = stepsOf(path);
  const name = item ? steps.pop() : undefined;
  let folder = root;
  const above = [root];
  for (const step of steps) {
    const next = folder.folders.get(step) ?? newFolder<Entry>(step);
    folder.folders.set(step, next);
    folder = next;
    above.push(folder);
  }
  if (!item || name === undefined) return;
  folder.files.push({ ...item, name });
  for (const one of above) {
    one.size += item.size;
    one.count++;
    if (item.at && (!one.at || one.at < item.at)) one.at = item.at;
  }
}

export type Row<Entry> =
  | { readonly kind: 'folder'; readonly folder: Folder<Entry> }
  | { readonly kind: 'file'; readonly item: Item<Entry> };

const order = new Intl.Collator(['fa', 'en'], { numeric: true });

/** The contents of a folder: its folders, then its files, by name. */
export function rowsOf<Entry>({ folders, files }: Folder<Entry>): Row<Entry>[] {
  return [
    ...[...folders.values()]
      .sort((a, b) => order.compare(a.name, b.name))
      .map((folder) => ({ kind: 'folder', folder }) as const),
    ...files.toSorted((a, b) => order.compare(a.name, b.name)).map((item) => ({ kind: 'file', item }) as const),
  ];
}

/** The folder that some names lead to; the nearest above it when it does not exist. */
export function folderAt<Entry>(root: Folder<Entry>, path: readonly string[]): Folder<Entry> {
  return path.reduce((folder, step) => folder.folders.get(step) ?? folder, root);
}
