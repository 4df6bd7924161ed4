/** Entries per request of a list. */
export const PAGE_SIZE = 200;
/** Entries on either side of the window that are fetched before they come into sight. */
const AHEAD = 60;
/** Pages (from 1) that hold the entries from `first` up to `end`, with some around them. */
export function pagesFor(first: number, end: number, total: number): number[] {
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const from = Math.min(last, Math.floor(Math.max(0, first - AHEAD) / PAGE_SIZE) + 1);
  const to = Math.min(last, Math.floor(Math.max(0, end - 1 + AHEAD) / PAGE_SIZE) + 1);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

export function pageOf(index: number): number {
  return Math.floor(index / PAGE_SIZE) + 1;
}
