/** Measures of the list or the grid. Everything is counted from the inline start, so that it holds in both directions. */
export interface Layout {
  readonly columns: number;
  /** Height of a row, its gap included. */
  readonly rowHeight: number;
  readonly cellWidth: number;
  readonly gap: number;
  /** Space around the cells of a grid. */
  readonly padding: number;
}

const GRID_MIN = 200;
const GRID_MIN_PHONE = 148;
const GRID_GAP = 12;
const GRID_FOOT = 48;

export function listLayout(width: number, touch: boolean): Layout {
  return { columns: 1, rowHeight: touch ? 60 : 44, cellWidth: width, gap: 0, padding: 0 };
}

export function gridLayout(width: number): Layout {
  const phone = width < 560;
  const padding = phone ? 12 : 16;
  const inner = Math.max(0, width - 2 * padding);
  const columns = Math.max(2, Math.floor((inner + GRID_GAP) / ((phone ? GRID_MIN_PHONE : GRID_MIN) + GRID_GAP)));
  const cellWidth = Math.floor((inner - GRID_GAP * (columns - 1)) / columns);
  return { columns, cellWidth, gap: GRID_GAP, padding, rowHeight: Math.round(cellWidth * 0.72) + GRID_FOOT + GRID_GAP };
}

export interface Rect {
  readonly top: number;
  readonly bottom: number;
  /** From the inline start edge. */
  readonly start: number;
  readonly end: number;
}

/** Indexes of the cells that a rectangle touches. */
export function cellsIn(rect: Rect, layout: Layout, count: number): number[] {
  const { columns, rowHeight, cellWidth, gap, padding } = layout;
  const firstRow = Math.max(0, Math.floor((rect.top - padding + gap) / rowHeight));
  const lastRow = Math.min(Math.ceil(count / columns) - 1, Math.floor((rect.bottom - padding) / rowHeight));
  const step = cellWidth + gap;
  const firstColumn = Math.max(0, Math.floor((rect.start - padding + gap) / step));
  const lastColumn = Math.min(columns - 1, Math.floor((rect.end - padding) / step));
  const found: number[] = [];
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const index = row * columns + column;
      if (index < count) found.push(index);
    }
  }
  return found;
}
