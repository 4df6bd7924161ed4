import { QueryClient } from '@tanstack/react-query';
import { Fault } from './fault';

/** A refusal will be a refusal again; only what the network or the server lost is asked once more. */
function again(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof Fault && (error.kind === 'noResponse' || error.kind === 'timeout');
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: again, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
