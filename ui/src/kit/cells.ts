/** The cells of a list or a grid of two parts. The second part begins on a row of its own. */
export interface Cells {
  readonly columns: number;
  /** Cells of the first part; 0 for a list of one part. */
  readonly leading: number;
}

export const leadingRows = ({ columns, leading }: Cells): number => Math.ceil(leading / columns);

export function rowCount(cells: Cells, count: number): number {
  return leadingRows(cells) + Math.ceil(Math.max(0, count - cells.leading) / cells.columns);
}

export function rowOf(cells: Cells, index: number): number {
  const { columns, leading } = cells;
  return index < leading ? Math.floor(index / columns) : leadingRows(cells) + Math.floor((index - leading) / columns);
}

/** The indexes of the cells in a row: the first one, and one past the last. */
export function cellsOfRow(cells: Cells, row: number, count: number): { first: number; end: number } {
  const { columns, leading } = cells;
  const before = leadingRows(cells);
  if (row < before) return { first: row * columns, end: Math.min(leading, count, (row + 1) * columns) };
  const first = leading + (row - before) * columns;
  return { first: Math.min(first, count), end: Math.min(count, first + columns) };
}

/** The cell some rows further down, in the same column or the last one before it. Null beyond the rows. */
export function below(cells: Cells, index: number, rows: number, count: number): number | null {
  const from = rowOf(cells, index);
  const to = from + rows;
  if (to < 0 || to >= rowCount(cells, count)) return null;
  const { first, end } = cellsOfRow(cells, to, count);
  return Math.min(end - 1, first + index - cellsOfRow(cells, from, count).first);
}
