import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import { keyOf } from './keys';

/** All about a directory; sizes and counts are those of its whole tree. */
export const useDirectoryProperties = (spaceId: string, directoryId: string) =>
  useQuery({
    queryKey: keyOf('properties', spaceId, directoryId),
    queryFn: () => requestDirectory(spaceId, directoryId),
  });

/** The user's rights in a directory. Files that land there do not have them asked again, as they have the properties. */
export const useDirectoryRights = (spaceId: string, directoryId: string, enabled: boolean) =>
  useQuery({
    queryKey: keyOf('rights', spaceId, directoryId),
    queryFn: async () => (await requestDirectory(spaceId, directoryId)).current_permissions,
    staleTime: 60_000,
    enabled,
  });

const requestDirectory = (spaceId: string, directoryId: string) =>
  api.get('storage/space/{space_id}/directory/{directory_id}/properties', {
    path: { space_id: spaceId, directory_id: directoryId },
  });

/** All about a file, its versions included. */
export const useFileProperties = (spaceId: string, directoryId: string, fileId: string) =>
  useQuery({
    queryKey: keyOf('properties', spaceId, directoryId, fileId),
    queryFn: () =>
      api.get('storage/space/{space_id}/directory/{directory_id}/file/{file_id}/properties', {
        path: { space_id: spaceId, directory_id: directoryId, file_id: fileId },
      }),
  });
