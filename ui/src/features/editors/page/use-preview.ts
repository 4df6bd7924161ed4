import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { FilePlace } from '../port';

/** How a version of a file is shown. */
export const usePreview = ({ spaceId, directoryId, fileId }: FilePlace, version: string) =>
  useQuery({
    queryKey: keyOf('version-preview', spaceId, fileId, version),
    queryFn: () =>
      api.get('download/space/{space_id}/directory/{directory_id}/file/{file_id}/preview', {
        path: { space_id: spaceId, directory_id: directoryId, file_id: fileId },
        query: { version_id: version },
      }),
    staleTime: 45 * 60_000,
    refetchOnWindowFocus: false,
  });
