import { changed } from '~/api/changed';
import { atPage, pageOf } from '~/api/key-parts';
import { keyOf } from '~/api/keys';
import { queryClient } from '~/api/query';
import type { Entry } from '../listing/entry';
import type { Page } from '../listing/listing';
import { withChanged, withoutEntries } from '../listing/pages';

type Back = () => void;

/** Saves the shown lists of a workspace; the returned function restores them. */
function snapshot(spaceId: string): Back {
  const before = queryClient.getQueriesData<Page>({ queryKey: keyOf('listing', spaceId) });
  void queryClient.cancelQueries({ queryKey: keyOf('listing', spaceId) });
  return () => before.forEach(([key, page]) => queryClient.setQueryData(key, page));
}

/** Takes entries out of every list that shows them, or of those that `from` names. */
export function hide(spaceId: string, ids: ReadonlySet<string>, from: (source: string) => boolean = () => true): Back {
  const back = snapshot(spaceId);
  const lists = new Map<string, Map<number, Page>>();
  const ones = new Map<string, readonly unknown[]>();
  for (const [key, page] of queryClient.getQueriesData<Page>({ queryKey: keyOf('listing', spaceId) })) {
    if (!page || !from(pageOf(key).source)) continue;
    const list = JSON.stringify(key.slice(0, -1));
    ones.set(list, key);
    lists.set(list, (lists.get(list) ?? new Map<number, Page>()).set(pageOf(key).page, page));
  }
  for (const [list, pages] of lists) {
    withoutEntries(pages, ({ id }) => ids.has(id))?.forEach((page, number) =>
      queryClient.setQueryData(atPage(ones.get(list) ?? [], number), page),
    );
  }
  return back;
}

/** Shows entries as they will be. */
export function change(spaceId: string, ids: ReadonlySet<string>, changes: Partial<Entry>): Back {
  const back = snapshot(spaceId);
  queryClient.setQueriesData<Page>(
    { queryKey: keyOf('listing', spaceId) },
    (page) => page && withChanged(page, (entry) => (ids.has(entry.id) ? { ...entry, ...changes } : entry)),
  );
  return back;
}

/** Asks again for everything that a change in these workspaces may have touched. */
export function refresh(...spaceIds: string[]): void {
  for (const spaceId of new Set(spaceIds)) void changed.files(spaceId);
}
