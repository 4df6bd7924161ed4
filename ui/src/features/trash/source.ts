import { api } from '~/api/client';
import { entryOfDirectory, entryOfFile } from '~/features/files/listing/entry';
import type { Source } from '~/features/files/listing/listing';

/** The entries of a trash, or of a directory in it. */
export const trashSource: Source = {
  id: 'trash',
  fetch: async ({ spaceId, directoryId, sort }, query, signal) => {
    const listing = await api.get('trash/{space_id}/directory/{directory_id}', {
      path: { space_id: spaceId, directory_id: directoryId },
      query: { sort, ...query },
      signal,
    });
    const {
      directory,
      path,
      directories,
      files,
      page_info: info,
      directories_total: folders,
      listed_at: listedAt,
    } = listing;
    return {
      directory,
      path,
      entries: [
        ...directories.map((one) => ({ ...entryOfDirectory(one), trashed: one })),
        ...files.map((one) => ({ ...entryOfFile(one), trashed: one })),
      ],
      total: info.total,
      folders,
      next: info.next,
      listedAt,
    };
  },
};
