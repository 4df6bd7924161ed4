import type { SheetBorder, SheetComment, SheetDrawing, SheetMissing, SheetRun } from '~/api/document';
import type { Area } from '../formula/address';
import type { Value } from '../formula/values';
import { usualSetup, type PageSetup } from './paper';

export const SIDES = ['left', 'right', 'top', 'bottom'] as const;
/** The lines around a cell and through it. */
export const LINES = [...SIDES, 'up', 'down'] as const;
export type Side = (typeof LINES)[number];

/** The look of a cell. What a look does not name is that of the sheet. */
export interface Look {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  /** RRGGBB, as the fill. */
  readonly color?: string;
  readonly fill?: string;
  readonly align?: 'left' | 'center' | 'right' | 'justify';
  readonly valign?: 'top' | 'center' | 'bottom';
  readonly wrap?: boolean;
  readonly numFmt?: string;
  readonly size?: number;
  readonly font?: string;
  readonly border?: SheetBorder;
  /** Degrees to the left, as the file has them. */
  readonly turn?: number;
}

export interface Cell {
  /** The looks of parts of its text, as long as that is the same. */
  readonly runs?: readonly SheetRun[];
  readonly value: Value;
  /** Without the sign of equality. */
  readonly formula?: string;
  /** Its formula fills several cells: it is kept, and not computed here. */
  readonly array?: boolean;
  /** Its formula is computed as an array, of which it has the first value. */
  readonly spreads?: boolean;
  /** It had another value than is computed here: it keeps that one, and has none when what it reads has changed. */
  readonly kept?: boolean;
  readonly look: Look;
}

export const PLAIN: Look = {};

/** Rows by their number; in each the cells by their column. Both count from 1. */
export type Rows = Map<number, Map<number, Cell>>;

/** Sizes in px that differ from the usual one; 0 is hidden. */
export type Sizes = Map<number, number>;

/** What a filter shows of a column: texts as their formats show them in Latin digits, and dates or their beginnings. */
export interface FilterColumn {
  readonly column: number;
  readonly values: readonly string[];
  readonly dates: readonly string[];
  readonly blank: boolean;
  /** It shows by a condition, a colour or a rank, which the file says. */
  readonly other?: boolean;
}

export interface Filter {
  /** With the heads. */
  readonly area: Area;
  readonly columns: readonly FilterColumn[];
}

export interface Sheet {
  readonly id: string;
  name: string;
  rtl: boolean;
  hidden: boolean;
  frozen: { rows: number; columns: number };
  merges: readonly Area[];
  filter: Filter | null;
  print: PageSetup;
  /** Charts over the cells. */
  drawings: readonly SheetDrawing[];
  /** What lies over the cells besides, and is not shown. */
  readonly missing?: SheetMissing | undefined;
  /** What is said at cells. */
  comments: readonly SheetComment[];
  /** Areas of tables, which have filters of their own. */
  tables: readonly Area[];
  /** Areas that one formula fills each. */
  arrays: readonly Area[];
  /** Its author protected it. */
  locked: boolean;
  /** It cannot be deleted. */
  stays: boolean;
  readonly cells: Rows;
  readonly widths: Sizes;
  readonly heights: Sizes;
  /** The sizes that hidden ones have when they are shown again. */
  readonly covered: { readonly rows: Sizes; readonly columns: Sizes };
  readonly usual: { readonly width: number; readonly height: number };
  /** The last row and column with cells. */
  extent: { rows: number; columns: number };
}

export const newSheet = (id: string, name: string, more: Partial<Sheet> = {}): Sheet => ({
  id,
  name,
  rtl: false,
  hidden: false,
  frozen: { rows: 0, columns: 0 },
  merges: [],
  filter: null,
  print: usualSetup,
  drawings: [],
  comments: [],
  tables: [],
  arrays: [],
  locked: false,
  stays: false,
  cells: new Map(),
  widths: new Map(),
  heights: new Map(),
  covered: { rows: new Map(), columns: new Map() },
  usual: { width: 72, height: 26 },
  extent: { rows: 0, columns: 0 },
  ...more,
});

const looks = new Map<string, Look>();

/** Looks that say the same are the same object: a sheet has many cells and few looks. */
export function internLook(look: { readonly [K in keyof Look]?: Look[K] | undefined }): Look {
  const entries = Object.entries(look).filter(([, value]) => value !== undefined && value !== false && value !== '');
  if (entries.length === 0) return PLAIN;
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const key = JSON.stringify(entries);
  let known = looks.get(key);
  if (!known) looks.set(key, (known = Object.fromEntries(entries) as Look));
  return known;
}

export const isBlank = (cell: Cell | undefined) =>
  !cell || (cell.value === null && cell.formula === undefined && cell.look === PLAIN);

/** A formula that others use by its name. */
export interface DefinedName {
  readonly name: string;
  /** Id of the sheet that it counts on; none for all. */
  readonly sheet?: string;
  readonly formula: string;
  readonly hidden?: boolean;
}

/** A workbook that is edited: its sheets in order, and what counts for all of them. */
export class Book {
  readonly sheets: Sheet[];
  /** Days between the epoch of the workbook and that of 1900. */
  readonly epoch: number;

  /** Its author locked the list of sheets. */
  readonly fixed: boolean;

  /** It asks to be computed when it is opened. */
  readonly stale: boolean;

  names: readonly DefinedName[];

  /**
   * The font of cells that say none, and all that the file uses. The usual one is not drawn: nearly every file says
   * Calibri, whose Persian letters would be those of another font on each device.
   */
  readonly fonts: { usual: string; all: readonly string[] } = { usual: 'Calibri', all: [] };

  constructor(sheets: Sheet[], epoch = 0, fixed = false, stale = false, names: readonly DefinedName[] = []) {
    this.names = names;
    this.sheets = sheets;
    this.epoch = epoch;
    this.fixed = fixed;
    this.stale = stale;
  }

  sheet(id: string): Sheet {
    const found = this.sheets.find((sheet) => sheet.id === id);
    if (!found) throw new Error(`no sheet ${id}`);
    return found;
  }

  sheetByName(name: string): Sheet | undefined {
    const wanted = name.toLowerCase();
    return this.sheets.find((sheet) => sheet.name.toLowerCase() === wanted);
  }

  /** The name that counts in a formula of a sheet: its own before that of all. */
  nameOf(name: string, home: string | undefined): DefinedName | undefined {
    const wanted = name.toLowerCase();
    const all = this.names.filter((one) => one.name.toLowerCase() === wanted);
    return (
      all.find(({ sheet }) => sheet !== undefined && sheet === home) ?? all.find(({ sheet }) => sheet === undefined)
    );
  }

  /** The formula of the name that a formula of a sheet mentions, with another sheet before it or none. */
  formulaOf(name: string, home: string | undefined, sheet: string | null): string | undefined {
    const on = sheet === null ? home : this.sheetByName(sheet)?.id;
    return sheet !== null && on === undefined ? undefined : this.nameOf(name, on)?.formula;
  }

  cell(id: string, row: number, column: number): Cell | undefined {
    return this.sheet(id).cells.get(row)?.get(column);
  }
}

/** Puts a cell into its place; undefined or a blank one empties it. */
export function put(sheet: Sheet, row: number, column: number, cell: Cell | undefined): void {
  let line = sheet.cells.get(row);
  if (isBlank(cell) || !cell) {
    line?.delete(column);
    if (line?.size === 0) sheet.cells.delete(row);
    return;
  }
  if (!line) sheet.cells.set(row, (line = new Map()));
  line.set(column, cell);
  const { extent } = sheet;
  if (row > extent.rows || column > extent.columns) {
    sheet.extent = { rows: Math.max(extent.rows, row), columns: Math.max(extent.columns, column) };
  }
}

/** Calls a function with the cells of an area, in order. */
export function eachCell(sheet: Sheet, area: Area, take: (row: number, column: number, cell: Cell) => void): void {
  const bottom = Math.min(area.bottom, sheet.extent.rows);
  const right = Math.min(area.right, sheet.extent.columns);
  for (let row = area.top; row <= bottom; row++) {
    const line = sheet.cells.get(row);
    if (!line) continue;
    if (line.size < right - area.left) {
      for (const column of [...line.keys()].sort((a, b) => a - b)) {
        const cell = line.get(column);
        if (cell && column >= area.left && column <= right) take(row, column, cell);
      }
    } else {
      for (let column = area.left; column <= right; column++) {
        const cell = line.get(column);
        if (cell) take(row, column, cell);
      }
    }
  }
}

/** The merged area that covers a place. */
export const mergeAt = (sheet: Sheet, row: number, column: number) =>
  sheet.merges.find(({ top, left, bottom, right }) => row >= top && row <= bottom && column >= left && column <= right);
