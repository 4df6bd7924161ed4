import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import type { PageInfo } from '~/api/types';

const LIMIT = 50;

interface Page<Item> {
  items: Item[];
  page_info: PageInfo;
}

/** A list that comes page by page. */
export function usePaged<Item>(
  queryKey: QueryKey,
  fetchPage: (page: number, limit: number) => Promise<Page<Item>>,
  enabled = true,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam, LIMIT),
    initialPageParam: 1,
    enabled,
    getNextPageParam: ({ page_info: info }, _all, page) => (page * LIMIT < info.total ? page + 1 : undefined),
  });
  return {
    ...query,
    items: query.data?.pages.flatMap(({ items }) => items),
    total: query.data?.pages[0]?.page_info.total,
  };
}

export type Paged<Item> = ReturnType<typeof usePaged<Item>>;
