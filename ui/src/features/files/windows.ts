/** How many entries one request of a list asks for. */
export const PAGE_SIZE = 200;
/** Entries on either side of the window that are fetched before they come into sight. */
const AHEAD = 60;
/** Rows beyond the edges that are drawn, and by how many rows the drawn part moves at a time. */
const OVERSCAN = 6;
const STRIDE = 4;

export interface RowWindow {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

/** The rows to draw. It moves in strides, so that most scroll events change nothing. */
export function rowsInSight(scrollTop: number, height: number, rowHeight: number, rowCount: number): RowWindow {
  const top = Math.floor(Math.max(0, scrollTop) / rowHeight);
  const bottom = Math.ceil((Math.max(0, scrollTop) + height) / rowHeight);
  const first = Math.floor(Math.max(0, top - OVERSCAN) / STRIDE) * STRIDE;
  const end = Math.ceil((bottom + OVERSCAN) / STRIDE) * STRIDE;
  return { first: Math.min(first, rowCount), end: Math.min(end, rowCount) };
}

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

/** Where to scroll so that a row is in sight; the same place when it already is. */
export function revealed(row: number, scrollTop: number, height: number, rowHeight: number, padding = 0): number {
  const top = row * rowHeight;
  if (top < scrollTop + padding) return Math.max(0, top - padding);
  if (top + rowHeight > scrollTop + height - padding) return top + rowHeight - height + padding;
  return scrollTop;
}
