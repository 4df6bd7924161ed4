import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { keyOf } from '~/api/keys';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import { noSearch } from './filters';
import { fetchHits } from './hits';

const SUGGESTED = 7;
const CALM = 150;

/** The best few results while the user types. A newer query cancels the one before. */
export function useSuggest(spaceId: string, directoryId: string | undefined, query: string) {
  const calm = useDebouncedValue(query.trim(), CALM);
  return useQuery({
    queryKey: keyOf('search', spaceId, 'suggest', calm),
    queryFn: ({ signal }) =>
      fetchHits(
        { spaceId, directoryId: directoryId ?? '', search: { ...noSearch, query: calm }, limit: SUGGESTED },
        signal,
      ),
    enabled: calm !== '' && directoryId !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
