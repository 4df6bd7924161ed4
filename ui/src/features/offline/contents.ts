import { tooMuch } from './budget';
import { all, change, get, type KeptFile } from './database';

/** Of files that were only looked at: each, and all together. */
const ONE = 25 * 1024 * 1024;
const ALL = 100 * 1024 * 1024;

const urls = new Map<string, string>();

/** The address of bytes on this device; null when they are not here. */
export async function urlOfKept(id: string): Promise<string | null> {
  const known = urls.get(id);
  if (known) return known;
  const kept = await get('bytes', id).catch(() => undefined);
  if (!kept) return null;
  const url = URL.createObjectURL(kept.blob);
  urls.set(id, url);
  return url;
}

function release(id: string): void {
  const url = urls.get(id);
  if (url) URL.revokeObjectURL(url);
  urls.delete(id);
}

export async function storeBytes(file: KeptFile, blob: Blob): Promise<void> {
  release(file.id);
  await change('bytes', [{ id: file.id, blob }]);
  await change('files', [file]);
}

export async function dropBytes(ids: readonly string[]): Promise<void> {
  ids.forEach(release);
  await change('files', [], ids);
  await change('bytes', [], ids);
}

export async function fetchBytes(url: string, type: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`content: ${response.status}`);
  const blob = await response.blob();
  return blob.type ? blob : new Blob([blob], { type });
}

/** Keeps a viewed file, and deletes older ones. */
export async function keepSeen(file: KeptFile, url: string): Promise<void> {
  if (file.size > ONE) return;
  const kept = await get('files', file.id);
  if (kept?.versionId === file.versionId && kept.user === file.user) {
    await change('files', [{ ...kept, at: file.at }]);
    return;
  }
  await storeBytes({ ...file, pinned: kept?.pinned ?? false }, await fetchBytes(url, file.contentType));
  const seen = (await all('files')).filter(({ pinned }) => !pinned);
  await dropBytes(tooMuch(seen, ALL));
}
