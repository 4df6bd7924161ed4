import type { Column } from '~/features/files/listing/columns';
import type { ListKind } from '~/features/files/listing/list-kind';
import { favoritesSource, recentsSource } from './sources';

const place: Column = { id: 'place', label: 'files.columnPlace', sort: null, width: 200, weight: 5 };
const size: Column = { id: 'size', label: 'files.columnSize', sort: null, width: 112, weight: 3 };
const modifiedAt: Column = { id: 'modifiedAt', label: 'files.columnModifiedAt', sort: null, width: 148, weight: 4 };
const modifiedBy: Column = { id: 'modifiedBy', label: 'files.columnModifiedBy', sort: null, width: 144, weight: 1 };
const access: Column = { id: 'access', label: 'files.columnAccess', sort: null, width: 64, weight: 0 };

/** What was marked last comes first. */
export const favoritesList: ListKind = {
  id: 'favorites',
  source: favoritesSource,
  columns: [access, place, size, modifiedBy, modifiedAt],
  sorts: [],
  sort: { field: 'created_at', order: -1 },
};

/** What was used last comes first. */
export const recentsList: ListKind = {
  id: 'recents',
  source: recentsSource,
  columns: [
    access,
    place,
    size,
    modifiedBy,
    { id: 'usedAt', label: 'files.columnUsedAt', sort: null, width: 148, weight: 4 },
  ],
  sorts: [],
  sort: { field: 'created_at', order: -1 },
};
