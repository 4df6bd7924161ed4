import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import { keyOf } from './keys';

/** All about a directory; sizes and counts are those of its whole tree. */
export const directoryPropertiesQuery = (spaceId: string, directoryId: string) => ({
  queryKey: keyOf('properties', spaceId, directoryId),
  queryFn: () =>
    api.get('storage/space/{space_id}/directory/{directory_id}/properties', {
      path: { space_id: spaceId, directory_id: directoryId },
    }),
});

export const useDirectoryProperties = (spaceId: string, directoryId: string) =>
  useQuery(directoryPropertiesQuery(spaceId, directoryId));

/** All about a file, its versions included. */
export const useFileProperties = (spaceId: string, directoryId: string, fileId: string) =>
  useQuery({
    queryKey: keyOf('properties', spaceId, directoryId, fileId),
    queryFn: () =>
      api.get('storage/space/{space_id}/directory/{directory_id}/file/{file_id}/properties', {
        path: { space_id: spaceId, directory_id: directoryId, file_id: fileId },
      }),
  });
