/** How far beyond the edges rows are drawn, and how far the drawn part moves at a time, in px. */
const OVERSCAN = 264;
const STRIDE = 176;

export interface RowWindow {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

/** Rows of one height, after a few of another one. */
export interface RowSizes {
  readonly height: number;
  readonly lead: number;
  readonly leadHeight: number;
}

export const even = (height: number): RowSizes => ({ height, lead: 0, leadHeight: height });

/** Where a row begins. */
export function topOf({ height, lead, leadHeight }: RowSizes, row: number): number {
  return Math.min(row, lead) * leadHeight + Math.max(0, row - lead) * height;
}

/** The row at a distance from the top, with the fraction of it that lies above. */
export function rowAt({ height, lead, leadHeight }: RowSizes, y: number): number {
  const edge = lead * leadHeight;
  return y < edge ? y / leadHeight : lead + (y - edge) / height;
}

/**
 * The rows to draw. It moves in strides, so that most scroll events change nothing. `bare`: only those in sight, as the first
 * picture of a list needs.
 */
export function rowsInSight(
  scrollTop: number,
  height: number,
  sizes: RowSizes,
  rowCount: number,
  bare = false,
): RowWindow {
  const top = Math.floor(rowAt(sizes, Math.max(0, scrollTop)));
  const bottom = Math.ceil(rowAt(sizes, Math.max(0, scrollTop) + height));
  if (bare) return { first: Math.min(top, rowCount), end: Math.min(bottom, rowCount) };
  const beyond = Math.ceil(OVERSCAN / sizes.height);
  const stride = Math.max(1, Math.floor(STRIDE / sizes.height));
  const first = Math.floor(Math.max(0, top - beyond) / stride) * stride;
  const end = Math.ceil((bottom + beyond) / stride) * stride;
  return { first: Math.min(first, rowCount), end: Math.min(end, rowCount) };
}

/** Where to scroll so that a row is in sight; the same place when it already is. */
export function scrollToReveal(row: number, scrollTop: number, height: number, sizes: RowSizes, padding = 0): number {
  const top = topOf(sizes, row);
  const bottom = topOf(sizes, row + 1);
  if (top < scrollTop + padding) return Math.max(0, top - padding);
  if (bottom > scrollTop + height - padding) return bottom - height + padding;
  return scrollTop;
}
