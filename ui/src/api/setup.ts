import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import type { SetupInfo } from './types';

export const setupQuery = {
  queryKey: ['setup'] as const,
  queryFn: () => api.get<SetupInfo>('setup', { public: true }),
  staleTime: 60_000,
};

/** What the server says of itself to anyone: whether it is set up, and who may sign up. */
export const useSetup = () => useQuery(setupQuery);
