import { useQuery } from '@tanstack/react-query';
import { useVersionContent } from '~/api/content';
import { fetchComments } from '~/api/document';
import { keyOf } from '~/api/keys';
import type { Entry } from '../listing/entry';

/** The comments in a document; nothing for other files. */
export function useRemarks(spaceId: string, entry: Entry) {
  const isDocument = entry.kind === 'file' && entry.trashed === null && /\.docx$/i.test(entry.name);
  const version = isDocument ? entry.versionId : '';
  const content = useVersionContent(spaceId, entry.directoryId, entry.id, version);
  return useQuery({
    queryKey: keyOf('text', `${entry.id} ${version} comments`),
    queryFn: ({ signal }) => (content.data ? fetchComments(content.data, signal) : null),
    enabled: isDocument && content.data !== undefined,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
  });
}
