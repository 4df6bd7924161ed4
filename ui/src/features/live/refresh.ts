import { queryClient } from '~/api/query';
import { rowId } from '~/features/files/list-row';

const GLOW = 1600;

interface Shown {
  readonly entries: readonly { readonly id: string }[];
}

function idsOf(spaceId: string, directoryId: string): Set<string> {
  const pages = queryClient.getQueriesData<Shown>({ queryKey: ['listing', spaceId, directoryId] });
  return new Set(pages.flatMap(([, page]) => page?.entries.map(({ id }) => id) ?? []));
}

/** Rows that somebody else has just put there glow for a moment, unless the person asked for less motion. */
function glow(ids: readonly string[], spaceId: string, directoryId: string): void {
  if (ids.length === 0 || ids.length > 50 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const fresh = new Set(ids);
  const queries = queryClient.getQueryCache().findAll({ queryKey: ['listing', spaceId, directoryId], type: 'active' });
  for (const { queryKey, state } of queries) {
    const page = Number(queryKey.at(-1)) || 1;
    const shown = state.data as Shown | undefined;
    shown?.entries.forEach(({ id }, at) => {
      if (!fresh.has(id)) return;
      const row = document.getElementById(rowId((page - 1) * 200 + at));
      row?.animate([{ backgroundColor: 'var(--color-brand-soft)' }, {}], { duration: GLOW, easing: 'ease-out' });
    });
  }
}

/** What is shown was read so long before one began to listen that a change may have been missed. */
export function isOld(spaceId: string, directoryId: string): boolean {
  const queries = queryClient.getQueryCache().findAll({ queryKey: ['listing', spaceId, directoryId], type: 'active' });
  return queries.some(({ state }) => state.dataUpdatedAt > 0 && Date.now() - state.dataUpdatedAt > 1500);
}

/** Something changed in a directory: exactly its lists are read again, in place. */
export async function refreshDirectory(spaceId: string, directoryId: string): Promise<void> {
  const before = idsOf(spaceId, directoryId);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['listing', spaceId, directoryId] }),
    queryClient.invalidateQueries({ queryKey: ['properties', spaceId, directoryId] }),
    queryClient.invalidateQueries({ queryKey: ['siblings', spaceId, directoryId] }),
    // Lists from everywhere may show the same things.
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [kind, space, , source] }) =>
        kind === 'listing' && space === spaceId && (source === 'favorites' || source === 'recents'),
    }),
    queryClient.invalidateQueries({ queryKey: ['activity', spaceId], refetchType: 'none' }),
  ]);
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
