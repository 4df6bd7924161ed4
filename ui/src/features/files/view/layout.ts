import { rowAt, type RowSizes } from '~/kit/row-window';
import { cellsOfRow, leadingRows, rowCount, type Cells } from '~/kit/cells';

/** Measures of the list or the grid. Everything is counted from the inline start, so that it holds in both directions. */
export interface Layout extends Cells {
  /** Height of a row, its gap included. */
  readonly rowHeight: number;
  /** The same for rows of directories. */
  readonly folderHeight: number;
  readonly cellWidth: number;
  readonly gap: number;
  /** Space around the cells of a grid. */
  readonly padding: number;
}

const GRID_MIN = 200;
const GRID_MIN_PHONE = 148;
const GRID_GAP = 12;
const GRID_FOOT = 48;
const FOLDER = 52;

export function listLayout(width: number, touch: boolean): Layout {
  const height = touch ? 60 : 44;
  return { columns: 1, leading: 0, rowHeight: height, folderHeight: height, cellWidth: width, gap: 0, padding: 0 };
}

/** A grid whose first entries are directories. */
export function gridLayout(width: number, folders: number): Layout {
  const phone = width < 560;
  const padding = phone ? 12 : 16;
  const inner = Math.max(0, width - 2 * padding);
  const columns = Math.max(2, Math.floor((inner + GRID_GAP) / ((phone ? GRID_MIN_PHONE : GRID_MIN) + GRID_GAP)));
  const cellWidth = Math.floor((inner - GRID_GAP * (columns - 1)) / columns);
  return {
    columns,
    leading: folders,
    cellWidth,
    gap: GRID_GAP,
    padding,
    rowHeight: Math.round(cellWidth * 0.72) + GRID_FOOT + GRID_GAP,
    folderHeight: FOLDER + GRID_GAP,
  };
}

export function sizesOf(layout: Layout): RowSizes {
  return { height: layout.rowHeight, lead: leadingRows(layout), leadHeight: layout.folderHeight };
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
  const { columns, cellWidth, gap, padding } = layout;
  const sizes = sizesOf(layout);
  const firstRow = Math.max(0, Math.floor(rowAt(sizes, rect.top - padding + gap)));
  const lastRow = Math.min(rowCount(layout, count) - 1, Math.floor(rowAt(sizes, rect.bottom - padding)));
  const step = cellWidth + gap;
  const firstColumn = Math.max(0, Math.floor((rect.start - padding + gap) / step));
  const lastColumn = Math.min(columns - 1, Math.floor((rect.end - padding) / step));
  const found: number[] = [];
  for (let row = firstRow; row <= lastRow; row++) {
    const { first, end } = cellsOfRow(layout, row, count);
    for (let column = firstColumn; column <= lastColumn; column++) {
      if (first + column < end) found.push(first + column);
    }
  }
  return found;
}
