import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import { keyOf } from './keys';

const setupQuery = {
  queryKey: keyOf('setup'),
  queryFn: () => api.get('setup', { public: true }),
  staleTime: 60_000,
};

/** Public facts about the server: whether it is set up, and who may sign up. */
export const useSetup = () => useQuery(setupQuery);
