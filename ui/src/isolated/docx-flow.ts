import type {
  FlowBlock,
  ImageRun,
  ParagraphBlock,
  Run,
  TableBlock,
  TableRow,
} from '@eigenpal/docx-editor-core/layout-engine';

/** Beside the text, in px. */
const SIDE = 16;
/** Of a stretch of text that is laid out and painted as one; nothing shows where it ends. */
const STRETCH = 1200;
/** Of a column of a table, in px; a table with many is wider than the window and scrolls. */
const NARROWEST = 52;

let width: number | null = null;

/** Whether the text runs through the window instead of standing on pages. */
export const isFlowing = () => width !== null;

/** Sets the width of the window in px through which the text runs; null: pages as they are printed. */
export function setFlow(next: number | null): void {
  width = next;
}

/** What the layout is made from. */
interface Layout {
  pageSize: { w: number; h: number };
  margins: { top: number; right: number; bottom: number; left: number; header?: number; footer?: number };
  contentWidth: number;
}

/** Replaces the page of a layout by a column as wide as the window, without header and footer. vite.editor.ts says where. */
export function inFlow<T extends Layout>(layout: T): T {
  if (width === null) return layout;
  const pageSize = { w: width, h: STRETCH };
  const margins = { top: 0, right: SIDE, bottom: 0, left: SIDE, header: 0, footer: 0 };
  return {
    ...layout,
    pageSize,
    margins,
    finalPageSize: pageSize,
    finalMargins: margins,
    columns: undefined,
    finalColumns: undefined,
    pageGap: 0,
    contentWidth: width - 2 * SIDE,
    sectionProperties: null,
    finalSectionProperties: null,
    headerContent: null,
    footerContent: null,
    firstPageHeaderContent: null,
    firstPageFooterContent: null,
  };
}

/** The gap between pages, in px. */
export const gapOf = (gap: number) => (width === null ? gap : 0);

/** Blocks as they stand in a column of the window; the document keeps its own. */
export function flowed(blocks: FlowBlock[]): FlowBlock[] {
  return width === null ? blocks : narrowed(blocks, width - 2 * SIDE);
}

const narrowed = (blocks: readonly FlowBlock[], room: number) =>
  blocks.flatMap((block): FlowBlock[] => {
    switch (block.kind) {
      case 'paragraph':
        return [paragraphIn(block, room)];
      case 'table':
        return [tableIn(block, room)];
      case 'image': {
        const { anchor: _, ...image } = block;
        return [fitted(image, room)];
      }
      case 'textBox':
        return [
          {
            ...block,
            width: Math.min(block.width, room),
            content: block.content.map((one) => paragraphIn(one, room)),
            displayMode: 'block',
            cssFloat: 'none',
            position: undefined,
          },
        ];
      case 'sectionBreak':
        return [{ kind: block.kind, id: block.id, type: 'continuous' }];
      default:
        return [];
    }
  });

function fitted<T extends { width: number; height: number }>(image: T, room: number): T {
  const scale = Math.min(1, room / image.width);
  return { ...image, width: image.width * scale, height: image.height * scale };
}

const runIn = (run: Run, room: number): Run => (run.kind === 'image' ? imageIn(run, room) : run);

function imageIn(run: ImageRun, room: number): ImageRun {
  const { position: _, ...image } = fitted(run, room);
  return { ...image, wrapType: 'inline', displayMode: 'inline', cssFloat: 'none' };
}

/** Indents that would leave less than this part of the column are made smaller. */
const LEAST_TEXT = 0.7;

function paragraphIn(block: ParagraphBlock, room: number): ParagraphBlock {
  const { attrs } = block;
  const { left = 0, right = 0, firstLine, hanging } = attrs?.indent ?? {};
  const most = room * (1 - LEAST_TEXT);
  const scale = Math.min(1, most / Math.max(1, Math.max(0, left) + Math.max(0, right), firstLine ?? 0, hanging ?? 0));
  const indent = attrs?.indent && {
    left: left * scale,
    right: right * scale,
    ...(firstLine !== undefined && { firstLine: firstLine * scale }),
    ...(hanging !== undefined && { hanging: hanging * scale }),
  };
  return {
    ...block,
    runs: block.runs.map((run) => runIn(run, room)),
    attrs: { ...attrs, ...(indent && { indent }), pageBreakBefore: false, keepNext: false, keepLines: false },
  };
}

/** Columns in their proportions; those that would be too narrow take from the others. */
export function columnsIn(given: readonly number[], room: number): number[] {
  if (given.length * NARROWEST >= room) return given.map(() => NARROWEST);
  const isFixed = given.map(() => false);
  for (;;) {
    const rest = given.reduce((sum, one, at) => (isFixed[at] ? sum : sum + one), 0);
    const left = Math.max(0, room - NARROWEST * isFixed.filter(Boolean).length);
    const scale = Math.min(1, left / (rest || 1));
    const narrow = given.findIndex((one, at) => !isFixed[at] && one * scale < NARROWEST);
    if (narrow < 0) return given.map((one, at) => (isFixed[at] ? NARROWEST : one * scale));
    isFixed[narrow] = true;
  }
}

function tableIn(table: TableBlock, room: number): TableBlock {
  const columns = Math.max(1, table.columnWidths?.length ?? 0, ...table.rows.map(({ cells }) => cells.length));
  const given =
    table.columnWidths?.length === columns ? table.columnWidths : Array<number>(columns).fill(room / columns);
  const columnWidths = columnsIn(given, room);
  return {
    ...table,
    columnWidths,
    width: undefined,
    widthType: 'auto',
    floating: undefined,
    indent: undefined,
    rows: rowsIn(table.rows, columnWidths),
  };
}

function rowsIn(rows: readonly TableRow[], columnWidths: readonly number[]): TableRow[] {
  // Rows that a cell of a row above still takes of each column.
  const taken = columnWidths.map(() => 0);
  return rows.map((row) => {
    let at = 0;
    const cells = row.cells.map((cell) => {
      while ((taken[at] ?? 0) > 0) at += 1;
      const end = at + (cell.colSpan ?? 1);
      const width = columnWidths.slice(at, end).reduce((sum, one) => sum + one, 0) || NARROWEST;
      taken.fill(cell.rowSpan ?? 1, at, end);
      at = end;
      const padding = (cell.padding?.left ?? 0) + (cell.padding?.right ?? 0);
      const blocks = narrowed(cell.blocks, Math.max(1, width - padding));
      return { ...cell, width, widthValue: undefined, widthType: undefined, blocks };
    });
    taken.forEach((rows, column) => (taken[column] = Math.max(0, rows - 1)));
    return { ...row, cells, cantSplit: false, ...(row.heightRule === 'exact' && { heightRule: 'atLeast' as const }) };
  });
}
