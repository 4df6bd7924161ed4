import { api } from '~/api/client';
import type { Permission } from '~/api/types';
import { entriesOf } from './entry';
import type { Source } from './listing';

/** Rights to read only: the user cannot act as the other member. */
const readRights = (permissions: readonly Permission[]) => permissions.filter(({ action }) => action === 'read');

/** A directory as another person sees it. */
export const viewAsSource = (userId: string): Source => ({
  id: `as-${userId}`,
  fetch: async ({ spaceId, directoryId, sort }, query, signal) => {
    const listing = await api.get('storage/space/{space_id}/directory/{directory_id}', {
      path: { space_id: spaceId, directory_id: directoryId },
      query: { sort, ...query, view_as: userId },
      signal,
    });
    const { path, page_info: info, directories_total: folders } = listing;
    const directory = { ...listing.directory, current_permissions: readRights(listing.directory.current_permissions) };
    const entries = entriesOf({ ...listing, directory }).map((entry) => ({
      ...entry,
      permissions: readRights(entry.permissions),
    }));
    return { directory, path, entries, total: info.total, folders, next: info.next };
  },
});
