import { api } from '~/api/client';
import { userId } from '~/api/session';
import { dropOldViewers, keepViewer } from './code';
import { dropBytes, fetchBytes, storeBytes } from './contents';
import { all, change, type KeptFile } from './database';
import { warm, type Wanted } from './viewers';
import { currentPins, currentStale, publishPins, publishStale } from './pinned';

/** Keeping files needs a page that itself opens without a connection. */
export const canPin = () => isSecureContext && 'serviceWorker' in navigator && 'indexedDB' in globalThis;

export async function readPins(user: string): Promise<void> {
  const kept = await all('files').catch(() => []);
  publishPins(new Map(kept.filter((file) => file.pinned && file.user === user).map((file) => [file.id, file])));
}

export async function pin({ id, spaceId, directoryId, my }: Wanted): Promise<void> {
  const path = { space_id: spaceId, directory_id: directoryId, file_id: id };
  const [file, { url, kind }] = await Promise.all([
    api.get('storage/space/{space_id}/directory/{directory_id}/file/{file_id}', { path }),
    api.get('download/space/{space_id}/directory/{directory_id}/file/{file_id}/preview', { path }),
  ]);
  const kept: KeptFile = {
    id,
    user: userId() ?? '',
    spaceId,
    directoryId,
    my,
    name: file.file_name,
    contentType: file.content_type,
    kind,
    versionId: file.version_id,
    size: file.size,
    at: Date.now(),
    pinned: true,
  };
  await storeBytes(kept, await fetchBytes(url, file.content_type));
  // The browser may otherwise clear it when the device is short of room.
  void navigator.storage?.persist?.();
  publishStale(new Set([...currentStale()].filter((other) => other !== id)));
  publishPins(new Map([...(currentPins() ?? []), [id, kept]]));
}

export async function unpin(id: string): Promise<void> {
  await dropBytes([id]);
  publishPins(new Map([...(currentPins() ?? [])].filter(([other]) => other !== id)));
}

/** Fetches newer versions of the kept files, and of the viewers that show them. Files deleted on the server stay here until the user removes them. */
export async function refreshPins(): Promise<void> {
  for (const kept of currentPins()?.values() ?? []) {
    const path = { space_id: kept.spaceId, directory_id: kept.directoryId, file_id: kept.id };
    const file = await api
      .get('storage/space/{space_id}/directory/{directory_id}/file/{file_id}', { path })
      .catch(() => null);
    if (!file) continue;
    if (file.file_name !== kept.name) {
      const renamed = { ...kept, name: file.file_name };
      await change('files', [renamed]);
      publishPins(new Map([...(currentPins() ?? []), [kept.id, renamed]]));
    }
    await (kept.kind ? keepViewer(kept.kind, kept.name) : warm(kept)).catch(() => undefined);
    if (file.version_id === kept.versionId) continue;
    await pin(kept).catch(() => publishStale(new Set([...currentStale(), kept.id])));
  }
  await dropOldViewers().catch(() => undefined);
}
