import type { QueryKey } from '@tanstack/react-query';
import type { Kind } from './keys';

/** Whether a key is of one of the kinds. */
export const isOf = ([kind]: QueryKey, ...kinds: readonly Kind[]) => kinds.includes(kind as Kind);

/** The workspace and the thing that a key names. */
export const partsOfKey = ([, spaceId, id]: QueryKey) => ({ spaceId: String(spaceId), id: String(id) });

/** The key of another page of the same list. */
export const atPage = (key: QueryKey, page: number): QueryKey => [...key.slice(0, -1), page];

/** The source, the order and the number of a page of a list. */
export const pageOf = ([, , , source, sort, page]: QueryKey) => ({
  source: String(source),
  sort: String(sort),
  page: Number(page) || 1,
});
