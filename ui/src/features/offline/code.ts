import { viewerOf } from '~/features/viewers/frame/which';
import type { Content } from '~/api/content';

/** The cache of viewers, which the service worker answers from. */
const CACHE = 'anbar-viewers';

type Table = Record<string, string[]>;

/** The files of each viewer; the build writes the table. */
async function readTable(): Promise<Table> {
  const response = await fetch('/viewers.json');
  if (!response.ok) throw new Error(`viewers: ${response.status}`);
  return (await response.json()) as Table;
}

/**
 * Puts the viewer of a file into the service worker's cache. It resolves when all of it is there and the worker, which
 * has the code of the page itself, is at work.
 */
export async function keepViewer(kind: Content['kind'], name: string): Promise<void> {
  await navigator.serviceWorker.ready;
  const viewer = viewerOf(kind, name);
  if (!viewer) return;
  const cache = await caches.open(CACHE);
  for (const file of (await readTable())[viewer] ?? []) {
    if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file);
  }
}

/** Deletes the viewers of older versions of the app. */
export async function dropOldViewers(): Promise<void> {
  if (!('caches' in globalThis) || !(await caches.has(CACHE))) return;
  const { all = [] } = await readTable();
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) {
    if (!all.includes(new URL(url).pathname)) await cache.delete(url);
  }
}
