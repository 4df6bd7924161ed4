import { COLUMNS, type Column } from './columns';
import type { Source } from './listing';
import { SORT_FIELDS, type Sort, type SortField } from './sort';

export type ListKindId = 'directory' | 'trash' | 'favorites' | 'recents';

/** A kind of list: where its entries come from, its columns, and how it can be sorted. */
export interface ListKind {
  readonly id: ListKindId;
  /** A directory when absent. */
  readonly source?: Source;
  readonly columns: readonly Column[];
  /** None where the order says something by itself. */
  readonly sorts: readonly SortField[];
  /** The first order; without it, the one the user prefers for directories. */
  readonly sort?: Sort;
}

export const directoryList: ListKind = { id: 'directory', columns: COLUMNS, sorts: SORT_FIELDS };
