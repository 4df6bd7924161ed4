import type { Column } from '~/features/files/listing/columns';
import type { ListKind } from '~/features/files/listing/list-kind';
import { SORT_FIELDS } from '~/features/files/listing/sort';
import { trashSource } from './source';

const size: Column = { id: 'size', label: 'files.columnSize', sort: 'size', width: 112, weight: 2 };

/** A trash: the last deleted entry comes first. */
export const trashList: ListKind = {
  id: 'trash',
  source: trashSource,
  columns: [
    { id: 'origin', label: 'files.columnOrigin', sort: null, width: 200, weight: 4 },
    { id: 'trashedAt', label: 'files.columnTrashedAt', sort: 'trashed_at', width: 210, weight: 3 },
    size,
    { id: 'daysLeft', label: 'files.columnDaysLeft', sort: null, width: 104, weight: 5 },
  ],
  sorts: ['trashed_at', ...SORT_FIELDS],
  sort: { field: 'trashed_at', order: -1 },
};

/** A directory in a trash: its entries have no trash data of their own. */
export const trashedDirectoryList: ListKind = {
  id: 'trash',
  source: trashSource,
  columns: [
    size,
    { id: 'modifiedAt', label: 'files.columnModifiedAt', sort: 'last_modified_at', width: 148, weight: 5 },
  ],
  sorts: SORT_FIELDS,
  sort: { field: 'name', order: 1 },
};
