import { each, rowsOf, stop, type Args, type Fn } from './operand';
import { errors, isError, toBool, toNumber, type Value } from './values';

/** The value of an argument as a number; an empty one is 0. */
export function numberAt(args: Args, at: number): number {
  const number = toNumber(args.value(at));
  return isError(number) ? stop(number) : number;
}

/** The value of an argument as a truth value. */
export function boolAt(args: Args, at: number): boolean {
  const holds = toBool(args.value(at));
  return isError(holds) ? stop(holds) : holds;
}

/** Not a number is outside of what a function knows. */
export const orNum = (value: Value): Value => (typeof value === 'number' && Number.isNaN(value) ? errors.num : value);

/** A function of numbers. Those that have no default have to be there. */
export const ofNumbers =
  (apply: (...numbers: number[]) => Value): Fn =>
  (args) => {
    if (args.count < apply.length) return errors.value;
    return orNum(apply(...Array.from({ length: args.count }, (_, at) => numberAt(args, at))));
  };

/** A function whose last number says whether the values up to the first one are added up. */
export const ofNumbersAndFlag =
  (count: number, apply: (numbers: number[], adds: boolean) => Value): Fn =>
  (args) => {
    if (args.count <= count) return errors.value;
    const numbers = Array.from({ length: count }, (_, at) => numberAt(args, at));
    return orNum(apply(numbers, boolAt(args, count)));
  };

/** The numbers of an argument, in which nothing else may stand but blanks. */
export function strictNumbers(args: Args, at: number): number[] {
  const found: number[] = [];
  each(args.operand(at), args.scope, (value) => {
    if (isError(value)) stop(value);
    if (typeof value === 'boolean') stop(errors.value);
    const number = toNumber(value);
    if (value !== null) found.push(isError(number) ? stop(number) : number);
  });
  return found;
}

/** The numbers of two ranges at the places where both have one. */
export function pairsOf(args: Args, index: number): [number[], number[]] {
  const [a, b] = [index, index + 1].map((at) => rowsOf(args.operand(at), args.scope).flat());
  if (!a || !b || a.length !== b.length) return stop(errors.na);
  const both: [number[], number[]] = [[], []];
  a.forEach((first, at) => {
    const second = b[at] ?? null;
    if (isError(first)) stop(first);
    if (isError(second)) stop(second);
    if (typeof first !== 'number' || typeof second !== 'number') return;
    both[0].push(first);
    both[1].push(second);
  });
  return both;
}

/** A sum that loses nothing of small numbers beside large ones. */
export function sumOf(numbers: readonly number[]): number {
  let [total, rest] = [0, 0];
  for (const number of numbers) {
    const next = total + number;
    rest += Math.abs(total) >= Math.abs(number) ? total - next + number : number - next + total;
    total = next;
  }
  return total + rest;
}

export const meanOf = (numbers: readonly number[]) =>
  numbers.length > 0 ? sumOf(numbers) / numbers.length : stop(errors.div);

/** The sum of the squares of the distances from the mean. */
export function squaresOf(numbers: readonly number[]): number {
  const mean = meanOf(numbers);
  return sumOf(numbers.map((number) => (number - mean) ** 2));
}
