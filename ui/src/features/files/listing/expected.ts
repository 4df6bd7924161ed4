import { createPersonalStore } from '~/kit/store';
import type { ListingOf, Page } from './source';

/** What a call that has not been answered will do to the lists of a workspace. */
export interface Expected {
  readonly spaceId: string;
  readonly apply: (page: Page, of: { directoryId: string; source: string; sort: string }) => Page;
}

const running = createPersonalStore<readonly Expected[]>([]);

/** From now on lists that are read show it; the returned function ends that. */
export function expectChange(change: Expected): () => void {
  running.set([...running.get(), change]);
  return () => running.set(running.get().filter((one) => one !== change));
}

/** A page that was read while calls are under way, as it will be after them. */
export function withExpected({ spaceId, directoryId, sort, source }: ListingOf, page: Page): Page {
  return running
    .get()
    .filter((change) => change.spaceId === spaceId)
    .reduce((shown, { apply }) => apply(shown, { directoryId, sort, source: source?.id ?? 'directory' }), page);
}
