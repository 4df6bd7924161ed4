import { api } from '~/api/client';
import type { FoundListing, PathStep } from '~/api/types';
import { entryOfDirectory, entryOfFile, type Entry } from '~/features/files/listing/entry';
import type { Page, Source } from '~/features/files/listing/listing';

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

function pageOf(listing: FoundListing): Page {
  const entries = entriesOf(listing);
  const { next, page, limit, total: counted } = listing.page_info;
  // Of more than a thousand the server counts none: as long as there is a next page, the list is taken to be longer by one.
  const total = counted >= 0 ? counted : (page - 1) * limit + entries.length + (next ? limit : 0);
  return { directory: undefined, path: [], entries, total, next };
}

/** What the person has marked in the shared files and in My Drive. */
export const favoritesSource: Source = {
  id: 'favorites',
  fetch: async ({ spaceId, directoryId }, query, signal) =>
    pageOf(
      await api.get('storage/space/{space_id}/directory/{directory_id}/favorites', {
        path: { space_id: spaceId, directory_id: directoryId },
        query,
        signal,
      }),
    ),
};

/** The files that the person used last. */
export const recentsSource: Source = {
  id: 'recents',
  fetch: async ({ spaceId }, query, signal) =>
    pageOf(await api.get('storage/space/{space_id}/recent-used', { path: { space_id: spaceId }, query, signal })),
};
