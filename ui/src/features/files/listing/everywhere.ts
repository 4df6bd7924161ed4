import type { FoundListing, PathStep } from '~/api/types';
import type { Column } from './columns';
import { entryOfDirectory, entryOfFile, type Entry } from './entry';
import type { Page } from './listing';

/** The columns of a list of entries from the whole workspace; it cannot be sorted. */
export const EVERYWHERE_COLUMNS: readonly Column[] = [
  { id: 'access', label: 'files.columnAccess', sort: null, width: 64, weight: 0 },
  { id: 'place', label: 'files.columnPlace', sort: null, width: 200, weight: 5 },
  { id: 'size', label: 'files.columnSize', sort: null, width: 112, weight: 3 },
  { id: 'modifiedBy', label: 'files.columnModifiedBy', sort: null, width: 144, weight: 1 },
];

function entriesOf({ directories, files }: FoundListing): Entry[] {
  return [
    ...directories.map((one) => ({ ...entryOfDirectory(one), path: wayTo(one.steps, one.directory_id) })),
    ...files.map((one) => ({
      ...entryOfFile(one),
      path: wayTo(one.path, one.file_id),
      usedAt: 'used_at' in one ? one.used_at : null,
    })),
  ];
}

/** The directories that lead to something, without itself. */
const wayTo = (steps: readonly PathStep[], id: string) => steps.filter(({ directory_id: step }) => step !== id);

/** A page of such a list. */
export function pageOf(listing: FoundListing): Page {
  const entries = entriesOf(listing);
  const { next, page, limit, total: counted } = listing.page_info;
  // Of more than a thousand the server counts none: as long as there is a next page, the list is taken to be longer by one.
  const total = counted >= 0 ? counted : (page - 1) * limit + entries.length + (next ? limit : 0);
  return { directory: undefined, path: [], entries, total, next };
}
