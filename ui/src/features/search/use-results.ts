import { useInfiniteQuery } from '@tanstack/react-query';
import { keyOf } from '~/api/keys';
import { hasTerms, formatSearch, type Search } from './filters';
import { fetchHits, type HitPage } from './hits';

const PAGE = 100;

/** All that was found, as far as it has been read. Without a question there are no results. */
export function useResults(spaceId: string, directoryId: string | undefined, search: Search) {
  const asked = hasTerms(search);
  const result = useInfiniteQuery({
    queryKey: keyOf('search', spaceId, 'results', formatSearch(search)),
    queryFn: ({ pageParam, signal }): Promise<HitPage> =>
      fetchHits({ spaceId, directoryId: directoryId ?? '', search, limit: PAGE, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled: asked && directoryId !== undefined,
  });
  return { asked, ...result, hits: asked ? (result.data?.pages.flatMap(({ hits }) => hits) ?? []) : [] };
}
