import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { Space } from '~/api/types';

/** The root of a workspace for guests, who get none with the workspace: it leads to the items shared with them. */
export const useGuestRoot = (space: Space | undefined, known: boolean) =>
  useQuery({
    queryKey: keyOf('root', space?.space_id),
    queryFn: async () => {
      const body = { space_id: space?.space_id ?? '', path: '/', limit: 1 };
      return (await api.post('storage/directory-by-path', { body })).directory.directory_id;
    },
    enabled: space?.guest === true && !known,
    staleTime: Infinity,
  });
