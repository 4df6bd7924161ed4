import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import { keyOf } from './keys';

const setupQuery = {
  queryKey: keyOf('setup'),
  queryFn: () => api.get('setup', { public: true }),
  staleTime: 60_000,
};

/** What the server says of itself to anyone: whether it is set up, and who may sign up. */
export const useSetup = () => useQuery(setupQuery);
