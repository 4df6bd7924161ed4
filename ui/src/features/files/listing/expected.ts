import type { ListingOf, Page } from './source';

/** What a call that has not been answered will do to the lists of a workspace. */
export interface Expected {
  readonly spaceId: string;
  readonly apply: (page: Page, of: { directoryId: string; source: string; sort: string }) => Page;
}

const running = new Set<Expected>();

/** From now on lists that are read show it; the returned function ends that. */
export function expectChange(change: Expected): () => void {
  running.add(change);
  return () => running.delete(change);
}

/** A page that was read while calls are under way, as it will be after them. */
export function withExpected({ spaceId, directoryId, sort, source }: ListingOf, page: Page): Page {
  let shown = page;
  for (const change of running) {
    if (change.spaceId === spaceId)
      shown = change.apply(shown, { directoryId, sort, source: source?.id ?? 'directory' });
  }
  return shown;
}
