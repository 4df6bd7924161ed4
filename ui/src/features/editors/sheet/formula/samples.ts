import { stop, type Args, type Fn, type Fns } from './operand';
import { errors, type Value } from './values';
import { meanOf, numberAt, orNum, pairsOf, squaresOf, sumOf } from './numbers';

/** A function of the numbers of all arguments. */
const ofSample =
  (apply: (numbers: number[]) => Value): Fn =>
  (args) =>
    orNum(apply(args.numbers()));

/** A function of two ranges, by the sums that regressions need. */
const ofPairs =
  (least: number, index: number, apply: (sums: Sums, args: Args) => Value): Fn =>
  (args) => {
    const [ys, xs] = pairsOf(args, index);
    if (ys.length < least) return errors.div;
    const [x, y] = [meanOf(xs), meanOf(ys)];
    const xy = sumOf(xs.map((value, at) => (value - x) * ((ys[at] ?? 0) - y)));
    return orNum(apply({ count: xs.length, x, y, xx: squaresOf(xs), yy: squaresOf(ys), xy }, args));
  };

interface Sums {
  readonly count: number;
  readonly x: number;
  readonly y: number;
  readonly xx: number;
  readonly yy: number;
  readonly xy: number;
}

const over = (a: number, b: number): Value => (b === 0 ? errors.div : a / b);
const correlation = ({ xx, yy, xy }: Sums) => over(xy, Math.sqrt(xx * yy));
const forecast = ofPairs(1, 1, ({ x, y, xx, xy }, args) => {
  return xx === 0 ? errors.div : y + (xy / xx) * (numberAt(args, 0) - x);
});

/** The sum of what two ranges say at each place. */
const sumPairs =
  (apply: (a: number, b: number) => number): Fn =>
  (args) => {
    const [a, b] = pairsOf(args, 0);
    return sumOf(a.map((value, at) => apply(value, b[at] ?? 0)));
  };

function moments(
  numbers: readonly number[],
  fewer: number,
): { readonly wide: number; readonly power: (by: number) => number } {
  const [mean, count] = [meanOf(numbers), numbers.length];
  const wide = Math.sqrt(squaresOf(numbers) / (count - fewer));
  return { wide, power: (by) => sumOf(numbers.map((number) => ((number - mean) / wide) ** by)) };
}

function skew(numbers: readonly number[]): Value {
  const count = numbers.length;
  if (count < 3) return errors.div;
  const { wide, power } = moments(numbers, 1);
  return wide === 0 ? errors.div : (power(3) * count) / ((count - 1) * (count - 2));
}

function kurtosis(numbers: readonly number[]): Value {
  const n = numbers.length;
  if (n < 4) return errors.div;
  const { wide, power } = moments(numbers, 1);
  if (wide === 0) return errors.div;
  return (power(4) * n * (n + 1)) / ((n - 1) * (n - 2) * (n - 3)) - (3 * (n - 1) ** 2) / ((n - 2) * (n - 3));
}

const aboveZero = (numbers: readonly number[]) =>
  numbers.length > 0 && numbers.every((number) => number > 0) ? numbers : stop(errors.num);

/** Percentiles that leave the ends out. */
function portion(numbers: number[], part: number): Value {
  const sorted = numbers.sort((a, b) => a - b);
  const place = part * (sorted.length + 1) - 1;
  if (sorted.length === 0 || part <= 0 || part >= 1 || place < 0 || place > sorted.length - 1) return errors.num;
  const low = Math.floor(place);
  const begin = sorted[low] ?? 0;
  return begin + ((sorted[low + 1] ?? begin) - begin) * (place - low);
}

/** The part of the numbers below a value, cut to so many digits. */
const rankOf =
  (inclusive: boolean): Fn =>
  (args) => {
    const sorted = args.numbers(0, 1).sort((a, b) => a - b);
    const [value, digits] = [numberAt(args, 1), args.count > 2 ? Math.trunc(numberAt(args, 2)) : 3];
    const [least, most] = [sorted[0], sorted.at(-1)];
    if (digits < 1 || least === undefined || most === undefined) return errors.num;
    if (value < least || value > most) return errors.na;
    const before = sorted.filter((number) => number < value).length;
    const [low = 0, high = 0] = [sorted[before - 1], sorted[before]];
    const place = high === value ? before : before - 1 + (value - low) / (high - low);
    const among = inclusive ? place / (sorted.length - 1) : (place + 1) / (sorted.length + 1);
    const part = sorted.length === 1 ? 1 : among;
    const scale = 10 ** digits;
    return Math.floor(Number((part * scale).toPrecision(15))) / scale;
  };

function trimmedMean(args: Args): Value {
  const [numbers, part] = [args.numbers(0, 1).sort((a, b) => a - b), numberAt(args, 1)];
  if (part < 0 || part >= 1 || numbers.length === 0) return errors.num;
  const cut = Math.floor((part * numbers.length) / 2);
  return meanOf(numbers.slice(cut, numbers.length - cut));
}

export const samples: Fns = {
  AVEDEV: ofSample((numbers) => {
    if (numbers.length === 0) return errors.num;
    const mean = meanOf(numbers);
    return meanOf(numbers.map((number) => Math.abs(number - mean)));
  }),
  DEVSQ: ofSample((numbers) => (numbers.length === 0 ? errors.num : squaresOf(numbers))),
  GEOMEAN: ofSample((numbers) => Math.exp(meanOf(aboveZero(numbers).map(Math.log)))),
  HARMEAN: ofSample((numbers) => 1 / meanOf(aboveZero(numbers).map((number) => 1 / number))),
  KURT: ofSample(kurtosis),
  SKEW: ofSample(skew),
  'SKEW.P': ofSample((numbers) => {
    if (numbers.length < 3) return errors.div;
    const { wide, power } = moments(numbers, 0);
    return wide === 0 ? errors.div : power(3) / numbers.length;
  }),
  TRIMMEAN: trimmedMean,
  'PERCENTILE.EXC': (args) => portion(args.numbers(0, 1), numberAt(args, 1)),
  'QUARTILE.EXC': (args) => portion(args.numbers(0, 1), Math.trunc(numberAt(args, 1)) / 4),
  'PERCENTRANK.INC': rankOf(true),
  'PERCENTRANK.EXC': rankOf(false),
  CORREL: ofPairs(1, 0, correlation),
  PEARSON: ofPairs(1, 0, correlation),
  RSQ: ofPairs(1, 0, ({ xx, yy, xy }) => over(xy * xy, xx * yy)),
  SLOPE: ofPairs(1, 0, ({ xx, xy }) => over(xy, xx)),
  INTERCEPT: ofPairs(1, 0, ({ x, y, xx, xy }) => (xx === 0 ? errors.div : y - (xy / xx) * x)),
  STEYX: ofPairs(3, 0, ({ count, xx, yy, xy }) =>
    xx === 0 ? errors.div : Math.sqrt(Math.max(0, yy - (xy * xy) / xx) / (count - 2)),
  ),
  FORECAST: forecast,
  'FORECAST.LINEAR': forecast,
  'COVARIANCE.P': ofPairs(1, 0, ({ count, xy }) => xy / count),
  'COVARIANCE.S': ofPairs(2, 0, ({ count, xy }) => xy / (count - 1)),
  SUMX2MY2: sumPairs((a, b) => a * a - b * b),
  SUMX2PY2: sumPairs((a, b) => a * a + b * b),
  SUMXMY2: sumPairs((a, b) => (a - b) ** 2),
};
