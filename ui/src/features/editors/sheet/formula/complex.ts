import { each, stop, type Args, type Fn, type Fns } from './operand';
import { errors, isError, numberText, type Value } from './values';
import { numberAt } from './numbers';

/** A complex number with the letter of its imaginary part. */
interface Complex {
  readonly re: number;
  readonly im: number;
  readonly unit: string;
}

const NUMBER = String.raw`(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?`;
const REAL = new RegExp(`^[+-]?${NUMBER}$`, 'i');
const WHOLE = new RegExp(`^([+-]?${NUMBER})?([+-]?(?:${NUMBER})?)([ij])$`, 'i');

function complexIn(value: Value): Complex {
  if (isError(value)) return stop(value);
  if (value === null) return stop(errors.num);
  if (typeof value === 'number') return { re: value, im: 0, unit: '' };
  const text = typeof value === 'string' ? value.trim() : stop(errors.value);
  if (REAL.test(text)) return { re: Number(text), im: 0, unit: '' };
  const [, first, second = '', unit] = WHOLE.exec(text) ?? [];
  if (unit !== 'i' && unit !== 'j') return stop(errors.num);
  // The only number is that of the letter.
  const [re, im] = second === '' && first !== undefined ? ['0', first] : [first ?? '0', second];
  if (first !== undefined && second !== '' && !/^[+-]/.test(second)) return stop(errors.num);
  return { re: Number(re), im: im === '' || im === '+' ? 1 : im === '-' ? -1 : Number(im), unit };
}

/** Several numbers have one letter. */
function unitOf(all: readonly Complex[]): string {
  const units = new Set(all.map(({ unit }) => unit).filter((unit) => unit !== ''));
  if (units.size > 1) stop(errors.value);
  return [...units][0] ?? 'i';
}

function complexText(re: number, im: number, unit: string): Value {
  if (!Number.isFinite(re) || !Number.isFinite(im)) return errors.num;
  if (im === 0) return numberText(re);
  const part = im === 1 ? '' : im === -1 ? '-' : numberText(im);
  return re === 0 ? part + unit : `${numberText(re)}${im > 0 ? '+' : ''}${part}${unit}`;
}

type Pair = readonly [re: number, im: number];

const ofOne =
  (apply: (z: Complex) => Pair | Value): Fn =>
  (args) => {
    const z = complexIn(args.value(0));
    const found = apply(z);
    return Array.isArray(found)
      ? complexText(...(found as unknown as [number, number]), z.unit || 'i')
      : (found as Value);
  };

const ofTwo =
  (apply: (a: Complex, b: Complex) => Pair | Value): Fn =>
  (args) => {
    const [a, b] = [complexIn(args.value(0)), complexIn(args.value(1))];
    const unit = unitOf([a, b]);
    const found = apply(a, b);
    return Array.isArray(found) ? complexText(...(found as unknown as [number, number]), unit) : (found as Value);
  };

function ofAll(begin: Pair, apply: (a: Pair, b: Complex) => Pair): Fn {
  return (args: Args) => {
    const all: Complex[] = [];
    for (const operand of args.all) {
      each(operand ?? null, args.scope, (value) => {
        if (value !== null && value !== '') all.push(complexIn(value));
      });
    }
    return complexText(...all.reduce(apply, begin), unitOf(all));
  };
}

const size = ({ re, im }: Complex) => Math.hypot(re, im);
const isZero = ({ re, im }: Complex) => re === 0 && im === 0;
const angle = ({ re, im }: Complex) => Math.atan2(im, re);

function logarithm(z: Complex, base: number): Pair | Value {
  return isZero(z) ? errors.num : [Math.log(size(z)) / base, angle(z) / base];
}

function power(z: Complex, by: number): Pair | Value {
  if (isZero(z)) return by > 0 ? [0, 0] : errors.num;
  const [length, turned] = [size(z) ** by, angle(z) * by];
  return [length * Math.cos(turned), length * Math.sin(turned)];
}

export const complex: Fns = {
  COMPLEX: (args) => {
    const unit = args.count > 2 ? args.text(2) : 'i';
    return unit === 'i' || unit === 'j' ? complexText(numberAt(args, 0), numberAt(args, 1), unit) : errors.value;
  },
  IMREAL: ofOne(({ re }) => re),
  IMAGINARY: ofOne(({ im }) => im),
  IMABS: ofOne(size),
  IMARGUMENT: ofOne((z) => (isZero(z) ? errors.div : angle(z))),
  IMCONJUGATE: ofOne(({ re, im }) => [re, -im]),
  IMEXP: ofOne(({ re, im }) => [Math.exp(re) * Math.cos(im), Math.exp(re) * Math.sin(im)]),
  IMLN: ofOne((z) => logarithm(z, 1)),
  IMLOG10: ofOne((z) => logarithm(z, Math.LN10)),
  IMLOG2: ofOne((z) => logarithm(z, Math.LN2)),
  IMSIN: ofOne(({ re, im }) => [Math.sin(re) * Math.cosh(im), Math.cos(re) * Math.sinh(im)]),
  IMCOS: ofOne(({ re, im }) => [Math.cos(re) * Math.cosh(im), -Math.sin(re) * Math.sinh(im)]),
  IMSQRT: ofOne((z) => power(z, 0.5)),
  IMPOWER: (args) => {
    const z = complexIn(args.value(0));
    const found = power(z, numberAt(args, 1));
    return Array.isArray(found)
      ? complexText(...(found as unknown as [number, number]), z.unit || 'i')
      : (found as Value);
  },
  IMDIV: ofTwo((a, b) => {
    const under = b.re * b.re + b.im * b.im;
    return under === 0 ? errors.num : [(a.re * b.re + a.im * b.im) / under, (a.im * b.re - a.re * b.im) / under];
  }),
  IMSUB: ofTwo((a, b) => [a.re - b.re, a.im - b.im]),
  IMSUM: ofAll([0, 0], ([re, im], b) => [re + b.re, im + b.im]),
  IMPRODUCT: ofAll([1, 0], ([re, im], b) => [re * b.re - im * b.im, re * b.im + im * b.re]),
};
