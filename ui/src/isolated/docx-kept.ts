import type {
  FlowBlock,
  Measure,
  ParagraphAttrs,
  ParagraphBlock,
  TableBlock,
} from '@eigenpal/docx-editor-core/layout-engine';
import type { Node } from 'prosemirror-model';

/** What the blocks of a text are made with, as the library names it. */
export interface Making {
  /** Whether blocks are kept for the next layout: those of the body, and of nothing else. */
  readonly keeps?: boolean;
  readonly theme?: unknown;
  readonly pageContentHeight?: number;
  readonly defaultTabStopTwips?: number;
  readonly listCounters?: Map<number, number[]>;
  readonly listSeenNumIds?: Set<string>;
}

type Attrs = Node['attrs'];
/** Counts an item of a list and tells its number, or null outside of lists. */
type CountItem = (attrs: Attrs, counters: Making['listCounters'], seen: Making['listSeenNumIds']) => string | null;
type MakeBlock = (node: Node, at: number, making: Making) => FlowBlock;
type Spacing = ParagraphAttrs['spacing'];

/** The block of a node, and what it depends on besides the node. */
interface Kept {
  readonly block: FlowBlock;
  readonly theme: unknown;
  readonly height: number | undefined;
  readonly tabStop: number | undefined;
  readonly marker: string | null | undefined;
  /** The layout takes the room between paragraphs of one style away from the blocks themselves. */
  readonly spacings: readonly (readonly [ParagraphAttrs, Spacing])[];
  at: number;
  /** The layout that used it last: a node can stand in a text twice. */
  turn: number;
}

let blocks = new WeakMap<Node, Kept>();
const keptBlocks = new WeakSet<FlowBlock>();
let turn = 0;
let counted = 0;
let taken: { attrs: Attrs; marker: string | null } | null = null;

/** Begins the conversion of a whole text. */
export function beginBlocks(): void {
  turn += 1;
}

/**
 * The number of an item that was counted before its block is made; undefined: it is not counted yet. The library asks for
 * each paragraph whose attributes it converts.
 */
export function countedMarker(attrs: Attrs): { marker: string | null } | undefined {
  if (taken?.attrs === attrs) return taken;
  if (isItem(attrs)) counted += 1;
  return undefined;
}

const isItem = (attrs: Attrs) => Boolean((attrs['numPr'] as { numId?: number } | null | undefined)?.numId);

/**
 * The block of a node of the body: the one of the layout before, when the node is the same and nothing else that the block
 * depends on changed. Its positions in the text are moved.
 */
export function keepBlock(make: MakeBlock, node: Node, at: number, making: Making, count: CountItem): FlowBlock {
  if (!making.keeps) return make(node, at, making);
  const isCounted = node.type.name === 'paragraph' && isItem(node.attrs);
  const marker = isCounted ? count(node.attrs, making.listCounters, making.listSeenNumIds) : undefined;
  const had = blocks.get(node);
  if (had && had.turn !== turn && had.marker === marker && fits(had, making)) {
    if (had.at !== at) moveBlock(had.block, at - had.at);
    had.at = at;
    had.turn = turn;
    for (const [attrs, spacing] of had.spacings) attrs.spacing = spacing;
    delete had.block.sdtGroups;
    return had.block;
  }
  const before = counted;
  if (isCounted) taken = { attrs: node.attrs, marker: marker ?? null };
  let block: FlowBlock;
  try {
    block = make(node, at, making);
  } finally {
    taken = null;
  }
  // The number of an item inside of a table depends on all that is before it, and a control in the text on its place.
  if (had?.turn === turn || counted !== before || hasPlace(block)) return block;
  const { theme, pageContentHeight: height, defaultTabStopTwips: tabStop } = making;
  blocks.set(node, { block, theme, height, tabStop, marker, spacings: spacingsIn(block), at, turn });
  keptBlocks.add(block);
  return block;
}

const fits = (kept: Kept, making: Making) =>
  kept.theme === making.theme &&
  kept.height === making.pageContentHeight &&
  kept.tabStop === making.defaultTabStopTwips;

function paragraphsIn(block: FlowBlock): readonly ParagraphBlock[] {
  if (block.kind === 'paragraph') return [block];
  if (block.kind === 'textBox') return block.content;
  if (block.kind !== 'table') return [];
  return block.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks.flatMap(paragraphsIn)));
}

const hasPlace = (block: FlowBlock) =>
  paragraphsIn(block).some(({ runs }) => runs.some((run) => 'inlineSdtWidget' in run && run.inlineSdtWidget));

const spacingsIn = (block: FlowBlock) =>
  paragraphsIn(block).flatMap(({ attrs }) => (attrs?.contextualSpacing ? [[attrs, attrs.spacing] as const] : []));

/** Moves the positions of a block and of all that is in it. */
export function moveBlock(block: FlowBlock, by: number): void {
  movePlace(block, by);
  if (block.kind === 'paragraph') for (const run of block.runs) movePlace(run, by);
  else if (block.kind === 'textBox') for (const one of block.content) moveBlock(one, by);
  else if (block.kind === 'table') moveRows(block, by);
}

function moveRows({ rows }: TableBlock, by: number): void {
  for (const { cells } of rows) for (const cell of cells) for (const one of cell.blocks) moveBlock(one, by);
}

function movePlace(place: object, by: number): void {
  const placed = place as { pmStart?: number; pmEnd?: number };
  if (placed.pmStart !== undefined) placed.pmStart += by;
  if (placed.pmEnd !== undefined) placed.pmEnd += by;
}

interface KeptMeasure {
  readonly width: number;
  readonly measure: Measure;
}

let measures = new WeakMap<FlowBlock, KeptMeasure>();

/** Whether a block is the same one in the next layout if its node is. */
export const isKept = (block: FlowBlock) => keptBlocks.has(block);

/** The measure of a kept block at a width in px; undefined: it has to be measured. Text around floats is always measured. */
export function keptMeasure(block: FlowBlock, width: number, floats?: readonly unknown[]): Measure | undefined {
  if (floats?.length) return undefined;
  const had = measures.get(block);
  return had?.width === width ? had.measure : undefined;
}

/** Keeps the measure of a kept block. */
export function keepMeasure(block: FlowBlock, width: number, floats: readonly unknown[] | undefined, measure: Measure) {
  if (!floats?.length && keptBlocks.has(block)) measures.set(block, { width, measure });
  return measure;
}

/** Forgets all blocks and their measures, because fonts came: the next layout is made from nothing. */
export function forgetBlocks(): void {
  blocks = new WeakMap();
  measures = new WeakMap();
}
