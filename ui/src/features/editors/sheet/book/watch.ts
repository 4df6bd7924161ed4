import { overlaps, type Area } from '../formula/address';
import { functionNamed, functionNames, volatile } from '../formula/functions';
import type { Node, Relative } from '../formula/parse';

/** A cell with a formula. */
export interface Entry {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  /** Null when it says something that is not computed here: it keeps the value that the file has. */
  readonly node: Node | null;
  readonly facts: Facts | null;
  state: 'clean' | 'dirty' | 'waiting';
  dead: boolean;
  cycle: boolean;
  /** The cell keeps the value of the file, as long as nothing that it reads is another one. */
  kept: boolean;
  stirred: boolean;
}

/** An area that formulas read. */
interface Watched {
  readonly area: Area;
  readonly by: Entry[];
}

interface Facts {
  readonly references: readonly Relative[];
  readonly volatile: boolean;
  /** It is another value each time, or each day. */
  readonly timed: boolean;
  readonly foreign: boolean;
  /** It finds out what it reads as it is computed. */
  readonly seeks: boolean;
}

const BLOCK_ROWS = 128;
const BLOCK_COLUMNS = 8;
/** An area over more blocks is looked for in a list. */
const MOST_BLOCKS = 128;

const known = new WeakMap<Node, Facts>();
const names = new Set(functionNames);

/** Functions that look at the place of their first argument alone. */
const placed = new Set(['ROW', 'COLUMN', 'ROWS', 'COLUMNS', 'ISREF', 'OFFSET']);

/** The arguments whose cells a function reads: of a table that is looked up, a column or row with what is sought and one of values. */
function readBy(name: string, args: readonly (Node | null)[]): readonly (Node | null)[] {
  if (placed.has(name) && args[0]?.kind === 'reference') return args.slice(1);
  const [sought, table, number] = args;
  if ((name !== 'VLOOKUP' && name !== 'HLOOKUP') || table?.kind !== 'reference' || number?.kind !== 'value')
    return args;
  const [first, last] = name === 'VLOOKUP' ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
  const begin = table.reference[first];
  const line = (at: number): Node => {
    const edge = { ...begin, at: begin.at + at };
    return { kind: 'reference', reference: { ...table.reference, [first]: edge, [last]: edge } };
  };
  const at = Math.trunc(Number(number.value));
  const width = table.reference[last].at - begin.at;
  const isKnown = at >= 1 && (table.reference[last].fixed !== begin.fixed || at <= width + 1);
  return isKnown ? [sought ?? null, line(0), line(at - 1), ...args.slice(3)] : args;
}

export function factsOf(root: Node): Facts {
  const before = known.get(root);
  if (before) return before;
  const references: Relative[] = [];
  let [timed, foreign, seeks] = [false, false, false];
  const walk = (node: Node | null) => {
    if (!node) return;
    if (node.kind === 'reference') references.push(node.reference);
    else if (node.kind === 'unary') walk(node.of);
    else if (node.kind === 'binary') {
      walk(node.left);
      walk(node.right);
      if (node.operator === ':') seeks = true;
    } else if (node.kind === 'call') {
      if (node.name === 'OFFSET' || node.name === 'INDIRECT') seeks = true;
      else timed ||= volatile.has(node.name);
      foreign ||= !names.has(node.name) && !functionNamed(node.name);
      readBy(node.name, node.args).forEach(walk);
    }
  };
  walk(root);
  const facts = { references, volatile: timed || seeks, timed, foreign, seeks };
  known.set(root, facts);
  return facts;
}

export const cellKey = (row: number, column: number) => row * 16_384 + column - 1;
const blockKey = (row: number, column: number) =>
  Math.floor(row / BLOCK_ROWS) * 4096 + Math.floor(column / BLOCK_COLUMNS);

/** The formulas that read the cells of one sheet. */
export class Watch {
  readonly cells = new Map<number, Entry[]>();
  readonly areas = new Map<string, Watched>();
  private readonly blocks = new Map<number, Watched[]>();
  private readonly wide: Watched[] = [];

  add(area: Area, entry: Entry) {
    if (area.top === area.bottom && area.left === area.right) {
      const key = cellKey(area.top, area.left);
      const by = this.cells.get(key);
      if (by) by.push(entry);
      else this.cells.set(key, [entry]);
      return;
    }
    const name = `${area.top},${area.left},${area.bottom},${area.right}`;
    let watched = this.areas.get(name);
    if (!watched) {
      this.areas.set(name, (watched = { area, by: [] }));
      this.index(watched);
    }
    watched.by.push(entry);
  }

  private index(watched: Watched) {
    const { top, left, bottom, right } = watched.area;
    const rows = Math.floor(bottom / BLOCK_ROWS) - Math.floor(top / BLOCK_ROWS) + 1;
    const columns = Math.floor(right / BLOCK_COLUMNS) - Math.floor(left / BLOCK_COLUMNS) + 1;
    if (rows * columns > MOST_BLOCKS) {
      this.wide.push(watched);
      return;
    }
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const key = blockKey(top + row * BLOCK_ROWS, left + column * BLOCK_COLUMNS);
        const block = this.blocks.get(key);
        if (block) block.push(watched);
        else this.blocks.set(key, [watched]);
      }
    }
  }

  readers(row: number, column: number, take: (entry: Entry) => void) {
    this.cells.get(cellKey(row, column))?.forEach(take);
    const cell = { top: row, left: column, bottom: row, right: column };
    for (const watched of this.blocks.get(blockKey(row, column)) ?? []) {
      if (overlaps(watched.area, cell)) watched.by.forEach(take);
    }
    for (const watched of this.wide) if (overlaps(watched.area, cell)) watched.by.forEach(take);
  }
}
