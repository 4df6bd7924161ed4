import { EVERYWHERE_COLUMNS } from '~/features/files/listing/everywhere';
import type { ListKind } from '~/features/files/listing/list-kind';
import { favoritesSource } from './source';

/** The latest favorite comes first. */
export const favoritesList: ListKind = {
  id: 'favorites',
  source: favoritesSource,
  columns: [
    ...EVERYWHERE_COLUMNS,
    { id: 'modifiedAt', label: 'files.columnModifiedAt', sort: null, width: 148, weight: 4 },
  ],
  sorts: [],
  sort: { field: 'created_at', order: -1 },
};
