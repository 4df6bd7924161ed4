import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import type { Directory, File, FileVersion } from '~/api/types';

export type DirectoryProperties = Directory & { path: string };
export type FileProperties = File & { path: string; file_versioning: FileVersion[] };

/** All about a directory; sizes and counts are those of its whole tree. */
export const useDirectoryProperties = (spaceId: string, directoryId: string) =>
  useQuery({
    queryKey: ['properties', spaceId, directoryId],
    queryFn: () => api.get<DirectoryProperties>(`storage/space/${spaceId}/directory/${directoryId}/properties`),
  });

/** All about a file, its versions included. */
export const useFileProperties = (spaceId: string, directoryId: string, fileId: string) =>
  useQuery({
    queryKey: ['properties', spaceId, directoryId, fileId],
    queryFn: () =>
      api.get<FileProperties>(`storage/space/${spaceId}/directory/${directoryId}/file/${fileId}/properties`),
  });
