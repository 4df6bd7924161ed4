import { EVERYWHERE_COLUMNS } from '~/features/files/listing/everywhere';
import type { ListKind } from '~/features/files/listing/list-kind';
import { recentsSource } from './source';

/** The last used file comes first. */
export const recentsList: ListKind = {
  id: 'recents',
  source: recentsSource,
  columns: [...EVERYWHERE_COLUMNS, { id: 'usedAt', label: 'files.columnUsedAt', sort: null, width: 148, weight: 4 }],
  sorts: [],
  sort: { field: 'created_at', order: -1 },
};
