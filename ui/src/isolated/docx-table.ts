import type { Node } from 'prosemirror-model';
import { Plugin, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import { addRowAfter, goToNextCell, isInTable, selectedRect, TableMap } from 'prosemirror-tables';
import { wordOf } from './docx-words';

/** The row of a table whose own rows the editor does not know, as the library reads rows. It says so. */
export function hiddenRow(columns: number) {
  const text = { type: 'run', content: [{ type: 'text', text: wordOf('Not shown here') }] };
  const formatting = columns > 1 ? { gridSpan: columns } : undefined;
  return {
    type: 'tableRow',
    cells: [{ type: 'tableCell', formatting, content: [{ type: 'paragraph', content: [text] }] }],
  };
}

/** What a cell has of its own and not of the cell above it. */
const OF_ONE_CELL = { colspan: 1, rowspan: 1, colwidth: null };

/** Begins a row after the last cell of a table, as Word does: one that looks like the last one. */
export const rowAfterLast: Command = (state, dispatch, view) => {
  if (!isInTable(state) || goToNextCell(1)(state)) return false;
  const { map, bottom, right } = selectedRect(state);
  if (bottom !== map.height || right !== map.width) return false;
  if (!dispatch || !view) return true;
  addRowAfter(state, (tr) => {
    const { table, tableStart, map: before } = selectedRect(state);
    likeRowAbove(tr, table, tableStart, before);
    dispatch(tr);
  });
  return goToNextCell(1)(view.state, (tr) => view.dispatch(tr.scrollIntoView()));
};

/** Gives the cells of a new last row the look of those above. */
function likeRowAbove(tr: Transaction, before: Node, start: number, map: TableMap): void {
  const table = tr.doc.nodeAt(start - 1);
  if (!table) return;
  const now = TableMap.get(table);
  for (const offset of now.cellsInRect({ left: 0, right: now.width, top: map.height, bottom: now.height })) {
    const above = map.map[(map.height - 1) * map.width + now.colCount(offset)];
    const look = above === undefined ? null : before.nodeAt(above)?.attrs;
    const cell = table.nodeAt(offset);
    if (look && cell) tr.setNodeMarkup(start + offset, undefined, { ...look, ...OF_ONE_CELL });
  }
}

const widthsOf = (table: Node) => (table.attrs['columnWidths'] ?? []) as readonly number[];

/**
 * The library gives another width only to some cells of a table that gets or loses a column, and none to those of a new row:
 * Word draws each row as wide as its cells say. Now they say the width of their columns.
 */
export function fitCells(
  tr: Transaction,
  before: Node,
  back: (position: number) => number,
  parts: readonly { readonly from: number; readonly to: number }[],
): void {
  for (const { from, to } of parts) {
    tr.doc.nodesBetween(from, Math.min(to, tr.doc.content.size), (table, at) => {
      if (table.type.name !== 'table') return !table.isTextblock;
      const old = before.nodeAt(Math.min(back(at), before.content.size));
      if (old?.type !== table.type || old === table) return true;
      const [map, was] = [TableMap.get(table), TableMap.get(old)];
      if (widthsOf(table).length === map.width) fit(tr, table, at + 1, was.width === map.width);
      return true;
    });
  }
}

function fit(tr: Transaction, table: Node, start: number, onlyNew: boolean): void {
  const map = TableMap.get(table);
  const widths = widthsOf(table);
  for (const offset of new Set(map.map)) {
    const cell = table.nodeAt(offset);
    if (!cell || (onlyNew && cell.attrs['width'] !== null)) continue;
    const { left, right } = map.findCell(offset);
    const width = widths.slice(left, right).reduce((sum, one) => sum + one, 0);
    if (cell.attrs['width'] === width && cell.attrs['widthType'] === 'dxa') continue;
    tr.setNodeMarkup(start + offset, undefined, { ...cell.attrs, width, widthType: 'dxa' });
  }
}

/** The keys of tables that the editor lacks. */
export const tableKeys = () =>
  new Plugin({
    props: {
      handleKeyDown: (view, event) =>
        event.key === 'Tab' &&
        !event.shiftKey &&
        !event.ctrlKey &&
        !event.altKey &&
        view.editable &&
        rowAfterLast(view.state, view.dispatch, view),
    },
  });

interface WrittenRow {
  readonly cells: readonly { readonly formatting?: { readonly borders?: Partial<Record<string, unknown>> } }[];
}

/** Whether each cell of a table has all its lines: only then are those of its first cell taken for those of the table. */
export const isLinedAllOver = (rows: readonly WrittenRow[]): boolean =>
  rows.every(({ cells }) =>
    cells.every(({ formatting }) =>
      ['top', 'left', 'bottom', 'right'].every((side) => Boolean(formatting?.borders?.[side])),
    ),
  );

/** Whether a property is a line of a table, which pasted cells say themselves. */
export const isLineOf = (element: Element, property: string): boolean =>
  property.startsWith('border') && element.matches('table,td,th');

type TableSide = 'left' | 'center' | 'right';

/** The side of the page on which a table stands whose file names its leading or trailing edge as left or right. */
export function sideOfTable(side: TableSide | undefined, isRtl: boolean | undefined): TableSide | undefined {
  if (!isRtl || side === 'center') return side;
  return side === 'right' ? 'left' : 'right';
}

interface Sides<T> {
  readonly left?: T;
  readonly right?: T;
}

interface Line {
  readonly style?: string;
  readonly width?: number;
}

/** A cell as the library draws it: its sides are those of the page. */
interface DrawnCell {
  readonly rowSpan?: number;
  readonly borders?: Sides<Line>;
  readonly padding?: Sides<number>;
}

const swapSides = <T extends Sides<unknown>>(sides: T): T => ({ ...sides, left: sides.right, right: sides.left });

const isSeen = (line: Line | undefined) =>
  line !== undefined && line.style !== 'none' && line.style !== 'nil' && line.width !== 0;

/**
 * The rows of a table as they are drawn. In a table that runs from the right, the file names the edge at which a cell begins
 * left (ECMA-376-1, 17.4.1): it is on the right of the page. A line between two cells is there when one of them has it; where
 * cells reach into other rows, the next one of a row may not be the one beside it, and each has its own lines alone.
 */
export function drawnRows<R extends { readonly cells: readonly DrawnCell[] }>(
  rows: readonly R[],
  isRtl: boolean | undefined,
): readonly R[] {
  const isPlain = rows.every(({ cells }) => cells.every(({ rowSpan = 1 }) => rowSpan === 1));
  return rows.map((row) => {
    const cells = row.cells.map((cell) => ({
      ...cell,
      ...(isRtl && cell.borders && { borders: swapSides(cell.borders) }),
      ...(isRtl && cell.padding && { padding: swapSides(cell.padding) }),
    }));
    if (!isPlain) return { ...row, cells };
    return { ...row, cells: cells.map((cell, n) => withSharedLine(cell, cells[isRtl ? n - 1 : n + 1])) };
  });
}

/** Only the line at the right of a cell is drawn between two of them. */
function withSharedLine(cell: DrawnCell, neighbour: DrawnCell | undefined): DrawnCell {
  const line = neighbour?.borders?.left;
  return isSeen(line) && !isSeen(cell.borders?.right) ? { ...cell, borders: { ...cell.borders, right: line } } : cell;
}

/** What the file names the side of the page at the chosen cells. */
export function edgeOfCells(state: EditorState, side: 'left' | 'right'): 'left' | 'right' {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { type, attrs } = $from.node(depth);
    if (type.name === 'table') return attrs['bidi'] === true ? (side === 'left' ? 'right' : 'left') : side;
  }
  return side;
}
