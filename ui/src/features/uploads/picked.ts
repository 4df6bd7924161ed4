import type { Source } from './client-upload';

/** Dropped or picked files with their folders, and folders that are empty. */
export interface PickedFiles {
  readonly sources: Source[];
  readonly emptyFolders: string[];
}

/** One item of a drop, as the browser hands it over. */
export interface DroppedItem {
  readonly entry: FileSystemEntry | null;
  readonly handle: Promise<FileSystemFileHandle | undefined>;
}

/** Puts names in the order in which people count. */
export const collator = new Intl.Collator(undefined, { numeric: true });
