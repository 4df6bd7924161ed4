import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import { queryClient } from './query';
import type { PageInfo, Space } from './types';

export const spacesKey = ['workspaces'] as const;

export const spacesQuery = {
  queryKey: spacesKey,
  queryFn: async () =>
    (await api.get<{ workspaces: Space[]; page_info: PageInfo }>('storage/workspaces', { query: { limit: 1000 } }))
      .workspaces,
};

/** All workspaces of the person. */
export const useSpaces = () => useQuery(spacesQuery);

/** One workspace out of the list; undefined while loading or when it is not theirs. */
export const useSpace = (spaceId: string): Space | undefined =>
  useQuery({ ...spacesQuery, select: (spaces) => spaces.find((space) => space.space_id === spaceId) }).data;

/** Puts what the server answered into the list, or asks again when the workspace is new. */
export function rememberSpace(space: Space) {
  queryClient.setQueryData<Space[]>(spacesKey, (spaces) =>
    spaces?.map((known) => (known.space_id === space.space_id ? space : known)),
  );
  return queryClient.invalidateQueries({ queryKey: spacesKey });
}

/** Bytes used and in all, of the storage quota. */
export function storageOf(space: Space): { used: number; total: number } {
  const quota = space.quota.find((entry) => entry.quota_type === 'max_storage_size');
  return { used: quota?.used ?? 0, total: (quota?.used ?? 0) + (quota?.remaining ?? 0) };
}
