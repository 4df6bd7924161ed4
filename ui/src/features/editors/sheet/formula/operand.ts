import type { Area } from './address';
import { errors, isError, toBool, toNumber, toText, type CellError, type Value } from './values';

/** Cells that a formula reads; `sheet` is the id of theirs. */
export interface Cells extends Area {
  readonly kind: 'cells';
  readonly sheet: string;
}

/** Values that were computed. */
export interface Matrix {
  readonly kind: 'matrix';
  readonly rows: readonly (readonly Value[])[];
}

export type Operand = Value | Cells | Matrix;

/** The view of functions on the workbook and on their own cell. */
export interface Scope {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly value: (sheet: string, row: number, column: number) => Value;
  /** Calls a function with the cells of an area that are there, row by row. */
  readonly each: (sheet: string, area: Area, take: (row: number, column: number, value: Value) => void) => void;
  /** The rows and columns that have cells. */
  readonly extent: (sheet: string) => { readonly rows: number; readonly columns: number };
  readonly sheetNamed: (name: string) => string | null;
  readonly formula: (sheet: string, row: number, column: number) => string | null;
  /** Whether a row is not shown, and whether that is so by a filter. */
  readonly hidden: (sheet: string, row: number) => 'filter' | 'hand' | null;
  /** Days between the epoch of the workbook and that of 1900. */
  readonly epoch: number;
  readonly now: () => Date;
  /** Ranges stand for all of their values here, and not for the one in the row or column of the formula. */
  readonly array?: boolean;
}

/** The value of a formula is not known here: neither is that of another one that reads it. */
export class Unknown extends Error {}

export const isCells = (operand: Operand | undefined): operand is Cells =>
  typeof operand === 'object' && operand !== null && 'kind' in operand && operand.kind === 'cells';

export const isMatrix = (operand: Operand | undefined): operand is Matrix =>
  typeof operand === 'object' && operand !== null && 'kind' in operand && operand.kind === 'matrix';

export const isMany = (operand: Operand): operand is Cells | Matrix => isCells(operand) || isMatrix(operand);

/** The part of an area that may have cells, at least one of them: whole columns are long. */
export function used(cells: Cells, scope: Scope): Area {
  const { rows, columns } = scope.extent(cells.sheet);
  return {
    top: cells.top,
    left: cells.left,
    bottom: Math.max(cells.top, Math.min(cells.bottom, rows)),
    right: Math.max(cells.left, Math.min(cells.right, columns)),
  };
}

/** Of more places no list is made: one far cell makes whole columns and rows as large as a sheet may be. */
export const MOST_PLACES = 4_000_000;

/** Calls a function with each value, row by row. Of areas, only cells that are there are told. */
export function each(operand: Operand, scope: Scope, take: (value: Value) => void): void {
  if (isCells(operand)) scope.each(operand.sheet, operand, (_row, _column, value) => take(value));
  else if (isMatrix(operand)) for (const row of operand.rows) row.forEach(take);
  else take(operand);
}

export const heightOf = (operand: Operand) =>
  isCells(operand) ? operand.bottom - operand.top + 1 : isMatrix(operand) ? operand.rows.length : 1;

export const widthOf = (operand: Operand) =>
  isCells(operand) ? operand.right - operand.left + 1 : isMatrix(operand) ? (operand.rows[0]?.length ?? 0) : 1;

/** The value at a place of an operand, from 0. One value stands everywhere, one row in every row. */
export function at(operand: Operand, scope: Scope, row: number, column: number): Value {
  if (!isMany(operand)) return operand;
  const [height, width] = [heightOf(operand), widthOf(operand)];
  const [y, x] = [height === 1 ? 0 : row, width === 1 ? 0 : column];
  if (y >= height || x >= width) return errors.na;
  if (isCells(operand)) return scope.value(operand.sheet, operand.top + y, operand.left + x);
  return operand.rows[y]?.[x] ?? null;
}

/** The rows of an operand as values. */
export function rowsOf(operand: Operand, scope: Scope): readonly (readonly Value[])[] {
  if (isMatrix(operand)) return operand.rows;
  if (!isCells(operand)) return [[operand]];
  const { top, left, bottom, right } = used(operand, scope);
  if ((bottom - top + 1) * (right - left + 1) > MOST_PLACES) stop(errors.value);
  const rows: Value[][] = [];
  for (let row = top; row <= bottom; row++) {
    const line: Value[] = [];
    for (let column = left; column <= right; column++) line.push(scope.value(operand.sheet, row, column));
    rows.push(line);
  }
  return rows;
}

/** One value: of an area the one in the row or column of the formula, of a matrix and in arrays the first one. */
export function single(operand: Operand, scope: Scope): Value {
  if (isMatrix(operand)) return operand.rows[0]?.[0] ?? null;
  if (!isCells(operand)) return operand;
  const { sheet, top, left, bottom, right } = operand;
  if ((top === bottom && left === right) || scope.array) return scope.value(sheet, top, left);
  if (left === right && scope.row >= top && scope.row <= bottom) return scope.value(sheet, scope.row, left);
  if (top === bottom && scope.column >= left && scope.column <= right) return scope.value(sheet, top, scope.column);
  return errors.value;
}

/** Applies a function of values to operands, place by place. */
export function spread(scope: Scope, all: readonly Operand[], apply: (...values: Value[]) => Value): Operand {
  const of = scope.array ? all : all.map((operand) => (isCells(operand) ? single(operand, scope) : operand));
  if (!of.some(isMany)) return apply(...(of as Value[]));
  const whole = of.map((operand) => (isCells(operand) ? { ...operand, ...used(operand, scope) } : operand));
  const height = Math.max(...whole.map(heightOf));
  const width = Math.max(...whole.map(widthOf));
  if (height === 1 && width === 1) return apply(...whole.map((operand) => at(operand, scope, 0, 0)));
  if (height * width > MOST_PLACES) return errors.value;
  const rows: Value[][] = [];
  for (let row = 0; row < height; row++) {
    const line: Value[] = [];
    for (let column = 0; column < width; column++) line.push(apply(...whole.map((o) => at(o, scope, row, column))));
    rows.push(line);
  }
  return { kind: 'matrix', rows };
}

/** Ends a function with an error as its value. */
export class Stop extends Error {
  readonly error: CellError;
  constructor(error: CellError) {
    super(error.code);
    this.error = error;
  }
}

const sure = <T>(value: T | CellError): T => {
  if (isError(value)) throw new Stop(value);
  return value;
};

export const stop = (error: CellError): never => {
  throw new Stop(error);
};

/** The arguments of a function, read as it needs them. Errors among them end it. */
export class Args {
  readonly all: readonly (Operand | undefined)[];
  readonly scope: Scope;
  constructor(all: readonly (Operand | undefined)[], scope: Scope) {
    this.all = all;
    this.scope = scope;
  }
  get count() {
    return this.all.length;
  }
  /** The first ones alone. */
  until = (count: number) => new Args(this.all.slice(0, count), this.scope);
  has = (index: number) => this.all[index] !== undefined;
  operand = (index: number): Operand => this.all[index] ?? null;
  value = (index: number): Value => single(this.operand(index), this.scope);
  /** A value that is no error. */
  plain = (index: number) => sure(this.value(index));
  number = (index: number, other?: number): number => {
    if (this.all[index] === undefined) return other ?? stop(errors.value);
    return sure(toNumber(this.value(index)));
  };
  integer = (index: number, other?: number): number => Math.trunc(this.number(index, other));
  text = (index: number, other?: string): string => {
    if (this.all[index] === undefined) return other ?? stop(errors.value);
    return sure(toText(this.value(index)));
  };
  bool = (index: number, other = false): boolean =>
    this.all[index] === undefined ? other : sure(toBool(this.value(index)));
  /** The numbers from an argument on: all of values, and of cells those that are numbers. */
  numbers = (from = 0, until = this.count): number[] => {
    const found: number[] = [];
    for (const operand of this.all.slice(from, until)) {
      if (operand === undefined) continue;
      if (isMany(operand)) {
        each(operand, this.scope, (value) => {
          if (typeof value === 'number') found.push(value);
          else if (isError(value)) throw new Stop(value);
        });
      } else found.push(sure(toNumber(operand)));
    }
    return found;
  };
}

export type Fn = (args: Args) => Operand;
export type Fns = Readonly<Record<string, Fn>>;
