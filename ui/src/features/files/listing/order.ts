import type { Entry } from './entry';
import { parseSort, type SortField } from './sort';

const names = new Intl.Collator(['fa', 'en'], { numeric: true });

const compares: Record<SortField, (a: Entry, b: Entry) => number> = {
  name: () => 0,
  size: (a, b) => a.size - b.size,
  type: (a, b) => a.contentType.localeCompare(b.contentType),
  created_at: (a, b) => a.createdAt.localeCompare(b.createdAt),
  last_modified_at: (a, b) => a.modifiedAt.localeCompare(b.modifiedAt),
  trashed_at: (a, b) => (a.trashed?.trashed_at ?? '').localeCompare(b.trashed?.trashed_at ?? ''),
};

/**
 * Entries in an order as "name:1", directories first. It is nearly that of the server, which puts its own in place as soon as it
 * answers.
 */
export function sortEntries(entries: readonly Entry[], sort: string): Entry[] {
  const { field, order } = parseSort(sort, Object.keys(compares) as SortField[]) ?? { field: 'name', order: 1 };
  const compare = compares[field];
  return entries.toSorted((a, b) => {
    if (a.kind !== b.kind) return a.kind === 'directory' ? -1 : 1;
    return (compare(a, b) || names.compare(a.name, b.name)) * order;
  });
}
