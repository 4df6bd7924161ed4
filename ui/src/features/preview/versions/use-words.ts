import { useQuery } from '@tanstack/react-query';
import { fetchText, useVersionContent, type Content } from '~/api/content';
import { fetchBlocks, type Block } from '~/api/document';
import { keyOf } from '~/api/keys';

interface Words {
  readonly blocks: readonly Block[];
  /** There is more than is read. */
  readonly cut: boolean;
}

/** Whether versions of files of this kind can be compared by their words. */
const hasWords = (kind: Content['kind']) =>
  ['document', 'presentation', 'spreadsheet', 'text', 'markdown'].includes(kind);

/** The words of a version of a file; null where the server reads none. */
export function useWords(spaceId: string, directoryId: string, fileId: string, version: string) {
  const content = useVersionContent(spaceId, directoryId, fileId, version);
  const words = useQuery({
    queryKey: keyOf('text', `${fileId} ${version}`),
    queryFn: ({ signal }) => (content.data ? wordsOf(content.data, signal) : null),
    enabled: content.data !== undefined,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return { content, words };
}

async function wordsOf(content: Content, signal: AbortSignal): Promise<Words | null> {
  if (!hasWords(content.kind)) return null;
  if (content.kind !== 'text' && content.kind !== 'markdown') {
    const { blocks, cut = false } = await fetchBlocks(content, signal);
    return { blocks, cut };
  }
  const { text, cut } = await fetchText(content.url, content.size, signal);
  return { blocks: text.split(/\r?\n/).map((line) => ({ kind: 'paragraph', text: line })), cut };
}
