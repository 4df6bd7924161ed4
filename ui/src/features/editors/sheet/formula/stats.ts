import { Args, each, heightOf, isMany, stop, widthOf, type Fn, type Fns, type Scope } from './operand';
import { at } from './operand';
import { errors, isError, toNumber } from './values';
import { eachMatch, likewise } from './criteria';
import { matchingNumbers, productOf, sumOfNumbers as sum } from './math';

const presentNumbers = (numbers: number[]) => (numbers.length > 0 ? numbers : stop(errors.div));
const mean = (numbers: number[]) => sum(presentNumbers(numbers)) / numbers.length;
const sortNumbers = (numbers: number[]) => numbers.sort((a, b) => a - b);

const least = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b), Infinity);
const most = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b), -Infinity);
const orZero = (value: number) => (Number.isFinite(value) ? value : 0);

function variance(numbers: number[], fewer: number): number {
  if (numbers.length <= fewer) stop(errors.div);
  const middle = mean(numbers);
  return sum(numbers.map((number) => (number - middle) ** 2)) / (numbers.length - fewer);
}

/** Values as the functions whose name ends in A count them: text is 0. */
function anyNumbers(args: Args): number[] {
  const found: number[] = [];
  for (const operand of args.all) {
    if (operand === undefined) continue;
    each(operand, args.scope, (value) => {
      if (isError(value)) stop(value);
      if (typeof value === 'number') found.push(value);
      else if (typeof value === 'boolean') found.push(value ? 1 : 0);
      else if (typeof value === 'string') found.push(0);
    });
  }
  return found;
}

function count(args: Args): number {
  let found = 0;
  for (const operand of args.all) {
    if (operand === undefined) continue;
    if (isMany(operand)) each(operand, args.scope, (value) => void (typeof value === 'number' && found++));
    else if (!isError(toNumber(operand)) && operand !== null) found++;
  }
  return found;
}

function countAll(args: Args): number {
  let found = 0;
  for (const operand of args.all) {
    if (operand !== undefined) each(operand, args.scope, (value) => void (value !== null && found++));
  }
  return found;
}

function countBlank(args: Args): number {
  const range = args.operand(0);
  let blank = heightOf(range) * widthOf(range);
  each(range, args.scope, (value) => void (value !== null && value !== '' && blank--));
  return blank;
}

function portion(numbers: number[], part: number): number {
  if (numbers.length === 0 || part < 0 || part > 1) stop(errors.num);
  const place = (sortNumbers(numbers).length - 1) * part;
  const [low, high] = [numbers[Math.floor(place)] ?? 0, numbers[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
}

const rank =
  (average: boolean): Fn =>
  (args) => {
    const [value, numbers] = [args.number(0), args.numbers(1, 2)];
    if (!numbers.includes(value)) return errors.na;
    const ahead = numbers.filter((number) => (args.number(2, 0) === 0 ? number > value : number < value)).length;
    const same = numbers.filter((number) => number === value).length;
    return ahead + 1 + (average ? (same - 1) / 2 : 0);
  };

function mode(numbers: number[]) {
  const seen = new Map<number, number>();
  for (const number of numbers) seen.set(number, (seen.get(number) ?? 0) + 1);
  const often = most([...seen.values()]);
  if (!(often > 1)) return errors.na;
  return [...seen].find(([, times]) => times === often)?.[0] ?? errors.na;
}

const nth =
  (fromTop: boolean): Fn =>
  (args) => {
    const numbers = sortNumbers(args.numbers(0, 1));
    const place = Math.ceil(args.number(1));
    return numbers[fromTop ? numbers.length - place : place - 1] ?? errors.num;
  };

const averageIf: Fn = (args) => {
  const tested = args.operand(0);
  const averaged = args.has(2) ? likewise(args.operand(2), tested) : tested;
  const found: number[] = [];
  eachMatch(args.until(2), 0, (row, column) => {
    const value = at(averaged, args.scope, row, column);
    if (typeof value === 'number') found.push(value);
  });
  return mean(found);
};

const countMatches: Fn = (args) => {
  let found = 0;
  eachMatch(args, 0, () => void found++);
  return found;
};

/** Other subtotals are no part of one, and neither are rows that are filtered out, or by hand hidden from 101 on. */
function partOfSubtotal(scope: Scope, all: boolean): Scope {
  const isOut = (sheet: string, row: number, column: number) => {
    const hidden = scope.hidden(sheet, row);
    return (
      hidden === 'filter' ||
      (hidden === 'hand' && !all) ||
      /\bSUBTOTAL\(/i.test(scope.formula(sheet, row, column) ?? '')
    );
  };
  return {
    ...scope,
    each: (sheet, area, take) =>
      scope.each(sheet, area, (row, column, value) => {
        if (!isOut(sheet, row, column)) take(row, column, value);
      }),
  };
}

function subtotal(args: Args) {
  const kind = args.integer(0);
  const fn = aggregates[(kind % 100) - 1];
  return fn ? fn(new Args(args.all, partOfSubtotal(args.scope, kind < 100))) : errors.value;
}

const aggregates: Fn[] = [
  (args) => mean(args.numbers(1)),
  (args) => args.numbers(1).length,
  (args) => {
    let found = 0;
    for (const operand of args.all.slice(1)) each(operand ?? null, args.scope, (v) => void (v !== null && found++));
    return found;
  },
  (args) => orZero(most(args.numbers(1))),
  (args) => orZero(least(args.numbers(1))),
  (args) => productOf(args.numbers(1)),
  (args) => Math.sqrt(variance(args.numbers(1), 1)),
  (args) => Math.sqrt(variance(args.numbers(1), 0)),
  (args) => sum(args.numbers(1)),
  (args) => variance(args.numbers(1), 1),
  (args) => variance(args.numbers(1), 0),
];

const deviation = (fewer: number) => (args: Args) => Math.sqrt(variance(args.numbers(), fewer));
const spreadOf = (fewer: number) => (args: Args) => variance(args.numbers(), fewer);
const percentile: Fn = (args) => portion(args.numbers(0, 1), args.number(1));
const quartile: Fn = (args) => portion(args.numbers(0, 1), args.integer(1) / 4);

export const stats: Fns = {
  AVERAGE: (args) => mean(args.numbers()),
  AVERAGEA: (args) => mean(anyNumbers(args)),
  AVERAGEIF: averageIf,
  AVERAGEIFS: (args) => mean(matchingNumbers(args)),
  COUNT: count,
  COUNTA: countAll,
  COUNTBLANK: countBlank,
  COUNTIF: countMatches,
  COUNTIFS: countMatches,
  MAX: (args) => orZero(most(args.numbers())),
  MIN: (args) => orZero(least(args.numbers())),
  MAXA: (args) => orZero(most(anyNumbers(args))),
  MINA: (args) => orZero(least(anyNumbers(args))),
  MAXIFS: (args) => orZero(most(matchingNumbers(args))),
  MINIFS: (args) => orZero(least(matchingNumbers(args))),
  MEDIAN: (args) => portion(args.numbers(), 0.5),
  MODE: (args) => mode(args.numbers()),
  'MODE.SNGL': (args) => mode(args.numbers()),
  LARGE: nth(true),
  SMALL: nth(false),
  RANK: rank(false),
  'RANK.EQ': rank(false),
  'RANK.AVG': rank(true),
  PERCENTILE: percentile,
  'PERCENTILE.INC': percentile,
  QUARTILE: quartile,
  'QUARTILE.INC': quartile,
  STDEV: deviation(1),
  'STDEV.S': deviation(1),
  STDEVP: deviation(0),
  'STDEV.P': deviation(0),
  VAR: spreadOf(1),
  'VAR.S': spreadOf(1),
  VARP: spreadOf(0),
  'VAR.P': spreadOf(0),
  SUBTOTAL: subtotal,
};
