import { queryClient } from '~/api/query';
import { spacesKey } from '~/api/spaces';
import type { Entry } from './entry';
import { listingKey, type Page } from './listing';
import { withChanged, withoutEntries } from './pages';

type Back = () => void;

/** What is shown of a workspace now; calling the result shows it again. */
function snapshot(spaceId: string): Back {
  const before = queryClient.getQueriesData<Page>({ queryKey: listingKey(spaceId) });
  void queryClient.cancelQueries({ queryKey: listingKey(spaceId) });
  return () => before.forEach(([key, page]) => queryClient.setQueryData(key, page));
}

/** Takes entries out of every list that shows them, or of those that `from` names. */
export function hide(spaceId: string, ids: ReadonlySet<string>, from: (source: string) => boolean = () => true): Back {
  const back = snapshot(spaceId);
  const lists = new Map<string, Map<number, Page>>();
  const keys = new Map<string, readonly unknown[]>();
  for (const [key, page] of queryClient.getQueriesData<Page>({ queryKey: listingKey(spaceId) })) {
    if (!page || !from(String(key[3]))) continue;
    const list = JSON.stringify(key.slice(0, -1));
    keys.set(list, key.slice(0, -1));
    lists.set(list, (lists.get(list) ?? new Map<number, Page>()).set(Number(key.at(-1)), page));
  }
  for (const [list, pages] of lists) {
    withoutEntries(pages, ({ id }) => ids.has(id))?.forEach((page, number) =>
      queryClient.setQueryData([...(keys.get(list) ?? []), number], page),
    );
  }
  return back;
}

/** Shows entries as they will be. */
export function change(spaceId: string, ids: ReadonlySet<string>, changes: Partial<Entry>): Back {
  const back = snapshot(spaceId);
  queryClient.setQueriesData<Page>(
    { queryKey: listingKey(spaceId) },
    (page) => page && withChanged(page, (entry) => (ids.has(entry.id) ? { ...entry, ...changes } : entry)),
  );
  return back;
}

/** Asks again for everything that a change in these workspaces may have touched. */
export function refresh(...spaceIds: string[]): void {
  for (const spaceId of new Set(spaceIds)) {
    for (const name of ['listing', 'properties', 'file', 'siblings', 'folders']) {
      void queryClient.invalidateQueries({ queryKey: [name, spaceId] });
    }
  }
  void queryClient.invalidateQueries({ queryKey: spacesKey });
}
