import type { Directory, PathStep } from '~/api/types';
import type { Entry } from './entry';

export interface Page {
  /** Undefined in lists from the whole workspace. */
  readonly directory: Directory | undefined;
  readonly path: readonly PathStep[];
  readonly entries: readonly Entry[];
  readonly total: number;
  /** How many of the total are directories; they come first. Missing where the server counts none. */
  readonly folders?: number;
  readonly next: string | null;
  /** The moment of the server at which it was like this; missing in lists from the whole workspace. */
  readonly listedAt?: string;
}

export interface PageQuery {
  limit?: number;
  page?: number;
  cursor?: string;
}

/** Where pages come from: a directory, the trash, the favorites. */
export interface Source {
  readonly id: string;
  readonly fetch: (of: ListingOf, query: PageQuery, signal?: AbortSignal) => Promise<Page>;
}

export interface ListingOf {
  readonly spaceId: string;
  readonly directoryId: string;
  /** "name:1" */
  readonly sort: string;
  /** A directory unless said otherwise. */
  readonly source?: Source | undefined;
}
