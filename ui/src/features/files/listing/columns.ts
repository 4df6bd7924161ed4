import type { Key } from '~/i18n';
import type { SortField } from './sort';

export type ColumnId =
  | 'type'
  | 'access'
  | 'size'
  | 'createdBy'
  | 'createdAt'
  | 'modifiedBy'
  | 'modifiedAt'
  | 'tags'
  | 'place'
  | 'usedAt'
  | 'origin'
  | 'trashedAt'
  | 'daysLeft';

export interface Column {
  readonly id: ColumnId;
  readonly label: Key & `files.column${string}`;
  readonly sort: SortField | null;
  /** Width in the list, in px. */
  readonly width: number;
  /** Columns with smaller weights are hidden first when there is no room. */
  readonly weight: number;
}

/** In the order of display; the name comes before them and the menu after. */
export const COLUMNS: readonly Column[] = [
  { id: 'modifiedAt', label: 'files.columnModifiedAt', sort: 'last_modified_at', width: 148, weight: 5 },
  { id: 'size', label: 'files.columnSize', sort: 'size', width: 112, weight: 4 },
  { id: 'createdBy', label: 'files.columnCreatedBy', sort: null, width: 144, weight: 3 },
  { id: 'type', label: 'files.columnType', sort: 'type', width: 128, weight: 2 },
  { id: 'access', label: 'files.columnAccess', sort: null, width: 64, weight: 1 },
  { id: 'modifiedBy', label: 'files.columnModifiedBy', sort: null, width: 144, weight: 1 },
  { id: 'createdAt', label: 'files.columnCreatedAt', sort: 'created_at', width: 148, weight: 1 },
  { id: 'tags', label: 'files.columnTags', sort: null, width: 200, weight: 0 },
];

/** Hidden until the user chooses them. */
export const HIDDEN_AT_FIRST: readonly ColumnId[] = ['type', 'access', 'modifiedBy', 'createdAt', 'tags'];

/** The check box and the menu at the ends, and the space between columns. */
const END = 44;
const GAP = 12;
const ICON = 28;
const PADDING = 8;
/** The name never gets less than this; less when the user asked for more columns than at first. */
const NAME = 360;
const NAME_CROWDED = 220;

/** As many columns as there is room for beside the name, the more useful ones first. */
export function columnsFor(width: number, hidden: ReadonlySet<ColumnId>, all: readonly Column[] = COLUMNS): Column[] {
  const crowded = all === COLUMNS && HIDDEN_AT_FIRST.some((id) => !hidden.has(id));
  let room = width - 2 * (END + GAP + PADDING) - (crowded ? NAME_CROWDED : NAME);
  const kept = new Set<ColumnId>();
  for (const column of all.filter(({ id }) => !hidden.has(id)).sort((a, b) => b.weight - a.weight)) {
    room -= column.width + GAP;
    if (room < 0) break;
    kept.add(column.id);
  }
  return all.filter(({ id }) => kept.has(id));
}

/** Widths of all columns for CSS: select (when there is a box for it), name, the shown ones, menu. */
export function gridTemplate(columns: readonly Column[], boxed = true): string {
  return [boxed ? `${END}px` : '0', 'minmax(0,1fr)', ...columns.map(({ width }) => `${width}px`), `${END}px`].join(' ');
}

/** Room for the letters of a name, in px. */
export function nameWidth(width: number, columns: readonly Column[], boxed = true): number {
  const others = columns.reduce((sum, column) => sum + column.width + GAP, 0);
  return width - (boxed ? 2 : 1) * END - 2 * (GAP + PADDING) - others - ICON - GAP - 4;
}
