import type { Key } from '~/i18n';
import type { SortField } from './sort';

export type ColumnId = 'size' | 'createdBy' | 'createdAt' | 'modifiedBy' | 'modifiedAt';

export interface Column {
  readonly id: ColumnId;
  readonly label: Key;
  readonly sort: SortField | null;
  /** Width in the list, in rem. */
  readonly width: number;
  /** The list has to be this wide, in px, before the column is shown. */
  readonly from: number;
}

/** In the order in which they stand; the name comes before them and the menu after. */
export const COLUMNS: readonly Column[] = [
  { id: 'size', label: 'files.columnSize', sort: 'size', width: 7, from: 560 },
  { id: 'createdBy', label: 'files.columnCreatedBy', sort: null, width: 9, from: 900 },
  { id: 'createdAt', label: 'files.columnCreatedAt', sort: 'created_at', width: 9, from: 1060 },
  { id: 'modifiedBy', label: 'files.columnModifiedBy', sort: null, width: 9, from: 1240 },
  { id: 'modifiedAt', label: 'files.columnModifiedAt', sort: 'last_modified_at', width: 9, from: 680 },
];

/** What there is room for, without those that the person has hidden. */
export function columnsFor(width: number, hidden: ReadonlySet<ColumnId>): Column[] {
  const spared = COLUMNS.filter(({ id }) => hidden.has(id)).reduce((sum, column) => sum + column.width * 16, 0);
  return COLUMNS.filter(({ id, from }) => !hidden.has(id) && width + spared * (from > 600 ? 1 : 0) >= from);
}

/** Widths of all columns for CSS: select, name, the shown ones, menu. */
export function gridTemplate(columns: readonly Column[]): string {
  return ['2.75rem', 'minmax(0,1fr)', ...columns.map(({ width }) => `${width}rem`), '2.75rem'].join(' ');
}
