import { useQuery, useQueryClient } from '@tanstack/react-query';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { DocumentSummary } from '~/api/types';
import { currentLang } from '~/i18n';

/** Between two looks at a summary in the making, in milliseconds: it has too few words for a stream of its own. */
const LOOK = 600;

const call = 'summarizer/spaces/{space_id}/files/{file_id}';

const refetchInterval = ({ state }: { state: { data: DocumentSummary | undefined } }) =>
  state.data?.status === 'generating' ? LOOK : false;

/** The key sentences of a version of a file. The first request has them made. */
export function useSummary(spaceId: string, fileId: string, versionId: string) {
  const client = useQueryClient();
  const queryKey = keyOf('summary', spaceId, fileId, versionId);
  const path = { space_id: spaceId, file_id: fileId };
  return useQuery({
    queryKey,
    queryFn: () => {
      const known = client.getQueryData<DocumentSummary>(queryKey);
      if (known?.status !== 'generating') return api.post(call, { path, body: { version_id: versionId } });
      return api.get(call, { path, query: { version_id: versionId, task_id: known.task_id ?? undefined } });
    },
    refetchInterval,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

/** The text that a model wrote about a version of a file, or writes just now. */
export function useWritten(spaceId: string, fileId: string, versionId: string) {
  const client = useQueryClient();
  const language = currentLang() === 'fa-ir' ? 'fa' : 'en';
  const queryKey = keyOf('summary', spaceId, fileId, versionId, language);
  const path = { space_id: spaceId, file_id: fileId };
  const query = useQuery({
    queryKey,
    queryFn: () => api.get(call, { path, query: { version_id: versionId, engine: 'endpoint', language } }),
    refetchInterval,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const write = async () => {
    const body = { version_id: versionId, engine: 'endpoint', language } as const;
    client.setQueryData(queryKey, await api.post(call, { path, body }));
  };
  const cancel = async () => {
    await api.delete(call, { path, query: { task_id: query.data?.task_id ?? '' } });
    await changed.summary(spaceId, fileId);
  };
  return { ...query, write, cancel };
}

/** Whether texts of a workspace's files may be sent to a model. */
export const useSending = (spaceId: string) =>
  useQuery({
    queryKey: keyOf('sending', spaceId),
    queryFn: () => api.get('summarizer/spaces/{space_id}', { path: { space_id: spaceId } }),
  });

export async function saveSending(spaceId: string, host: string): Promise<void> {
  await api.put('summarizer/spaces/{space_id}', { path: { space_id: spaceId }, body: { host } });
  await changed.sending(spaceId);
}
