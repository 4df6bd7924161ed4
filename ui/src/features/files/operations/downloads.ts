import { api } from '~/api/client';
import { selectionOf } from './calls';
import type { Entry } from '../listing/entry';

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
  const { url } = await api.get('download/space/{space_id}/directory/{directory_id}/file/{file_id}', {
    path: { space_id: spaceId, directory_id: directoryId, file_id: fileId },
    query: { version_id: versionId },
  });
  save(url);
}

/** Several entries, or a directory, are downloaded as one archive. */
export async function downloadZip(spaceId: string, entries: readonly Entry[], name?: string): Promise<void> {
  await saveArchive('download/zip', spaceId, entries, name);
}

/** Downloads all files below the root directory of a drive, with a manifest. Returns whether there are any. */
export async function downloadDrive(spaceId: string, root: string, name: string): Promise<boolean> {
  const chosen = selectionOf(spaceId, [{ kind: 'directory', id: root }]);
  const { url, files } = await api.post('download/zip', { body: { ...chosen, name } });
  if (files > 0) save(url);
  return files > 0;
}

/** Several entries of the trash are downloaded as one archive, without restoring them. */
export async function downloadTrashed(spaceId: string, entries: readonly Entry[], name?: string): Promise<void> {
  await saveArchive('trash/batch-download', spaceId, entries, name);
}

type Archives = 'download/zip' | 'trash/batch-download';

async function saveArchive(call: Archives, spaceId: string, entries: readonly Entry[], name?: string): Promise<void> {
  const { url } = await api.post(call, { body: { ...selectionOf(spaceId, entries), ...(name && { name }) } });
  save(url);
}
