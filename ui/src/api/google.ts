import { api } from './client';

/** Lets the user edit a file at Google. Resolves with the page that shows its state. */
export async function openAtGoogle(spaceId: string, directoryId: string, fileId: string): Promise<string> {
  const { link } = await api.get('editor/google/space/{space_id}/directory/{directory_id}/file/{file_id}/open', {
    path: { space_id: spaceId, directory_id: directoryId, file_id: fileId },
  });
  return link;
}
