import { changed } from '~/api/changed';
import { atPage, pageOf, partsOfKey } from '~/api/key-parts';
import { keyOf } from '~/api/keys';
import { queryClient } from '~/api/query';
import type { Entry } from '../listing/entry';
import { expectChange, type Expected } from '../listing/expected';
import type { Page } from '../listing/listing';
import { sortEntries } from '../listing/order';
import { withChanged, withoutEntries } from '../listing/pages';
import { PAGE_SIZE } from '../listing/windows';

/** The outcome of a call that is shown before the server has answered. */
export interface Ahead {
  /** The call was refused: the lists are as before. */
  readonly takeBack: () => void;
  /** The call was answered; the lists are read again by `refresh`. */
  readonly settle: () => void;
}

/** Saves the shown lists of a workspace, and lets those that are read meanwhile show the change, too. */
function begin(change: Expected): Ahead {
  const queryKey = keyOf('listing', change.spaceId);
  const before = queryClient.getQueriesData<Page>({ queryKey });
  void queryClient.cancelQueries({ queryKey });
  const settle = expectChange(change);
  return {
    settle,
    takeBack: () => {
      settle();
      before.forEach(([key, page]) => queryClient.setQueryData(key, page));
    },
  };
}

/** Takes entries out of every list that shows them, or of those that `from` names. */
export function hide(spaceId: string, ids: ReadonlySet<string>, from: (source: string) => boolean = () => true): Ahead {
  const isGone = ({ id }: Entry) => ids.has(id);
  const ahead = begin({
    spaceId,
    apply: (page, { source }) => (from(source) && withoutEntries(new Map([[1, page]]), isGone)?.get(1)) || page,
  });
  const lists = new Map<string, Map<number, Page>>();
  const ones = new Map<string, readonly unknown[]>();
  for (const [key, page] of queryClient.getQueriesData<Page>({ queryKey: keyOf('listing', spaceId) })) {
    if (!page || !from(pageOf(key).source)) continue;
    const list = JSON.stringify(key.slice(0, -1));
    ones.set(list, key);
    lists.set(list, (lists.get(list) ?? new Map<number, Page>()).set(pageOf(key).page, page));
  }
  for (const [list, pages] of lists) {
    withoutEntries(pages, isGone)?.forEach((page, number) =>
      queryClient.setQueryData(atPage(ones.get(list) ?? [], number), page),
    );
  }
  return ahead;
}

/** Begins a change of pages that stands on its own in each of them. */
function applyAhead(change: Expected): Ahead {
  const ahead = begin(change);
  for (const [key, page] of queryClient.getQueriesData<Page>({ queryKey: keyOf('listing', change.spaceId) })) {
    const { source, sort } = pageOf(key);
    if (page)
      queryClient.setQueryData<Page>(key, change.apply(page, { directoryId: partsOfKey(key).id, source, sort }));
  }
  return ahead;
}

/** Shows entries as they will be. */
export const change = (spaceId: string, ids: ReadonlySet<string>, changes: Partial<Entry>): Ahead =>
  applyAhead({
    spaceId,
    apply: (page) => withChanged(page, (entry) => (ids.has(entry.id) ? { ...entry, ...changes } : entry)),
  });

/** Shows a new entry at its place in a directory. One of many pages shows it with the next answer of the server. */
export const insert = (spaceId: string, entry: Entry): Ahead =>
  applyAhead({
    spaceId,
    apply: (page, { directoryId, source, sort }) => {
      const isHere = source === 'directory' && directoryId === entry.directoryId;
      const isWhole = page.total === page.entries.length && page.total < PAGE_SIZE;
      if (!isHere || !isWhole || page.entries.some(({ name }) => name === entry.name)) return page;
      return {
        ...page,
        entries: sortEntries([...page.entries, entry], sort),
        total: page.total + 1,
        ...(page.folders !== undefined && { folders: page.folders + Number(entry.kind === 'directory') }),
      };
    },
  });

/** Asks again for everything that a change in these workspaces may have touched. */
export function refresh(...spaceIds: string[]): void {
  for (const spaceId of new Set(spaceIds)) void changed.files(spaceId);
}
