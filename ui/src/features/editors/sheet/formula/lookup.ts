import { areaIn, cellName, MAX_COLUMN, MAX_ROW, sheetPrefix } from './address';
import { tokensOf } from './tokens';
import {
  at,
  heightOf,
  isCells,
  rowsOf,
  spread,
  stop,
  used,
  widthOf,
  type Args,
  type Cells,
  type Fns,
  type Operand,
  type Scope,
} from './operand';
import { compare, errors, isError, type Value } from './values';
import { hasWildcard, patternOf } from './criteria';

const isSameKind = (a: Value, b: Value) => typeof a === typeof b && a !== null && !isError(a);

/** Values in a line: a row or a column of an operand. */
interface Line {
  readonly length: number;
  readonly at: (index: number) => Value;
}

function lineOf(operand: Operand, scope: Scope): Line {
  const down = heightOf(operand) >= widthOf(operand);
  const area = isCells(operand) ? used(operand, scope) : null;
  const full = down ? heightOf(operand) : widthOf(operand);
  const seen = area ? (down ? area.bottom - area.top : area.right - area.left) + 1 : full;
  return {
    length: Math.min(full, seen),
    at: (index) => (down ? at(operand, scope, index, 0) : at(operand, scope, 0, index)),
  };
}

const column = (operand: Operand, scope: Scope): Line => {
  const area = isCells(operand) ? used(operand, scope) : null;
  return {
    length: area ? area.bottom - area.top + 1 : heightOf(operand),
    at: (index) => at(operand, scope, index, 0),
  };
};

const row = (operand: Operand, scope: Scope): Line => {
  const area = isCells(operand) ? used(operand, scope) : null;
  return { length: area ? area.right - area.left + 1 : widthOf(operand), at: (index) => at(operand, scope, 0, index) };
};

function exactly(line: Line, wanted: Value, wildcards: boolean, backwards = false): number {
  const pattern = wildcards && typeof wanted === 'string' && hasWildcard(wanted) ? patternOf(wanted) : null;
  for (let index = 0; index < line.length; index++) {
    const place = backwards ? line.length - 1 - index : index;
    const value = line.at(place);
    if (
      pattern
        ? typeof value === 'string' && pattern.test(value)
        : isSameKind(value, wanted) && compare(value, wanted) === 0
    )
      return place;
  }
  return -1;
}

/** The last value of a sorted line that is not beyond the wanted one. */
function upTo(line: Line, wanted: Value, direction = 1): number {
  let [low, high, found] = [0, line.length - 1, -1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    let place = middle;
    while (place <= high && !isSameKind(line.at(place), wanted)) place++;
    if (place > high) high = middle - 1;
    else if (compare(line.at(place), wanted) * direction <= 0) {
      found = place;
      low = place + 1;
    } else high = middle - 1;
  }
  return found;
}

/** The closest value before (-1) or behind (1) the wanted one, in any order. */
function closest(line: Line, wanted: Value, side: number): number {
  let found = -1;
  for (let index = 0; index < line.length; index++) {
    const value = line.at(index);
    if (!isSameKind(value, wanted)) continue;
    const order = compare(value, wanted);
    if (order === 0) return index;
    if (Math.sign(order) === side && (found < 0 || Math.sign(compare(line.at(found), value)) === side)) found = index;
  }
  return found;
}

function tableLookup(args: Args, vertical: boolean): Operand {
  const table = args.operand(1);
  const number = args.integer(2);
  const line = (vertical ? column : row)(table, args.scope);
  if (number < 1) return errors.value;
  if (number > (vertical ? widthOf(table) : heightOf(table))) return errors.ref;
  return spread(args.scope, [args.operand(0)], (wanted = null) => {
    if (isError(wanted)) return wanted;
    const sought = wanted ?? 0;
    const found = args.bool(3, true) ? upTo(line, sought) : exactly(line, sought, true);
    if (found < 0) return errors.na;
    return vertical ? at(table, args.scope, found, number - 1) : at(table, args.scope, number - 1, found);
  });
}

function match(args: Args): Operand {
  const line = lineOf(args.operand(1), args.scope);
  const kind = args.number(2, 1);
  return spread(args.scope, [args.operand(0)], (wanted = null) => {
    if (isError(wanted)) return wanted;
    const sought = wanted ?? 0;
    const found = kind === 0 ? exactly(line, sought, true) : upTo(line, sought, kind > 0 ? 1 : -1);
    return found < 0 ? errors.na : found + 1;
  });
}

/** The place that a search by halves finds in a line that is said to be sorted. */
function searchByHalves(line: Line, wanted: Value, mode: number, direction: number): number {
  let [low, high] = [0, line.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(line.at(middle), wanted) * direction < 0) low = middle + 1;
    else high = middle;
  }
  if (low < line.length && compare(line.at(low), wanted) === 0) return low;
  if (mode === 0 || mode === 2) return -1;
  const place = mode * direction > 0 ? low : low - 1;
  return place < line.length ? place : -1;
}

function xPlace(args: Args, wanted: Value, mode: number, order: number): number {
  const line = lineOf(args.operand(1), args.scope);
  if (Math.abs(order) === 2) return searchByHalves(line, wanted, mode, order / 2);
  const found = exactly(line, wanted, mode === 2, order < 0);
  return found >= 0 || mode === 0 || mode === 2 ? found : closest(line, wanted, mode);
}

function xlookup(args: Args): Operand {
  const wanted = args.plain(0) ?? 0;
  const found = xPlace(args, wanted, args.integer(4, 0), args.integer(5, 1));
  if (found < 0) return args.has(3) ? args.operand(3) : errors.na;
  const [sought, from] = [args.operand(1), args.operand(2)];
  if (heightOf(sought) >= widthOf(sought)) return part(from, args.scope, found + 1, 0);
  return part(from, args.scope, 0, found + 1);
}

/** A row, a column or a value of an operand, from 1; 0 means all of them. */
function part(operand: Operand, scope: Scope, row: number, column: number): Operand {
  if (row < 0 || column < 0) return errors.value;
  if (row > heightOf(operand) || column > widthOf(operand)) return errors.ref;
  if (isCells(operand)) {
    const { top, left, bottom, right } = operand;
    return {
      ...operand,
      ...(row > 0 && { top: top + row - 1, bottom: top + row - 1 }),
      ...(column > 0 && { left: left + column - 1, right: left + column - 1 }),
      ...(row === 0 && { top, bottom }),
      ...(column === 0 && { left, right }),
    };
  }
  const rows = rowsOf(operand, scope);
  const lines = row > 0 ? [rows[row - 1] ?? []] : rows;
  if (row > 0 && column > 0) return lines[0]?.[column - 1] ?? null;
  return { kind: 'matrix', rows: column > 0 ? lines.map((line) => [line[column - 1] ?? null]) : lines };
}

function index(args: Args): Operand {
  const operand = args.operand(0);
  const [row, column] = [args.integer(1, 0), args.integer(2, 0)];
  // One number counts along the only row.
  if (!args.has(2) && heightOf(operand) === 1) return part(operand, args.scope, 0, row);
  return part(operand, args.scope, row, column);
}

const cells = (operand: Operand): Cells =>
  isCells(operand) ? operand : stop(isError(operand) ? operand : errors.value);

function offset(args: Args): Operand {
  const from = cells(args.operand(0));
  const [top, left] = [from.top + args.integer(1), from.left + args.integer(2)];
  const height = args.integer(3, heightOf(from));
  const width = args.integer(4, widthOf(from));
  const area = { ...from, top, left, bottom: top + height - 1, right: left + width - 1 };
  if (height < 1 || width < 1 || top < 1 || left < 1 || area.bottom > MAX_ROW || area.right > MAX_COLUMN)
    return errors.ref;
  return area;
}

function indirect(args: Args): Operand {
  const [token, more] = tokensOf(args.text(0));
  if (token?.kind !== 'reference' || more) return errors.ref;
  const { sheet, top, left, bottom, right } = token.reference;
  const id = sheet === null ? args.scope.sheet : args.scope.sheetNamed(sheet);
  return id === null
    ? errors.ref
    : { kind: 'cells', sheet: id, top: top.at, left: left.at, bottom: bottom.at, right: right.at };
}

function lookup(args: Args): Operand {
  const line = lineOf(args.operand(1), args.scope);
  const found = upTo(line, args.plain(0) ?? 0);
  if (found < 0) return errors.na;
  return lineOf(args.has(2) ? args.operand(2) : args.operand(1), args.scope).at(found);
}

function address(args: Args): string | Value {
  const [row, column, kind] = [args.integer(0), args.integer(1), args.integer(2, 1)];
  if (kind < 1 || kind > 4) return errors.value;
  const name = areaIn(cellName(row, column)) ? cellName(row, column) : stop(errors.value);
  const [, letters = '', number = ''] = /^([A-Z]+)(\d+)$/.exec(name) ?? [];
  const text = `${kind === 1 || kind === 3 ? '$' : ''}${letters}${kind === 1 || kind === 2 ? '$' : ''}${number}`;
  return args.has(4) ? sheetPrefix(args.text(4)) + text : text;
}

function transpose(args: Args): Operand {
  const rows = rowsOf(args.operand(0), args.scope);
  return { kind: 'matrix', rows: (rows[0] ?? []).map((_, at) => rows.map((line) => line[at] ?? null)) };
}

export const lookups: Fns = {
  VLOOKUP: (args) => tableLookup(args, true),
  HLOOKUP: (args) => tableLookup(args, false),
  LOOKUP: lookup,
  XLOOKUP: xlookup,
  MATCH: match,
  XMATCH: (args) => {
    const found = xPlace(args, args.plain(0) ?? 0, args.integer(2, 0), args.integer(3, 1));
    return found < 0 ? errors.na : found + 1;
  },
  INDEX: index,
  OFFSET: offset,
  INDIRECT: indirect,
  ROW: (args) => (args.count === 0 ? args.scope.row : cells(args.operand(0)).top),
  COLUMN: (args) => (args.count === 0 ? args.scope.column : cells(args.operand(0)).left),
  ROWS: (args) => heightOf(args.operand(0)),
  COLUMNS: (args) => widthOf(args.operand(0)),
  ADDRESS: address,
  TRANSPOSE: transpose,
};
