import { useSyncExternalStore } from 'react';
import { api } from '~/api/client';
import { userId } from '~/api/session';
import type { File, PathStep } from '~/api/types';
import { dropBytes, fetchBytes, storeBytes } from './contents';
import { all, change, type KeptFile } from './database';

const listeners = new Set<() => void>();
let pins: ReadonlyMap<string, KeptFile> | null = null;
let stale: ReadonlySet<string> = new Set();

function publish(next: ReadonlyMap<string, KeptFile>): void {
  pins = next;
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Files that the person keeps on this device; null until they have been read. */
export const usePins = () => useSyncExternalStore(subscribe, () => pins);
/** Those of which the server has a newer version. */
export const useStalePins = () => useSyncExternalStore(subscribe, () => stale);
export const isPinned = (id: string) => pins?.has(id) ?? false;

/** Keeping files needs a page that itself opens without a connection. */
export const canPin = () => isSecureContext && 'serviceWorker' in navigator && 'indexedDB' in globalThis;

export async function readPins(user: string): Promise<void> {
  const kept = await all('files').catch(() => []);
  publish(new Map(kept.filter((file) => file.pinned && file.user === user).map((file) => [file.id, file])));
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
  stale = new Set([...stale].filter((other) => other !== id));
  publish(new Map([...(pins ?? []), [id, kept]]));
}

export async function unpin(id: string): Promise<void> {
  await dropBytes([id]);
  publish(new Map([...(pins ?? [])].filter(([other]) => other !== id)));
}

/** Looks whether the server has newer versions, and brings them. What is gone there stays here until it is taken off. */
export async function refreshPins(): Promise<void> {
  for (const kept of pins?.values() ?? []) {
    const path = `storage/space/${kept.spaceId}/directory/${kept.directoryId}/file/${kept.id}`;
    const file = await api.get<File>(path).catch(() => null);
    if (!file) continue;
    if (file.file_name !== kept.name) {
      const renamed = { ...kept, name: file.file_name };
      await change('files', [renamed]);
      publish(new Map([...(pins ?? []), [kept.id, renamed]]));
    }
    if (file.version_id === kept.versionId) continue;
    await pin(kept).catch(() => {
      stale = new Set([...stale, kept.id]);
      publish(new Map(pins));
    });
  }
}
