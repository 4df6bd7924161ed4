import { api } from '~/api/client';
import type { Entry } from './entry';

interface SignedUrl {
  url: string;
  expires_at: string;
}

/** Hands an address to the browser's own downloads, where it can be paused and resumed. */
function save(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

export async function downloadFile(
  spaceId: string,
  directoryId: string,
  fileId: string,
  versionId?: string,
): Promise<void> {
  const { url } = await api.get<SignedUrl>(`download/space/${spaceId}/directory/${directoryId}/file/${fileId}`, {
    query: { version_id: versionId },
  });
  save(url);
}

/** Many entries, or a directory, come as one archive. */
export async function downloadZip(spaceId: string, entries: readonly Entry[], name?: string): Promise<void> {
  const idsOf = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind).map(({ id }) => id);
  const { url } = await api.post<SignedUrl>('download/zip', {
    space_id: spaceId,
    file_ids: idsOf('file'),
    directory_ids: idsOf('directory'),
    ...(name && { name }),
  });
  save(url);
}
