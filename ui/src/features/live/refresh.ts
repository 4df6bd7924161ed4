import { changed, isReadAgain } from '~/api/changed';
import { pageOf } from '~/api/key-parts';
import { keyOf } from '~/api/keys';
import { queryClient } from '~/api/query';
import { rowId } from '~/features/files/view/list-row';
import { PAGE_SIZE } from '~/features/files/listing/windows';

const GLOW = 1600;

interface Shown {
  readonly entries: readonly { readonly id: string; readonly awaitsTile?: boolean }[];
}

function idsOf(spaceId: string, directoryId: string): Set<string> {
  const pages = queryClient.getQueriesData<Shown>({ queryKey: keyOf('listing', spaceId, directoryId) });
  return new Set(pages.flatMap(([, page]) => page?.entries.map(({ id }) => id) ?? []));
}

/** Highlights rows that another user has just added, unless reduced motion is asked for. */
function glow(ids: readonly string[], spaceId: string, directoryId: string): void {
  if (ids.length === 0 || ids.length > 50 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const fresh = new Set(ids);
  const queries = queryClient
    .getQueryCache()
    .findAll({ queryKey: keyOf('listing', spaceId, directoryId), type: 'active' });
  for (const { queryKey, state } of queries) {
    const { page } = pageOf(queryKey);
    const shown = state.data as Shown | undefined;
    shown?.entries.forEach(({ id }, at) => {
      if (!fresh.has(id)) return;
      const row = document.getElementById(rowId((page - 1) * PAGE_SIZE + at));
      row?.animate([{ backgroundColor: 'var(--color-brand-soft)' }, {}], { duration: GLOW, easing: 'ease-out' });
    });
  }
}

/**
 * Whether a change before the subscription may have been missed: the list was read so long ago, or shows files whose
 * pictures may have come since.
 */
export function isOld(spaceId: string, directoryId: string): boolean {
  const queries = queryClient
    .getQueryCache()
    .findAll({ queryKey: keyOf('listing', spaceId, directoryId), type: 'active' });
  return queries.some(({ state: { data, dataUpdatedAt } }) => {
    const shown = data as Shown | undefined;
    return dataUpdatedAt > 0 && (Date.now() - dataUpdatedAt > 1500 || shown?.entries.some((entry) => entry.awaitsTile));
  });
}

/** Something changed in a directory: exactly its lists are read again, in place. */
export async function refreshDirectory(spaceId: string, directoryId: string): Promise<void> {
  const before = idsOf(spaceId, directoryId);
  await changed.files(spaceId, directoryId);
  if (before.size === 0) return;
  const after = idsOf(spaceId, directoryId);
  requestAnimationFrame(() =>
    glow(
      [...after].filter((id) => !before.has(id)),
      spaceId,
      directoryId,
    ),
  );
}

/** Handles a change from the stream. The user's own changes here have been read already and are ignored. */
export async function hearChange(spaceId: string, directoryId: string, seq: number): Promise<void> {
  if (!(await isReadAgain(spaceId, directoryId, seq))) await refreshDirectory(spaceId, directoryId);
}
