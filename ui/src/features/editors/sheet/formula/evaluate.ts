import { MAX_COLUMN, MAX_ROW } from './address';
import { functionNamed } from './functions';
import { kindAt, kindsOf } from './kinds';
import {
  Args,
  isCells,
  isMany,
  isMatrix,
  single,
  spread,
  Stop,
  Unknown,
  type Cells,
  type Fn,
  type Operand,
  type Scope,
} from './operand';
import type { Node, Relative } from './parse';
import { ForeignError } from './parse';
import { compare, errors, isError, toBool, toNumber, toText, type Value } from './values';

/** A sum of numbers that cancel each other out is nothing, not the rest of their last digits. */
function addNumbers(a: number, b: number): number {
  const sum = a + b;
  return Math.abs(sum) < Math.abs(a) * 1e-15 ? 0 : sum;
}

const arithmetic: Record<string, (a: number, b: number) => Value> = {
  '+': addNumbers,
  '-': (a, b) => addNumbers(a, -b),
  '*': (a, b) => a * b,
  '/': (a, b) => (b === 0 ? errors.div : a / b),
  '^': (a, b) => (a === 0 && b === 0 ? errors.num : a === 0 && b < 0 ? errors.div : a ** b),
};

const comparisons: Record<string, (order: number) => boolean> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '>=': (order) => order >= 0,
};

const finite = (value: Value): Value => (typeof value === 'number' && !Number.isFinite(value) ? errors.num : value);

function applyOperator(operator: string, a: Value, b: Value): Value {
  if (isError(a)) return a;
  if (isError(b)) return b;
  if (operator === '&') return `${String(toText(a))}${String(toText(b))}`;
  const compared = comparisons[operator];
  if (compared) return compared(compare(a, b));
  const [left, right] = [toNumber(a), toNumber(b)];
  if (isError(left)) return left;
  if (isError(right)) return right;
  return finite(arithmetic[operator]?.(left, right) ?? errors.value);
}

function applySign(operator: string, of: Value): Value {
  const number = toNumber(of);
  if (isError(number)) return number;
  return operator === '%' ? number / 100 : -number;
}

/** Loose references of names count from A1, and begin anew behind the last row and column. */
const around = (at: number, most: number) => (at > most && at <= 2 * most ? at - most : at);

/** The cells of a reference, seen from the cell of the formula; null beyond the edges of a sheet. */
export function cellsOf(reference: Relative, row: number, column: number) {
  const [top, bottom] = [reference.top, reference.bottom].map(({ at, fixed }) =>
    fixed ? at : around(at + row, MAX_ROW),
  );
  const [left, right] = [reference.left, reference.right].map(({ at, fixed }) =>
    fixed ? at : around(at + column, MAX_COLUMN),
  );
  if (top === undefined || bottom === undefined || left === undefined || right === undefined) return null;
  if (top < 1 || left < 1 || bottom > MAX_ROW || right > MAX_COLUMN || top > bottom || left > right) return null;
  return { top, left, bottom, right };
}

function resolveReference(reference: Relative, scope: Scope): Operand {
  const sheet = reference.sheet === null ? scope.sheet : scope.sheetNamed(reference.sheet);
  const cells = cellsOf(reference, scope.row, scope.column);
  return sheet === null || cells === null ? errors.ref : { kind: 'cells', sheet, ...cells };
}

type Lazy = (args: readonly (Node | null)[], scope: Scope) => Operand;

const valueOf = (node: Node | null | undefined, scope: Scope): Value =>
  node ? single(evaluate(node, scope), scope) : null;

const otherwise = (args: readonly (Node | null)[], scope: Scope, when: (value: Value) => boolean): Operand => {
  const first = args[0] ? evaluate(args[0], scope) : null;
  const other = () => (args[1] ? single(evaluate(args[1], scope), scope) : 0);
  if (isMatrix(first) || (scope.array && isCells(first)))
    return spread(scope, [first], (value) => (when(value) ? other() : value));
  const value = single(first, scope);
  return when(value) ? other() : value;
};

/** Functions that read only some of their arguments. */
const lazy: Record<string, Lazy> = {
  IF: (args, scope) => {
    const asked = args[0] ? evaluate(args[0], scope) : null;
    if (isMatrix(asked) || (scope.array && isCells(asked))) {
      const [yes = true, no = false] = [1, 2].map((at) => (args[at] ? evaluate(args[at], scope) : undefined));
      return spread(scope, [asked, yes, no], (value, then, other) => {
        const holds = toBool(value ?? null);
        return isError(holds) ? holds : ((holds ? then : other) ?? null);
      });
    }
    const holds = toBool(single(asked, scope));
    if (isError(holds)) return holds;
    const branch = args[holds ? 1 : 2];
    if (branch) return evaluate(branch, scope);
    return branch === null ? 0 : holds;
  },
  IFERROR: (args, scope) => otherwise(args, scope, isError),
  IFNA: (args, scope) => otherwise(args, scope, (value) => isError(value) && value.code === '#N/A'),
  IFS: (args, scope) => {
    for (let at = 0; at + 1 < args.length; at += 2) {
      const holds = toBool(valueOf(args[at], scope));
      if (isError(holds)) return holds;
      if (holds) return valueOf(args[at + 1], scope);
    }
    return errors.na;
  },
  SWITCH: (args, scope) => {
    const asked = valueOf(args[0], scope);
    if (isError(asked)) return asked;
    let at = 1;
    for (; at + 1 < args.length; at += 2) {
      if (compare(asked, valueOf(args[at], scope)) === 0) return valueOf(args[at + 1], scope);
    }
    return at < args.length ? valueOf(args[at], scope) : errors.na;
  },
  CHOOSE: (args, scope) => {
    const number = toNumber(valueOf(args[0], scope));
    if (isError(number)) return number;
    const chosen = number >= 1 ? args[Math.trunc(number)] : undefined;
    return chosen ? evaluate(chosen, scope) : errors.value;
  },
};

function callFunction(name: string, args: readonly (Node | null)[], scope: Scope): Operand {
  const reads = lazy[name];
  if (reads) return reads(args, scope);
  const fn = functionNamed(name);
  if (!fn) throw new ForeignError(name);
  const kinds = kindsOf(name);
  const inArray = kinds?.includes('a') && !scope.array ? { ...scope, array: true } : scope;
  const given = args.map((node, at) =>
    node ? evaluate(node, kindAt(kinds, at) === 'a' ? inArray : scope) : undefined,
  );
  const isLifted = (operand: Operand | undefined, at: number) =>
    operand !== undefined &&
    kindAt(kinds, at) === 'v' &&
    (isMatrix(operand) || (scope.array === true && isCells(operand) && !isOne(operand)));
  if (!given.some(isLifted)) return applyTo(fn, given, scope);
  const many = given.filter(isLifted) as Operand[];
  return spread({ ...scope, array: true }, many, (...values) => {
    let next = 0;
    const each = given.map((operand, at) => (isLifted(operand, at) ? (values[next++] ?? null) : operand));
    return single(applyTo(fn, each, scope), scope);
  });
}

const isOne = ({ top, left, bottom, right }: Cells) => top === bottom && left === right;

function applyTo(fn: Fn, given: readonly (Operand | undefined)[], scope: Scope): Operand {
  try {
    const result = fn(new Args(given, scope));
    return isMany(result) ? result : finite(result);
  } catch (error) {
    if (error instanceof Stop) return error.error;
    if (error instanceof ForeignError || error instanceof Unknown) throw error;
    return errors.value;
  }
}

function joinRange(left: Operand, right: Operand): Operand {
  if (!isCells(left) || !isCells(right)) return isError(left) ? left : errors.value;
  return {
    kind: 'cells',
    sheet: left.sheet,
    top: Math.min(left.top, right.top),
    left: Math.min(left.left, right.left),
    bottom: Math.max(left.bottom, right.bottom),
    right: Math.max(left.right, right.right),
  };
}

/** Evaluates a tree. Throws ForeignError for functions that are not computed here. */
export function evaluate(node: Node, scope: Scope): Operand {
  switch (node.kind) {
    case 'value':
      return node.value;
    case 'reference':
      return resolveReference(node.reference, scope);
    case 'array':
      return { kind: 'matrix', rows: node.rows };
    case 'call':
      return callFunction(node.name, node.args, scope);
    case 'unary':
      return spread(scope, [evaluate(node.of, scope)], (value) => applySign(node.operator, value ?? null));
    default: {
      const [left, right] = [evaluate(node.left, scope), evaluate(node.right, scope)];
      if (node.operator === ':') return joinRange(left, right);
      return spread(scope, [left, right], (a, b) => applyOperator(node.operator, a ?? null, b ?? null));
    }
  }
}

/** The value of a cell with that formula: an empty cell that it refers to counts as 0. Null when it is not known here. */
export function result(node: Node, scope: Scope): Value {
  try {
    return single(evaluate(node, scope), scope) ?? 0;
  } catch (error) {
    if (error instanceof Unknown || error instanceof ForeignError) return null;
    // One formula that cannot be computed ends no edit.
    return error instanceof Stop ? error.error : errors.value;
  }
}
