import type { Area } from '../formula/address';
import type { SheetBorder, SheetLine } from '~/api/document';
import { isError, type Value } from '../formula/values';
import type { Margins } from './paper';
import { LINES, type Cell, type Look, type Side } from './book';

type Kind = 'n' | 's' | 'b' | 'e';

/** The parts of a look that changed; null takes one away. */
type LookChange = { [K in Exclude<keyof Look, 'border' | 'turn'>]?: Look[K] | null } & { border?: BorderChange };

/** The sides of which the line changed. */
type BorderChange = { [S in Side]?: SheetLine | null };

export interface CellOp {
  readonly r: number;
  readonly c: number;
  v?: number | string | boolean | null;
  f?: string;
  t?: Kind;
  s?: LookChange;
}

interface TextsOp {
  readonly f: string;
  readonly texts: readonly string[];
}

/** A chart with the values that its cells have. Places count from 0. */
export interface ChartOp {
  readonly name: string;
  readonly kind: string;
  readonly title: string;
  readonly from: readonly [row: number, column: number];
  readonly to: readonly [row: number, column: number];
  readonly rtl: boolean;
  readonly format: string;
  readonly names?: TextsOp;
  readonly series: readonly {
    readonly name?: TextsOp;
    readonly f: string;
    readonly values: readonly (number | null)[];
  }[];
}

/** What changes of headers and footers: texts by the names of their elements, of which empty ones go. */
export interface HeadsChange {
  readonly texts?: Readonly<Record<string, string>>;
  readonly onEven?: boolean;
  readonly onFirst?: boolean;
}

/** A change as the server applies it. Rows and columns count from 0. */
export type Op =
  | { readonly op: 'cells'; readonly sheet: string; readonly cells: readonly CellOp[] }
  | {
      readonly op: 'width' | 'height';
      readonly sheet: string;
      readonly from: number;
      readonly to: number;
      readonly px: number;
    }
  | {
      readonly op: 'merge' | 'unmerge';
      readonly sheet: string;
      readonly range: readonly [number, number, number, number];
    }
  | {
      readonly op: 'insert' | 'delete';
      readonly sheet: string;
      readonly axis: 'rows' | 'cols';
      readonly at: number;
      readonly count: number;
    }
  | { readonly op: 'sheet-add'; readonly id: string; readonly name: string; readonly at: number; readonly rtl: boolean }
  | { readonly op: 'sheet-delete'; readonly sheet: string }
  | { readonly op: 'sheet-rename'; readonly sheet: string; readonly name: string }
  | { readonly op: 'sheet-move'; readonly sheet: string; readonly at: number }
  | {
      readonly op: 'hide' | 'show';
      readonly sheet: string;
      readonly axis: 'rows' | 'cols';
      readonly spans: readonly (readonly [number, number])[];
    }
  | {
      readonly op: 'filter';
      readonly sheet: string;
      readonly range: readonly [number, number, number, number];
      readonly columns: readonly {
        readonly c: number;
        readonly values?: readonly string[];
        readonly dates?: readonly string[];
        readonly blank?: boolean;
        readonly keep?: boolean;
      }[];
    }
  | { readonly op: 'unfilter'; readonly sheet: string }
  | {
      readonly op: 'page';
      readonly sheet: string;
      readonly page: {
        readonly landscape?: boolean;
        readonly paper?: number;
        readonly fits?: boolean;
        readonly margins?: Margins;
        readonly grid?: boolean;
        readonly heads?: HeadsChange;
      };
    }
  | { readonly op: 'chart'; readonly sheet: string; readonly chart: ChartOp }
  | {
      readonly op: 'note';
      readonly sheet: string;
      readonly r: number;
      readonly c: number;
      readonly text: string;
      readonly author: string;
    }
  | { readonly op: 'unchart'; readonly sheet: string; readonly name: string }
  /** Without a sheet it counts on all. */
  | { readonly op: 'name'; readonly sheet: string; readonly name: string; readonly f: string }
  | { readonly op: 'unname'; readonly sheet: string; readonly name: string }
  | { readonly op: 'freeze'; readonly sheet: string; readonly rows: number; readonly cols: number };

/** The type of a value in the file. */
export function valueOp(value: Value): Pick<CellOp, 'v' | 't'> {
  if (value === null) return { v: null };
  if (isError(value)) return { v: value.code === '#CYCLE!' ? '#REF!' : value.code, t: 'e' };
  if (typeof value === 'number') return { v: value, t: 'n' };
  return typeof value === 'boolean' ? { v: value, t: 'b' } : { v: value, t: 's' };
}

function borderChange(old: SheetBorder = {}, border: SheetBorder = {}): BorderChange | null {
  const change: BorderChange = {};
  for (const side of LINES) {
    const [before, now] = [old[side], border[side]];
    if (before?.style !== now?.style || before?.color !== now?.color) change[side] = now ?? null;
  }
  return Object.keys(change).length > 0 ? change : null;
}

function lookChange(old: Look, look: Look): LookChange | null {
  const change: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(old), ...Object.keys(look)]) as Set<keyof Look>) {
    if (key !== 'border' && key !== 'turn' && old[key] !== look[key]) change[key] = look[key] ?? null;
  }
  const border = old.border === look.border ? null : borderChange(old.border, look.border);
  if (border) change.border = border;
  return Object.keys(change).length > 0 ? change : null;
}

/** How one cell became another; null when the file is the same. A formula's value follows when it is computed. */
export function cellOp(row: number, column: number, old: Cell | undefined, cell: Cell | undefined): CellOp | null {
  const op: CellOp = { r: row - 1, c: column - 1 };
  if (cell?.formula !== undefined) {
    if (cell.formula !== old?.formula) op.f = cell.formula;
  } else if (old?.formula !== undefined || (cell?.value ?? null) !== (old?.value ?? null)) {
    Object.assign(op, valueOp(cell?.value ?? null));
  }
  const look = lookChange(old?.look ?? {}, cell?.look ?? {});
  if (look) op.s = look;
  return op.f === undefined && op.v === undefined && !look ? null : op;
}

function together(first: CellOp | undefined, second: CellOp): CellOp {
  if (!first) return { ...second };
  const joined: CellOp = { r: first.r, c: first.c };
  const content = second.f !== undefined || second.v !== undefined ? second : first;
  if (content.v !== undefined) joined.v = content.v;
  if (content.t !== undefined) joined.t = content.t;
  if (content.f !== undefined) joined.f = content.f;
  if (first.s || second.s) joined.s = { ...first.s, ...second.s };
  if (first.s?.border && second.s?.border)
    joined.s = { ...joined.s, border: { ...first.s.border, ...second.s.border } };
  return joined;
}

/** The same changes in fewer ops: cells that change one after the other become one op. */
export function fewer(ops: readonly Op[]): Op[] {
  const found: Op[] = [];
  for (const op of ops) {
    const last = found.at(-1);
    if (op.op !== 'cells' || last?.op !== 'cells' || last.sheet !== op.sheet) {
      found.push(op);
      continue;
    }
    const cells = new Map(last.cells.map((cell) => [cell.r * 16_384 + cell.c, cell]));
    for (const cell of op.cells) {
      const key = cell.r * 16_384 + cell.c;
      cells.set(key, together(cells.get(key), cell));
    }
    found[found.length - 1] = { ...last, cells: [...cells.values()] };
  }
  return found;
}

export const rangeOf = ({ top, left, bottom, right }: Area) => [top - 1, left - 1, bottom - 1, right - 1] as const;
