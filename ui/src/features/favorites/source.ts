import { api } from '~/api/client';
import { pageOf } from '~/features/files/listing/everywhere';
import type { Source } from '~/features/files/listing/listing';

/** The user's favorites in the shared files and in My Drive. */
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
