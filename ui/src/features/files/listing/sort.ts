export const SORT_FIELDS = ['name', 'size', 'type', 'created_at', 'last_modified_at'] as const;
/** The trash has one more. */
export type SortField = (typeof SORT_FIELDS)[number] | 'trashed_at';

export interface Sort {
  readonly field: SortField;
  readonly order: 1 | -1;
}

export const DEFAULT_SORT: Sort = { field: 'created_at', order: -1 };

/** "name:1", as in addresses and calls. */
export function formatSort({ field, order }: Sort): string {
  return `${field}:${order}`;
}

export function parseSort(text: string | null | undefined, fields: readonly SortField[] = SORT_FIELDS): Sort | null {
  const [field, order] = (text ?? '').split(':');
  const known = fields.find((name) => name === field);
  return known && (order === '1' || order === '-1') ? { field: known, order: order === '1' ? 1 : -1 } : null;
}

/** A click on a header: turns the order round, or begins with the useful one: A to Z, largest and latest first. */
export function nextSort(sort: Sort, field: SortField): Sort {
  if (sort.field === field) return { field, order: sort.order === 1 ? -1 : 1 };
  return { field, order: field === 'name' || field === 'type' ? 1 : -1 };
}
