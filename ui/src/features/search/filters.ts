import { endOfDay, isIsoDay, startOfDay } from '~/kit/calendar-math';
import { anyDay, ZONE, type DayRange } from '~/page/dates/locale';

export const TYPES = [
  'directory',
  'image',
  'video',
  'audio',
  'pdf',
  'document',
  'spreadsheet',
  'presentation',
  'archive',
  'code',
  'text',
  'other',
] as const;
export type TypeName = (typeof TYPES)[number];

export const SORTS = ['relevance', 'name:1', 'size:-1', 'created_at:-1', 'last_modified_at:-1'] as const;
type SearchSort = (typeof SORTS)[number];

/** The words and filters of a search; the address of the results holds the same: see `formatSearch`. */
export interface Search {
  readonly query: string;
  readonly types: readonly TypeName[];
  readonly owner: string;
  readonly created: DayRange;
  readonly modified: DayRange;
  readonly sizeMin: number | null;
  readonly sizeMax: number | null;
  readonly tag: string;
  readonly tagValue: string;
  readonly favorite: boolean;
  readonly trash: boolean;
  /** Only below this directory. */
  readonly inDirectory: string;
  readonly namesOnly: boolean;
  readonly sort: SearchSort;
}

export const noSearch: Search = {
  query: '',
  types: [],
  owner: '',
  created: anyDay,
  modified: anyDay,
  sizeMin: null,
  sizeMax: null,
  tag: '',
  tagValue: '',
  favorite: false,
  trash: false,
  inDirectory: '',
  namesOnly: false,
  sort: 'relevance',
};

/** Whether there is anything to search by; without it the results are cleared. */
export function hasTerms(search: Search): boolean {
  return search.query.trim() !== '' || hasFilters(search);
}

/** Filters that make a search by themselves. */
function hasFilters({ types, owner, created, modified, sizeMin, sizeMax, tag, favorite, trash }: Search): boolean {
  const days = [created.from, created.to, modified.from, modified.to];
  return (
    types.length > 0 ||
    [owner, tag].some(Boolean) ||
    days.some(Boolean) ||
    sizeMin !== null ||
    sizeMax !== null ||
    favorite ||
    trash
  );
}

const formatRange = ({ from, to }: DayRange) => (from || to ? `${from ?? ''}..${to ?? ''}` : '');

function parseRange(text: string | null): DayRange {
  const [from = '', to = ''] = (text ?? '').split('..');
  return { from: isIsoDay(from) ? from : null, to: isIsoDay(to) ? to : null };
}

const parseSize = (text: string | null) => (text && /^\d+$/.test(text) ? Number(text) : null);

/** The search as a query string. */
export function formatSearch(search: Search): string {
  const query = new URLSearchParams();
  const put = (name: string, value: string) => {
    if (value) query.set(name, value);
  };
  put('q', search.query.trim());
  put('type', search.types.join(','));
  put('owner', search.owner);
  put('created', formatRange(search.created));
  put('modified', formatRange(search.modified));
  put('min', String(search.sizeMin ?? ''));
  put('max', String(search.sizeMax ?? ''));
  put('tag', search.tag);
  if (search.tag) put('value', search.tagValue.trim());
  put('favorite', search.favorite ? '1' : '');
  put('trash', search.trash ? '1' : '');
  put('in', search.inDirectory);
  put('names', search.namesOnly ? '1' : '');
  put('sort', search.sort === 'relevance' ? '' : search.sort);
  return query.toString();
}

/** The search in an address; invalid parts are ignored. */
export function parseSearch(text: string): Search {
  const query = new URLSearchParams(text);
  const word = (name: string) => query.get(name) ?? '';
  const named = word('type').split(',');
  return {
    query: word('q').slice(0, 200),
    types: TYPES.filter((type) => named.includes(type)),
    owner: word('owner'),
    created: parseRange(query.get('created')),
    modified: parseRange(query.get('modified')),
    sizeMin: parseSize(query.get('min')),
    sizeMax: parseSize(query.get('max')),
    tag: word('tag'),
    tagValue: word('tag') ? word('value') : '',
    favorite: word('favorite') === '1',
    trash: word('trash') === '1',
    inDirectory: word('in'),
    namesOnly: word('names') === '1',
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? 'relevance',
  };
}

const start = (day: string | null) => (day ? startOfDay(day, ZONE).toISOString() : undefined);
const end = (day: string | null) => (day ? endOfDay(day, ZONE).toISOString() : undefined);

/** The filters as the server takes them. Days are those of Tehran, from their first moment to their last. */
export function filtersOf(search: Search): Record<string, unknown> {
  return {
    scope: search.inDirectory ? 'here' : undefined,
    types: search.types.length > 0 ? search.types : undefined,
    owner_id: search.owner || undefined,
    created_from: start(search.created.from),
    created_to: end(search.created.to),
    modified_from: start(search.modified.from),
    modified_to: end(search.modified.to),
    size_min: search.sizeMin ?? undefined,
    size_max: search.sizeMax ?? undefined,
    space_custom_field_id: search.tag || undefined,
    field_value: search.tag ? search.tagValue.trim() || undefined : undefined,
    favorite: search.favorite || undefined,
    in_trash: search.trash || undefined,
    contents: search.namesOnly ? false : undefined,
  };
}

export const resultsHref = (spaceId: string, search: Search) => {
  const text = formatSearch(search);
  return `/workspace/${spaceId}/search${text && `?${text}`}`;
};
