import { useQuery } from '@tanstack/react-query';
import { faultOf, noAnswerFault } from './fault';
import { keyOf } from './keys';

/** The first lines of a text at the address that the server gives for them; null until they are here. */
export function useFirstLines(url: string | null): string | null {
  const { data } = useQuery({
    queryKey: keyOf('first-lines', url ?? ''),
    queryFn: ({ signal }) => fetchLines(url ?? '', signal),
    enabled: url !== null,
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return data ?? null;
}

async function fetchLines(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal }).catch(() => {
    throw noAnswerFault();
  });
  if (!response.ok) throw faultOf(response.status, response.headers, null);
  return response.text();
}
