import { onLanded } from '~/features/uploads/upload-events';
import { upload } from '~/features/uploads/start';
import type { Target } from '~/features/uploads/client-upload';
import { dropIncoming } from './kept';

/** Uploads the files of a share. The share is deleted when all of them have landed, not before: the tab may be closed. */
export async function send(share: string, target: Target, files: readonly File[]): Promise<void> {
  const left = new Set(files);
  const stop = onLanded(({ spaceId, directoryId, key, length }) => {
    if (spaceId !== target.spaceId || directoryId !== target.directoryId) return;
    for (const file of left) {
      // One at a time: a share may hold the same file twice.
      if (file.name === key && file.size === length) {
        left.delete(file);
        break;
      }
    }
    if (left.size > 0) return;
    stop();
    void dropIncoming(share).catch(() => undefined);
  });
  await upload(target, { sources: files.map((file) => ({ file, relativePath: '' })), emptyFolders: [] });
}
