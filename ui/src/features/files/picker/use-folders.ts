import { useQuery } from '@tanstack/react-query';
import { keyOf } from '~/api/keys';
import type { PathStep } from '~/api/types';
import type { Target } from '../operations/calls';
import { entryOfDirectory, type Entry } from '../listing/entry';
import { fetchPage } from '../listing/listing';
import { mayMakeFolders, mayUpload } from '../listing/rights';

export interface Folders {
  /** The directory itself. */
  readonly here: Entry | undefined;
  readonly path: readonly PathStep[];
  readonly folders: readonly Entry[];
  /** The folders, and after them the first files. */
  readonly entries: readonly Entry[];
  readonly mayMakeFolders: boolean;
  readonly mayAddFiles: boolean;
}

/** Directories of a directory, by name. They come before all files, so one page of them is enough to choose from. */
export const useFolders = (target: Target | null) =>
  useQuery({
    queryKey: keyOf('folders', target?.spaceId, target?.directoryId),
    queryFn: async ({ signal }): Promise<Folders> => {
      const of = { spaceId: target?.spaceId ?? '', directoryId: target?.directoryId ?? '', sort: 'name:1' };
      const { directory, path, entries } = await fetchPage(of, { limit: 1000 }, signal);
      return {
        here: directory && entryOfDirectory(directory),
        path,
        entries,
        folders: entries.filter(({ kind }) => kind === 'directory'),
        mayMakeFolders: mayMakeFolders(directory),
        mayAddFiles: mayUpload(directory),
      };
    },
    enabled: target !== null,
  });
