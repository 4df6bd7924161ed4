import { api } from '~/api/client';
import { pageOf } from '~/features/files/listing/everywhere';
import type { Source } from '~/features/files/listing/listing';

/** The files that the user used last. */
export const recentsSource: Source = {
  id: 'recents',
  fetch: async ({ spaceId }, query, signal) =>
    pageOf(await api.get('storage/space/{space_id}/recent-used', { path: { space_id: spaceId }, query, signal })),
};
