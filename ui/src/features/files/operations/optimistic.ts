import { replaceEqualDeep, type QueryKey } from '@tanstack/react-query';
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
export interface Optimistic {
  /** The call was refused: the lists are as before, but for those that were read or changed since. */
  readonly takeBack: () => void;
  /** The call was answered; the lists are read again by `refresh`. */
  readonly settle: () => void;
}

/** By what is in them: a page that was put back is another object. */
const isEqual = (a: Page, b: Page | undefined) => replaceEqualDeep(a, b) === a;

/** Shows changed pages, and the change in those that are read until the call has been answered. */
function show(expected: Expected, pages: Iterable<readonly [QueryKey, Page]>): Optimistic {
  const settle = expectChange(expected);
  const changed = [...pages].map(([key, page]) => {
    const before = queryClient.getQueryData<Page>(key);
    queryClient.setQueryData(key, page);
    // The cache may keep parts of what it had: it is asked for what it shows now.
    return { key, before, shown: queryClient.getQueryData<Page>(key) };
  });
  const takeBack = () => {
    settle();
    for (const { key, before, shown } of changed) {
      if (shown && isEqual(shown, queryClient.getQueryData<Page>(key))) queryClient.setQueryData(key, before);
    }
  };
  return { settle, takeBack };
}

function cachedPages(spaceId: string): [QueryKey, Page][] {
  const all = queryClient.getQueriesData<Page>({ queryKey: keyOf('listing', spaceId) });
  return all.flatMap(([key, page]) => (page ? [[key, page]] : []));
}

/** The list is on this page alone. */
const isWhole = ({ entries, total }: Page) => total === entries.length;

/**
 * Takes entries out of every list that shows them, or of those that `from` names. In one of many pages that is read meanwhile they are
 * shown as not yet stored: the other pages count with them.
 */
export function hide(
  spaceId: string,
  ids: ReadonlySet<string>,
  from: (source: string) => boolean = () => true,
): Optimistic {
  const isGone = ({ id }: Entry) => ids.has(id);
  const without = (pages: ReadonlyMap<number, Page>) => withoutEntries(pages, isGone) ?? new Map<number, Page>();
  const lists = new Map<string, { key: QueryKey; pages: Map<number, Page> }>();
  for (const [key, page] of cachedPages(spaceId)) {
    const { source, page: number } = pageOf(key);
    if (!from(source)) continue;
    const id = JSON.stringify(key.slice(0, -1));
    const list = lists.get(id) ?? { key, pages: new Map() };
    lists.set(id, list);
    list.pages.set(number, page);
  }
  const apply: Expected['apply'] = (page, { source }) => {
    if (!from(source)) return page;
    if (isWhole(page)) return without(new Map([[1, page]])).get(1) ?? page;
    return withChanged(page, (entry) => (isGone(entry) ? { ...entry, pending: true } : entry));
  };
  const shown = [...lists.values()].flatMap(({ key, pages }) =>
    [...without(pages)].map(([number, page]) => [atPage(key, number), page] as const),
  );
  return show({ spaceId, apply }, shown);
}

/** Shows a change of pages that stands on its own in each of them. */
function showEach(expected: Expected): Optimistic {
  const changed = cachedPages(expected.spaceId).map(([key, page]) => {
    const { source, sort } = pageOf(key);
    return [key, page, expected.apply(page, { directoryId: partsOfKey(key).id, source, sort })] as const;
  });
  return show(
    expected,
    changed.filter(([, before, after]) => after !== before).map(([key, , after]) => [key, after]),
  );
}

/** Shows entries as they will be. */
export const change = (spaceId: string, ids: ReadonlySet<string>, changes: Partial<Entry>): Optimistic =>
  showEach({
    spaceId,
    apply: (page) => withChanged(page, (entry) => (ids.has(entry.id) ? { ...entry, ...changes } : entry)),
  });

/** Shows a new entry at its place in a directory. One of many pages shows it with the next answer of the server. */
export const insert = (spaceId: string, entry: Entry): Optimistic =>
  showEach({
    spaceId,
    apply: (page, { directoryId, source, sort }) => {
      const isHere = source === 'directory' && directoryId === entry.directoryId;
      const hasRoom = isWhole(page) && page.total < PAGE_SIZE;
      if (!isHere || !hasRoom || page.entries.some(({ name }) => name === entry.name)) return page;
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
