import type { QueryKey } from '@tanstack/react-query';
import { keyOf } from '~/api/keys';
import { queryClient } from '~/api/query';
import type { PathStep } from '~/api/types';
import type { Entry } from './entry';
import type { Page } from './listing';

interface KnownEntry {
  readonly entry: Entry;
  /** The directories that lead to it, the root first. */
  readonly path: readonly PathStep[];
}

/** Lists of what can be opened by the user themself. */
const lists = new Set(['directory', 'recents', 'favorites']);

/** The id of the source in the key of a list. */
const sourceOf = (key: QueryKey) => String(key[3]);

/** The entries of a workspace that lists have shown since the page was loaded, each once. */
export function knownEntries(spaceId: string): KnownEntry[] {
  const found = new Map<string, KnownEntry>();
  for (const [key, page] of queryClient.getQueriesData<Page>({ queryKey: keyOf('listing', spaceId) })) {
    if (!page || !lists.has(sourceOf(key))) continue;
    for (const entry of page.entries) {
      if (entry.trashed === null && !found.has(entry.id)) found.set(entry.id, { entry, path: entry.path ?? page.path });
    }
  }
  return [...found.values()];
}
