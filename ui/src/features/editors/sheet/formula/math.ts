import { strictNumbers } from './numbers';
import {
  each,
  heightOf,
  isMany,
  rowsOf,
  single,
  spread,
  stop,
  type Args,
  type Fn,
  type Fns,
  type Operand,
  widthOf,
} from './operand';
import { errors, isError, toNumber, type Value } from './values';
import { eachMatch, likewise } from './criteria';
import { at } from './operand';

/** A function of numbers, place by place. */
const of =
  (apply: (a: number, b: number) => number, other?: number): Fn =>
  (args) =>
    spread(
      args.scope,
      args.count > 1 ? [args.operand(0), args.operand(1)] : [args.operand(0)],
      (first, second = other ?? null) => {
        const [a, b] = [toNumber(first ?? null), toNumber(second)];
        if (isError(a)) return a;
        if (isError(b)) return b;
        const found = apply(a, b);
        return Number.isNaN(found) ? errors.num : found;
      },
    );

/** Rounds a number at a digit; the last digits of binary numbers do not count. */
function roundAt(value: number, digits: number, way: (value: number) => number): number {
  const power = 10 ** Math.trunc(digits);
  if (!Number.isFinite(power) || power === 0) return power === 0 ? 0 : value;
  const scaled = Number((Math.abs(value) * power).toPrecision(15));
  return (Math.sign(value) * way(scaled)) / power;
}

const up = (value: number) => Math.ceil(value);
const near = (value: number) => Math.floor(value + 0.5);

const steps = (value: number, step: number, way: (value: number) => number) =>
  step === 0 ? 0 : Number((way(Number((value / step).toPrecision(15))) * step).toPrecision(15));

const sum = (numbers: readonly number[]) => {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
};

/** An infinite value is outside of what a function knows, such as the logarithm of 0. */
const finiteOrNaN = (value: number) => (Number.isFinite(value) ? value : Number.NaN);

/** Of more than 170 it is no number that is known. */
const factorial = (value: number) => {
  if (value < 0 || value >= 171) return Number.NaN;
  let product = 1;
  for (let at = 2; at <= Math.trunc(value); at++) product *= at;
  return product;
};

const combine = (n: number, k: number) => {
  if (n < 0 || k < 0 || n < k) return Number.NaN;
  const whole = Math.trunc(n);
  const few = Math.min(Math.trunc(k), whole - Math.trunc(k));
  let found = 1;
  // It at least doubles with each step: it is infinite soon.
  for (let at = 1; at <= few && Number.isFinite(found); at++) found = (found * (whole - few + at)) / at;
  return finiteOrNaN(Math.round(found));
};

const permute = (n: number, k: number) => {
  if (n < 0 || k < 0 || n < k) return Number.NaN;
  let found = 1;
  for (let at = 0; at < Math.trunc(k) && Number.isFinite(found); at++) found *= Math.trunc(n) - at;
  return finiteOrNaN(found);
};

const divisor = (a: number, b: number): number => (b === 0 ? Math.abs(a) : divisor(b, a % b));

function products(args: Args): Value {
  const all = args.all.map((operand) => rowsOf(operand ?? null, args.scope));
  const [height, width] = [Math.max(...all.map((r) => r.length)), Math.max(...all.map((r) => r[0]?.length ?? 0))];
  const first = args.operand(0);
  const isLike = (of: Operand) => heightOf(of) === heightOf(first) && widthOf(of) === widthOf(first);
  if (!args.all.every((of) => isLike(of ?? null))) return errors.value;
  let total = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let product = 1;
      for (const rows of all) {
        const value = rows[row]?.[column] ?? null;
        if (isError(value)) return value;
        product *= typeof value === 'number' ? value : 0;
      }
      total += product;
    }
  }
  return total;
}

const sumIf: Fn = (args) => {
  const tested = args.operand(0);
  const summed = args.has(2) ? likewise(args.operand(2), tested) : tested;
  let total = 0;
  eachMatch(args.until(2), 0, (row, column) => {
    const value = at(summed, args.scope, row, column);
    if (typeof value === 'number') total += value;
    else if (isError(value)) stop(value);
  });
  return total;
};

/** Numbers from 0 on, without their fractions; among cells nothing else may stand. */
function wholeOf(args: Args): number[] {
  const found = args.all.flatMap((_, at) => strictNumbers(args, at)).map(Math.trunc);
  return found.some((number) => number < 0 || number >= 2 ** 53) ? stop(errors.num) : found;
}

/** The numbers of the first range where the criteria behind it hold. */
export function matchingNumbers(args: Args): number[] {
  const found: number[] = [];
  const [first, tested] = [args.operand(0), args.operand(1)];
  if (heightOf(first) !== heightOf(tested) || widthOf(first) !== widthOf(tested)) stop(errors.value);
  eachMatch(args, 1, (row, column) => {
    const value = at(args.operand(0), args.scope, row, column);
    if (typeof value === 'number') found.push(value);
    else if (isError(value)) stop(value);
  });
  return found;
}

function sumOf(args: Args): number {
  // Without a list of all numbers: sums are most of what sheets compute.
  let total = 0;
  for (const operand of args.all) {
    if (operand === undefined) continue;
    if (!isMany(operand)) {
      const number = toNumber(single(operand, args.scope));
      total += isError(number) ? stop(number) : number;
    } else {
      each(operand, args.scope, (value) => {
        if (typeof value === 'number') total += value;
        else if (isError(value)) stop(value);
      });
    }
  }
  return Math.abs(total) < 1e-300 ? 0 : Number(total.toPrecision(15));
}

/** Of no numbers it is 0. */
export const productOf = (numbers: readonly number[]) =>
  numbers.length === 0 ? 0 : numbers.reduce((product, number) => product * number, 1);

const random = (from: number, until: number) => from + Math.floor(Math.random() * (until - from + 1));

export const math: Fns = {
  SUM: sumOf,
  PRODUCT: (args) => productOf(args.numbers()),
  SUMSQ: (args) => sum(args.numbers().map((number) => number * number)),
  SUMPRODUCT: products,
  SUMIF: sumIf,
  SUMIFS: (args) => sum(matchingNumbers(args)),
  ABS: of(Math.abs),
  SIGN: of(Math.sign),
  INT: of((value) => Math.floor(Number(value.toPrecision(15)))),
  TRUNC: of((value, digits) => roundAt(value, digits, Math.floor), 0),
  ROUND: of((value, digits) => roundAt(value, digits, near), 0),
  ROUNDUP: of((value, digits) => roundAt(value, digits, up), 0),
  ROUNDDOWN: of((value, digits) => roundAt(value, digits, Math.floor), 0),
  MROUND: of((value, step) => (value * step < 0 ? Number.NaN : steps(value, step, near))),
  CEILING: of((value, step) => steps(value, step, Math.ceil), 1),
  'CEILING.MATH': of((value, step) => steps(value, Math.abs(step), Math.ceil), 1),
  FLOOR: (args) => {
    const [value, step] = [args.number(0), args.number(1, 1)];
    if (step === 0) return value === 0 ? 0 : errors.div;
    return value > 0 && step < 0 ? errors.num : steps(value, step, Math.floor);
  },
  'FLOOR.MATH': of((value, step) => steps(value, Math.abs(step), Math.floor), 1),
  MOD: (args) => {
    const [value, by] = [args.number(0), args.number(1)];
    return by === 0 ? errors.div : value - by * Math.floor(value / by);
  },
  QUOTIENT: (args) => (args.number(1) === 0 ? errors.div : Math.trunc(args.number(0) / args.number(1))),
  POWER: of((value, power) => value ** power),
  SQRT: of((value) => Math.sqrt(value)),
  EXP: of((value) => Math.exp(value)),
  LN: of((value) => finiteOrNaN(Math.log(value))),
  LOG: (args) => {
    const [value, base] = [args.number(0), args.has(1) ? args.number(1) : args.count > 1 ? 0 : 10];
    if (value <= 0 || base <= 0) return errors.num;
    return base === 1 ? errors.div : base === 10 ? Math.log10(value) : Math.log(value) / Math.log(base);
  },
  LOG10: of((value) => finiteOrNaN(Math.log10(value))),
  PI: () => Math.PI,
  SIN: of(Math.sin),
  COS: of(Math.cos),
  TAN: of(Math.tan),
  ASIN: of(Math.asin),
  ACOS: of(Math.acos),
  ATAN: of(Math.atan),
  ATAN2: of((x, y) => Math.atan2(y, x)),
  SINH: of(Math.sinh),
  COSH: of(Math.cosh),
  TANH: of(Math.tanh),
  DEGREES: of((value) => (value * 180) / Math.PI),
  RADIANS: of((value) => (value * Math.PI) / 180),
  EVEN: of((value) => Math.sign(value) * Math.ceil(Math.abs(value) / 2) * 2),
  ODD: of((value) => (value < 0 ? -1 : 1) * (Math.ceil((Math.abs(value) - 1) / 2) * 2 + 1)),
  FACT: of(factorial),
  COMBIN: of(combine),
  PERMUT: of(permute),
  GCD: (args) => wholeOf(args).reduce(divisor, 0),
  LCM: (args) => {
    // A blank alone is 0; in a range it is passed over.
    const isBlank = (at: number) =>
      heightOf(args.operand(at)) * widthOf(args.operand(at)) === 1 && args.value(at) === null;
    const numbers = wholeOf(args);
    if (args.all.some((_, at) => isBlank(at))) return 0;
    return numbers.reduce((a, b) => (a === 0 || b === 0 ? 0 : Math.abs(a * b) / divisor(a, b)), 1);
  },
  RAND: () => Math.random(),
  RANDBETWEEN: (args) => random(Math.ceil(args.number(0)), Math.floor(args.number(1))),
};

export const sumOfNumbers = sum;
export type { Operand };
