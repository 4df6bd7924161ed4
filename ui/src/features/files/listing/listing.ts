import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import { queryClient } from '~/api/query';
import type { Directory, PathStep } from '~/api/types';
import { onLanded } from '~/features/uploads/upload-events';
import { entriesOf, type Entry } from './entry';
import { withExpected } from './expected';
import { isGone } from './gone';
import { sortEntries } from './order';
import type { ListingOf, Page, PageQuery, Source } from './source';
import { askAhead } from './thumbnails';
import type { Order } from './selection';
import { PAGE_SIZE, pageOf, pagesFor } from './windows';

export type { ListingOf, Page, Source };

const pageKey = ({ spaceId, directoryId, sort, source }: ListingOf, page: number) =>
  keyOf('listing', spaceId, directoryId, source?.id ?? 'directory', sort, page);

export function fetchPage(of: ListingOf, query: PageQuery, signal?: AbortSignal): Promise<Page> {
  return (of.source?.fetch ?? fetchDirectory)(of, query, signal);
}

async function fetchDirectory(of: ListingOf, query: PageQuery, signal?: AbortSignal): Promise<Page> {
  const listing = await api.get('storage/space/{space_id}/directory/{directory_id}', {
    path: { space_id: of.spaceId, directory_id: of.directoryId },
    query: { sort: of.sort, ...query },
    signal,
  });
  const { directory, path, page_info: info, directories_total: folders, listed_at: listedAt } = listing;
  return { directory, path, entries: entriesOf(listing), total: info.total, folders, next: info.next, listedAt };
}

/** One page. Reading on uses the cursor of the page before; a jump uses the page number. */
function pageQuery(of: ListingOf, page: number, pictures = false) {
  return {
    queryKey: pageKey(of, page),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const before = queryClient.getQueryData<Page>(pageKey(of, page - 1));
      const fresh = before?.next && !queryClient.getQueryState(pageKey(of, page - 1))?.isInvalidated;
      const query = { limit: PAGE_SIZE, ...(fresh ? { cursor: before.next ?? '' } : { page }) };
      const fetched = await fetchPage(of, query, signal);
      if (pictures) askAhead(of.spaceId, fetched.entries);
      return withExpected(of, fetched);
    },
    placeholderData: keepPreviousData,
    // Another order of a list that is here in full is shown at once; the server's own takes its place.
    initialData: page === 1 ? () => sortKnown(of) : undefined,
    initialDataUpdatedAt: 0,
  };
}

/** A directory in the asked order, when all of it was fetched in another one. */
function sortKnown({ spaceId, directoryId, sort, source }: ListingOf): Page | undefined {
  if (source && source.id !== 'directory') return undefined;
  const queryKey = keyOf('listing', spaceId, directoryId, 'directory');
  const known = queryClient.getQueryCache().findAll({ queryKey });
  const [newest] = known.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const page = newest?.state.data as Page | undefined;
  if (!page || page.total === 0 || page.total !== page.entries.length) return undefined;
  return { ...page, entries: sortEntries(page.entries, sort) };
}

/** Every entry of a directory, for actions on all of them. */
export async function fetchAll(of: ListingOf): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await fetchPage(of, { limit: 1000, ...(cursor && { cursor }) });
    entries.push(...page.entries);
    cursor = page.next;
  } while (cursor);
  return entries;
}

// A thousand small files land within seconds: their directory is asked once in a while, not a thousand times.
onLanded(({ spaceId }) => changed.filesSoon(spaceId));

export interface Entries extends Order {
  readonly entryAt: (index: number) => Entry | null;
  readonly entryOf: (id: string) => Entry | null;
  /** Directories at the start. */
  readonly folders: number;
  /** The moment at which the list was as long as `count` says; empty in lists from the whole workspace. */
  readonly listedAt: string;
  readonly directory: Directory | undefined;
  readonly path: readonly PathStep[];
  readonly loading: boolean;
  readonly error: unknown;
  /** Tells which entries are in sight, so that they are fetched. */
  readonly show: (first: number, end: number) => void;
  /** The entry at `index`, fetched if necessary. */
  readonly reach: (index: number) => Promise<Entry | null>;
  /** Fetches all between two indexes. */
  readonly reachAll: (from: number, to: number) => Promise<void>;
}

/**
 * A directory of any length: the total is known at once, pages come as they are looked at. `pictures` tells that they
 * are shown as thumbnails.
 */
export function useListing({ spaceId, directoryId, sort, source }: ListingOf, pictures: boolean): Entries {
  const of = useMemo(() => ({ spaceId, directoryId, sort, source }), [spaceId, directoryId, sort, source]);
  const [sight, setSight] = useState({ first: 0, end: 0 });
  const first = useQuery(pageQuery(of, 1, pictures));
  const counted = first.data?.directory !== undefined;
  const begun = first.data?.total ?? 0;
  const pages = pagesFor(sight.first, sight.end, counted ? begun : Math.max(sight.end, begun)).filter(
    (page) => page > 1,
  );
  const others = useQueries({ queries: pages.map((page) => pageQuery(of, page)) });
  // Without a count from the server, the last fetched page has the best total.
  const last = [first, ...others].findLast(({ data }) => data)?.data;
  const total = last?.total ?? 0;
  const stamp = [first, ...others].map(({ dataUpdatedAt }) => dataUpdatedAt).join();

  const known = useMemo(() => new Known(of, total, stamp), [of, total, stamp]);
  const show = useCalmSight(setSight);
  const reach = useCallback(
    async (index: number) => {
      const page = await queryClient.fetchQuery({ ...pageQuery(of, pageOf(index)), staleTime: 60_000 });
      return page.entries[index % PAGE_SIZE] ?? null;
    },
    [of],
  );
  const reachAll = useCallback(
    async (from: number, to: number) => {
      for (let page = pageOf(Math.min(from, to)); page <= pageOf(Math.max(from, to)); page++) {
        await reach((page - 1) * PAGE_SIZE);
      }
    },
    [reach],
  );
  return {
    count: total,
    listedAt: last?.listedAt ?? '',
    folders: foldersOf(first.data),
    idAt: (index) => known.entryAt(index)?.id ?? null,
    indexOf: (id) => known.indexOf(id),
    entryAt: (index) => known.entryAt(index),
    entryOf: (id) => known.entryAt(known.indexOf(id)),
    directory: first.data?.directory,
    path: first.data?.path ?? [],
    loading: first.isPending,
    error: first.data && !isGone(first.error) ? null : first.error,
    show,
    reach,
    reachAll,
  };
}

function foldersOf(first: Page | undefined): number {
  if (first?.folders !== undefined) return first.folders;
  const file = first?.entries.findIndex(({ kind }) => kind === 'file') ?? 0;
  return file < 0 ? (first?.entries.length ?? 0) : file;
}

/** The interval in milliseconds between two checks of the scroll position: pages scrolled past are not fetched. */
const LOOK = 150;

function useCalmSight(setSight: (sight: { first: number; end: number }) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (first: number, end: number) => {
      clearTimeout(timer.current);
      const wait = Math.max(0, last.current + LOOK - performance.now());
      timer.current = setTimeout(() => {
        last.current = performance.now();
        setSight({ first, end });
      }, wait);
    },
    [setSight],
  );
}

/** All pages that have been fetched, near or far from the window, as one list. */
class Known {
  readonly #pages = new Map<number, Page | undefined>();
  readonly #of: ListingOf;
  readonly #total: number;
  #indexes: Map<string, number> | null = null;

  /** `stamp` tells apart two states of the cache: pages are read from it once. */
  constructor(
    of: ListingOf,
    total: number,
    readonly stamp: string,
  ) {
    this.#of = of;
    this.#total = total;
  }

  entryAt(index: number): Entry | null {
    if (index < 0 || index >= this.#total) return null;
    return this.#page(pageOf(index))?.entries[index % PAGE_SIZE] ?? null;
  }

  indexOf(id: string): number {
    this.#indexes ??= this.#readIndexes();
    return this.#indexes.get(id) ?? -1;
  }

  #page(number: number): Page | undefined {
    if (!this.#pages.has(number)) {
      this.#pages.set(number, queryClient.getQueryData<Page>(pageKey(this.#of, number)));
    }
    return this.#pages.get(number);
  }

  #readIndexes(): Map<string, number> {
    const indexes = new Map<string, number>();
    for (let page = 1; page <= Math.ceil(this.#total / PAGE_SIZE); page++) {
      this.#page(page)?.entries.forEach(({ id }, at) => indexes.set(id, (page - 1) * PAGE_SIZE + at));
    }
    return indexes;
  }
}
