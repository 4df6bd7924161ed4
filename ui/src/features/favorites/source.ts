import { api } from '~/api/client';
import { pageOf } from '~/features/files/listing/everywhere';
import type { Source } from '~/features/files/listing/listing';

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
