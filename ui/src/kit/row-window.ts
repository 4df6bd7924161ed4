/** How far beyond the edges rows are drawn, and how far the drawn part moves at a time, in px. */
const OVERSCAN = 264;
const STRIDE = 176;

export interface RowWindow {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

/** The rows to draw. It moves in strides, so that most scroll events change nothing. */
export function rowsInSight(scrollTop: number, height: number, rowHeight: number, rowCount: number): RowWindow {
  const top = Math.floor(Math.max(0, scrollTop) / rowHeight);
  const bottom = Math.ceil((Math.max(0, scrollTop) + height) / rowHeight);
  const beyond = Math.ceil(OVERSCAN / rowHeight);
  const stride = Math.max(1, Math.floor(STRIDE / rowHeight));
  const first = Math.floor(Math.max(0, top - beyond) / stride) * stride;
  const end = Math.ceil((bottom + beyond) / stride) * stride;
  return { first: Math.min(first, rowCount), end: Math.min(end, rowCount) };
}

/** Where to scroll so that a row is in sight; the same place when it already is. */
export function revealed(row: number, scrollTop: number, height: number, rowHeight: number, padding = 0): number {
  const top = row * rowHeight;
  if (top < scrollTop + padding) return Math.max(0, top - padding);
  if (top + rowHeight > scrollTop + height - padding) return top + rowHeight - height + padding;
  return scrollTop;
}
