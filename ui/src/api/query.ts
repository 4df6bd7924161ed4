import { QueryClient } from '@tanstack/react-query';
import { Fault } from './fault';

/** A refused call is not repeated; one lost by the network or the server is repeated once. */
function mayRetry(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof Fault && (error.kind === 'noResponse' || error.kind === 'timeout');
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: mayRetry, refetchOnWindowFocus: true },
    // Without a connection they fail at once: one that waited would be sent when nobody expects it any more.
    mutations: { retry: false, networkMode: 'always' },
  },
});
