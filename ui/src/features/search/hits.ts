import { api } from '~/api/client';
import type { PathStep, SearchResults } from '~/api/types';
import { entryOfDirectory, entryOfFile, type Entry } from '~/features/files/listing/entry';
import { hrefOf, previewHref, type Found } from '~/api/place';
import { num, t } from '~/i18n';
import { filtersOf, type Search } from './filters';
import { readable, type Range } from './snippet';

/** Something that was found, with where and why. */
export interface Hit {
  readonly entry: Entry;
  /** The directory it lies in. */
  readonly directoryId: string;
  readonly path: readonly PathStep[];
  readonly marks: readonly Range[];
  readonly snippet: { readonly text: string; readonly marks: readonly Range[] } | null;
  /** The words that were looked for, where its text has them; null when its name does. */
  readonly found: Found | null;
}

export interface HitPage {
  readonly hits: readonly Hit[];
  readonly total: number;
  readonly next: string | null;
}

const rangesOf = (marks: readonly (readonly number[])[]): Range[] =>
  marks.map(([from = 0, until = 0]) => [from, until]);

function hitsOf({ files, directories, order }: SearchResults, words: string): Hit[] {
  const found = new Map<string, Hit>();
  for (const file of files) {
    found.set(file.file_id, {
      entry: entryOfFile(file),
      directoryId: file.directory_id,
      path: file.path,
      marks: rangesOf(file.highlight),
      snippet:
        file.snippet && readable({ text: file.snippet.text, marks: rangesOf(file.snippet.highlight) }, file.file_name),
      found: file.snippet && { words, place: file.snippet.place },
    });
  }
  for (const directory of directories) {
    found.set(directory.directory_id, {
      entry: entryOfDirectory(directory),
      directoryId: directory.parent_id ?? '',
      path: directory.steps,
      marks: rangesOf(directory.highlight),
      snippet: null,
      found: null,
    });
  }
  return order.flatMap((id) => found.get(id) ?? []);
}

interface Asked {
  readonly spaceId: string;
  /** The root, when nothing else is meant. */
  readonly directoryId: string;
  readonly search: Search;
  readonly limit: number;
  readonly cursor?: string | null;
}

export async function fetchHits({ spaceId, directoryId, search, limit, cursor }: Asked, signal?: AbortSignal) {
  const filters = JSON.stringify(filtersOf(search));
  const results = await api.get('storage/space/{space_id}/directory/{directory_id}/search', {
    path: { space_id: spaceId, directory_id: search.inDirectory || directoryId },
    query: {
      query: search.query.trim() || undefined,
      filters: filters === '{}' ? undefined : filters,
      sort: search.sort === 'relevance' ? undefined : search.sort,
      limit,
      cursor: cursor ?? undefined,
    },
    signal,
  });
  const { total, next } = results.page_info;
  return { hits: hitsOf(results, search.query.trim()), total, next } satisfies HitPage;
}

/**
 * The address at which a hit opens: a file that was found by its text, at the words. `my` tells whether it is in My
 * Drive.
 */
export function hrefOfHit(spaceId: string, { entry, directoryId, found }: Hit, my: boolean): string {
  return entry.kind === 'directory'
    ? hrefOf({ spaceId, directoryId: entry.id, my })
    : previewHref({ spaceId, my }, directoryId, entry.id, '', found ?? undefined);
}

/** The page or slide of a snippet, in words; empty where a file has none. */
export function placeWords({ entry, found }: Hit): string {
  const place = found?.place ?? 0;
  if (place < 1 || (entry.type !== 'pdf' && entry.type !== 'slides')) return '';
  return t(entry.type === 'slides' ? 'search.slide' : 'search.page', { n: num(place) });
}

/** The directory of a hit. */
export function folderOfHit(spaceId: string, { directoryId, path }: Hit, my: boolean): string {
  const root = path[0]?.directory_id === directoryId;
  return hrefOf({ spaceId, my, ...(!root && { directoryId }) });
}
