import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { DocumentSummary } from '~/api/types';

/** Between two looks at a summary that is being made, in milliseconds. */
const LOOK = 600;

/** What a version of a file says. The first request has it made. */
export function useSummary(spaceId: string, fileId: string, versionId: string) {
  const client = useQueryClient();
  const queryKey = keyOf('summary', spaceId, fileId, versionId);
  const path = { space_id: spaceId, file_id: fileId };
  const query = useQuery({
    queryKey,
    queryFn: () => {
      const known = client.getQueryData<DocumentSummary>(queryKey);
      if (known?.status !== 'generating')
        return api.post('summarizer/spaces/{space_id}/files/{file_id}', { path, body: { version_id: versionId } });
      return api.get('summarizer/spaces/{space_id}/files/{file_id}', {
        path,
        query: { version_id: versionId, task_id: known.task_id ?? undefined },
      });
    },
    refetchInterval: ({ state }) => (state.data?.status === 'generating' ? LOOK : false),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return query;
}
