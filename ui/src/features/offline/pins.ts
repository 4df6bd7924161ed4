import { api } from '~/api/client';
import { userId } from '~/api/session';
import type { File, PathStep } from '~/api/types';
import { dropBytes, fetchBytes, storeBytes } from './contents';
import { all, change, type KeptFile } from './database';
import { currentPins, currentStale, publishPins, publishStale } from './pinned';

/** Keeping files needs a page that itself opens without a connection. */
export const canPin = () => isSecureContext && 'serviceWorker' in navigator && 'indexedDB' in globalThis;

export async function readPins(user: string): Promise<void> {
  const kept = await all('files').catch(() => []);
  publishPins(new Map(kept.filter((file) => file.pinned && file.user === user).map((file) => [file.id, file])));
}

export interface Wanted {
  readonly id: string;
  readonly spaceId: string;
  readonly directoryId: string;
  readonly my: boolean;
}

export async function pin({ id, spaceId, directoryId, my }: Wanted): Promise<void> {
  const path = `directory/${directoryId}/file/${id}`;
  const [file, { url }] = await Promise.all([
    api.get<File & { path: PathStep[] }>(`storage/space/${spaceId}/${path}`),
    api.get<{ url: string }>(`download/space/${spaceId}/${path}/preview`),
  ]);
  const kept: KeptFile = {
    id,
    user: userId() ?? '',
    spaceId,
    directoryId,
    my,
    name: file.file_name,
    contentType: file.content_type,
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

/** Looks whether the server has newer versions, and brings them. What is gone there stays here until it is taken off. */
export async function refreshPins(): Promise<void> {
  for (const kept of currentPins()?.values() ?? []) {
    const path = `storage/space/${kept.spaceId}/directory/${kept.directoryId}/file/${kept.id}`;
    const file = await api.get<File>(path).catch(() => null);
    if (!file) continue;
    if (file.file_name !== kept.name) {
      const renamed = { ...kept, name: file.file_name };
      await change('files', [renamed]);
      publishPins(new Map([...(currentPins() ?? []), [kept.id, renamed]]));
    }
    if (file.version_id === kept.versionId) continue;
    await pin(kept).catch(() => publishStale(new Set([...currentStale(), kept.id])));
  }
}
