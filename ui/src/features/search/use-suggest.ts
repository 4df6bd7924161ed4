import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keyOf } from '~/api/keys';
import { noSearch } from './filters';
import { fetchHits } from './hits';

export const SUGGESTED = 7;
const CALM = 150;

/** A value that has stood still for a moment. */
export function useDebouncedValue<T>(value: T, wait = CALM): T {
  const [calm, setCalm] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return calm;
}

/** The best few results while one types. A newer question ends the one before. */
export function useSuggest(spaceId: string, directoryId: string | undefined, query: string) {
  const calm = useDebouncedValue(query.trim());
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
