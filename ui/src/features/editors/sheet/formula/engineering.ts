import { heightOf, isCells, stop, widthOf, type Args, type Fn, type Fns } from './operand';
import { errors, isError, toText, type Value } from './values';
import { numberAt, ofNumbers, orNum, strictNumbers } from './numbers';
import { erf, erfc } from './special';

const NONE = Number.NaN;
const DIGITS = 10;

const textAt = (args: Args, at: number): string => {
  const value = args.value(at);
  const text = typeof value === 'boolean' ? errors.value : toText(value ?? 0);
  return isError(text) ? stop(text) : text.trim();
};

/** The number that at most ten digits say, the first half of which are those of negative numbers. */
function fromDigits(text: string, base: number): number {
  const fits = { 2: /^[01]{1,10}$/, 8: /^[0-7]{1,10}$/, 16: /^[0-9a-f]{1,10}$/i }[base];
  if (text === '') return 0;
  if (!fits?.test(text)) stop(errors.num);
  const number = parseInt(text, base);
  return number >= base ** DIGITS / 2 ? number - base ** DIGITS : number;
}

function inDigits(number: number, base: number, places: number | null): Value {
  const whole = Math.trunc(number);
  const most = base ** DIGITS;
  if (whole < -most / 2 || whole >= most / 2) return errors.num;
  if (whole < 0) return (whole + most).toString(base).toUpperCase();
  const text = whole.toString(base).toUpperCase();
  if (places === null) return text;
  return places < text.length || places > DIGITS ? errors.num : text.padStart(Math.trunc(places), '0');
}

/** A function that takes no range, not even for the cell in its own row. */
const ofSingle =
  (fn: Fn): Fn =>
  (args) =>
    args.all.some((operand) => isCells(operand ?? null) && heightOf(operand ?? null) * widthOf(operand ?? null) > 1)
      ? errors.value
      : fn(args);

const placesAt = (args: Args, at: number) => (args.count > at ? Math.trunc(numberAt(args, at)) : null);

const convertBase =
  (from: number, to: number): Fn =>
  (args) => {
    const number = from === 10 ? numberAt(args, 0) : fromDigits(textAt(args, 0), from);
    return to === 10 ? number : inDigits(number, to, placesAt(args, 1));
  };

const MOST_BITS = 2 ** 48;
const isBits = (value: number) => Number.isInteger(value) && value >= 0 && value < MOST_BITS;

/** Bits in two halves: the operators of the language know 32. */
const ofBits = (apply: (a: number, b: number) => number) =>
  ofNumbers((a, b) => {
    if (!isBits(a) || !isBits(b)) return NONE;
    const half = 2 ** 24;
    return apply(Math.floor(a / half), Math.floor(b / half)) * half + apply(a % half, b % half);
  });

const shiftBits = (value: number, by: number): number => {
  if (!isBits(value) || Math.abs(by) > 53) return NONE;
  const found = Math.floor(value * 2 ** Math.trunc(by));
  return found < MOST_BITS ? found : NONE;
};

/** The mean of a function over an interval, for functions whose ends meet. */
function meanOver(until: number, at: (x: number) => number, steps: number): number {
  let sum = (at(0) + at(until)) / 2;
  for (let step = 1; step < steps; step++) sum += at((until * step) / steps);
  return sum / steps;
}

/** The integral of a function by parabolas. */
function integral(until: number, at: (x: number) => number, steps = 4000): number {
  const wide = until / steps;
  let sum = at(0) + at(until);
  for (let step = 1; step < steps; step++) sum += (step % 2 === 1 ? 4 : 2) * at(step * wide);
  return (sum * wide) / 3;
}

const MOST_ORDER = 100;
const ofOrder = (apply: (x: number, order: number) => number) =>
  ofNumbers((x, order) => {
    const whole = Math.trunc(order);
    return whole < 0 || whole > MOST_ORDER || Math.abs(x) > 500 ? NONE : apply(x, whole);
  });

const besselJ = (x: number, n: number) => meanOver(Math.PI, (t) => Math.cos(n * t - x * Math.sin(t)), 1500);
const besselI = (x: number, n: number) => meanOver(Math.PI, (t) => Math.exp(x * Math.cos(t)) * Math.cos(n * t), 1500);

function besselY(x: number, n: number): number {
  if (x <= 0) return NONE;
  const waves = integral(Math.PI, (t) => Math.sin(x * Math.sin(t) - n * t));
  const sign = n % 2 === 0 ? 1 : -1;
  const end = Math.asinh((700 + n * 10) / x);
  const rest = integral(end, (t) => (Math.exp(n * t) + sign * Math.exp(-n * t)) * Math.exp(-x * Math.sinh(t)), 20_000);
  return (waves - rest) / Math.PI;
}

const VALUES: readonly (readonly [string, number])[] = [
  ['M', 1000],
  ['CM', 900],
  ['D', 500],
  ['CD', 400],
  ['C', 100],
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
];

function roman(number: number): Value {
  let rest = Math.trunc(number);
  if (rest < 0 || rest > 3999) return errors.value;
  let text = '';
  for (const [sign, value] of VALUES) {
    for (; rest >= value; rest -= value) text += sign;
  }
  return text;
}

function arabic(text: string): Value {
  const found = /^(-?)([MDCLXVI]*)$/i.exec(text);
  if (!found) return errors.value;
  const values = Array.from(found[2]?.toUpperCase() ?? '', (sign) => VALUES.find(([of]) => of === sign)?.[1] ?? 0);
  const sum = values.reduce((all, value, at) => all + ((values[at + 1] ?? 0) > value ? -value : value), 0);
  return found[1] ? -sum : sum;
}

function inBase(number: number, base: number, length = 0): Value {
  const [whole, radix] = [Math.trunc(number), Math.trunc(base)];
  if (whole < 0 || whole >= 2 ** 53 || radix < 2 || radix > 36 || length < 0 || length > 255) return errors.num;
  return whole.toString(radix).toUpperCase().padStart(Math.trunc(length), '0');
}

function fromBase(text: string, base: number): Value {
  const radix = Math.trunc(base);
  if (radix < 2 || radix > 36) return errors.num;
  let number = 0;
  for (const sign of text.toLowerCase()) {
    const digit = /[0-9a-z]/.test(sign) ? parseInt(sign, 36) : radix;
    if (digit >= radix) return errors.num;
    number = number * radix + digit;
  }
  return number;
}

export const engineering: Fns = {
  BIN2DEC: convertBase(2, 10),
  BIN2HEX: convertBase(2, 16),
  BIN2OCT: convertBase(2, 8),
  DEC2BIN: convertBase(10, 2),
  DEC2HEX: convertBase(10, 16),
  DEC2OCT: convertBase(10, 8),
  HEX2BIN: convertBase(16, 2),
  HEX2DEC: convertBase(16, 10),
  HEX2OCT: convertBase(16, 8),
  OCT2BIN: convertBase(8, 2),
  OCT2DEC: convertBase(8, 10),
  OCT2HEX: convertBase(8, 16),
  BITAND: ofBits((a, b) => a & b),
  BITOR: ofBits((a, b) => a | b),
  BITXOR: ofBits((a, b) => a ^ b),
  BITLSHIFT: ofNumbers(shiftBits),
  BITRSHIFT: ofNumbers((value, by) => shiftBits(value, -by)),
  BASE: ofNumbers(inBase),
  DECIMAL: (args) => fromBase(textAt(args, 0), numberAt(args, 1)),
  ROMAN: (args) => {
    if (args.count > 1 && numberAt(args, 1) !== 0) return stop(errors.value);
    return roman(numberAt(args, 0));
  },
  ARABIC: (args) => arabic(args.plain(0) === null ? '' : textAt(args, 0)),
  DELTA: ofSingle(ofNumbers((a, b = 0) => Number(a === b))),
  GESTEP: ofNumbers((value, step = 0) => Number(value >= step)),
  ERF: ofNumbers((from, until = Number.NaN) => (Number.isNaN(until) ? erf(from) : erf(until) - erf(from))),
  ERFC: ofNumbers(erfc),
  BESSELI: ofOrder(besselI),
  BESSELJ: ofOrder(besselJ),
  BESSELY: ofOrder(besselY),
  SERIESSUM: (args) => {
    const [x, power, step] = [numberAt(args, 0), numberAt(args, 1), numberAt(args, 2)];
    if (x === 0 && power <= 0) return errors.num;
    return orNum(strictNumbers(args, 3).reduce((sum, part, at) => sum + part * x ** (power + at * step), 0));
  },
};
