import { whenLanded } from '~/features/uploads/upload-events';
import { upload } from '~/features/uploads/start';
import type { Target } from '~/features/uploads/thread';
import { dropIncoming } from './kept';

/** Uploads the files of a share. The share is deleted when all of them have landed, not before: the tab may be closed. */
export async function send(share: string, target: Target, files: readonly File[]): Promise<void> {
  let left = files.length;
  const stop = whenLanded(({ spaceId, directoryId }) => {
    if (spaceId !== target.spaceId || directoryId !== target.directoryId) return;
    left -= 1;
    if (left > 0) return;
    stop();
    void dropIncoming(share).catch(() => undefined);
  });
  await upload(target, { sources: files.map((file) => ({ file, relativePath: '' })), emptyFolders: [] });
}
