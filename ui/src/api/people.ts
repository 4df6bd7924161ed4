import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import { keyOf } from './keys';

/** People with activities in a workspace, or in the user's My Drive. */
export const usePeople = (spaceId: string, scope: 'shared' | 'my' = 'shared', enabled = true) =>
  useQuery({
    queryKey: keyOf('people', spaceId, scope),
    queryFn: async () =>
      (await api.get('storage/space/{space_id}/activities/people', { path: { space_id: spaceId }, query: { scope } }))
        .people,
    staleTime: 60_000,
    enabled,
  });
