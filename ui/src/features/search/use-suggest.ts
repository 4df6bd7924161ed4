import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { keyOf } from '~/api/keys';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import { noSearch } from './filters';
import { fetchHits } from './hits';

const SUGGESTED = 7;
const CALM = 150;

/** The best few results of some words. */
export const suggestQuery = (spaceId: string, directoryId: string | undefined, words: string) => ({
  queryKey: keyOf('search', spaceId, 'suggest', words),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    fetchHits(
      { spaceId, directoryId: directoryId ?? '', search: { ...noSearch, query: words }, limit: SUGGESTED },
      signal,
    ),
  enabled: words !== '' && directoryId !== undefined,
  staleTime: 10_000,
});

/** The same while the user types. A newer query cancels the one before. */
export function useSuggest(spaceId: string, directoryId: string | undefined, query: string) {
  const calm = useDebouncedValue(query.trim(), CALM);
  return useQuery({ ...suggestQuery(spaceId, directoryId, calm), placeholderData: keepPreviousData });
}
