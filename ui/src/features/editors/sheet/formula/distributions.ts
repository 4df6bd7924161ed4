import { errors } from './values';
import { stop, type Fns } from './operand';
import { meanOf, numberAt, ofNumbers, ofNumbersAndFlag, orNum, squaresOf } from './numbers';
import {
  betaPart,
  gamma,
  gammaParts,
  lnBeta,
  lnGamma,
  normal,
  normalDensity,
  normalInverse,
  whereAbove0,
  whereIs,
} from './special';

const NONE = Number.NaN;
const isProbability = (part: number) => part > 0 && part < 1;
const whole = Math.trunc;

/** The logarithm of the number of ways to choose k of n. */
const lnChoose = (n: number, k: number) => lnGamma(n + 1) - lnGamma(k + 1) - lnGamma(n - k + 1);

const choose = (n: number, k: number) => (k < 0 || k > n ? 0 : Math.exp(lnChoose(n, k)));

/** The part of Student's distribution above x, which is not below 0. */
const tAbove = (x: number, freedom: number) => betaPart(freedom / (freedom + x * x), freedom / 2, 0.5) / 2;
const tBelow = (x: number, freedom: number) => (x < 0 ? tAbove(-x, freedom) : 1 - tAbove(x, freedom));

function tInverse(part: number, freedom: number): number {
  if (part === 0.5) return 0;
  const less = Math.min(part, 1 - part);
  const found = whereAbove0(-less, (x) => -tAbove(x, freedom));
  return part < 0.5 ? -found : found;
}

const tDensity = (x: number, freedom: number) =>
  Math.exp(-lnBeta(freedom / 2, 0.5) - ((freedom + 1) / 2) * Math.log1p((x * x) / freedom)) / Math.sqrt(freedom);

const fBelow = (x: number, a: number, b: number) => betaPart((a * x) / (a * x + b), a / 2, b / 2);
const fAbove = (x: number, a: number, b: number) => betaPart(b / (a * x + b), b / 2, a / 2);

function fDensity(x: number, a: number, b: number): number {
  if (x === 0) return a > 2 ? 0 : a === 2 ? 1 : NONE;
  const log = (a / 2) * Math.log(a / b) + (a / 2 - 1) * Math.log(x) - ((a + b) / 2) * Math.log1p((a * x) / b);
  return Math.exp(log - lnBeta(a / 2, b / 2));
}

function gammaDensity(x: number, a: number, scale: number): number {
  if (x === 0) return a > 1 ? 0 : a === 1 ? 1 / scale : NONE;
  return Math.exp((a - 1) * Math.log(x / scale) - x / scale - lnGamma(a)) / scale;
}

function binomial(hits: number, tries: number, part: number, adds: boolean): number {
  if (hits < 0 || hits > tries || part < 0 || part > 1) return NONE;
  if (part === 0 || part === 1) {
    const at = part * tries;
    return adds ? Number(hits >= at) : Number(hits === at);
  }
  if (adds) return hits === tries ? 1 : betaPart(1 - part, tries - hits, hits + 1);
  return Math.exp(lnChoose(tries, hits) + hits * Math.log(part) + (tries - hits) * Math.log1p(-part));
}

function binomialInverse(tries: number, part: number, wanted: number): number {
  if (tries < 0 || part < 0 || part > 1 || wanted < 0 || wanted > 1) return NONE;
  let [least, most] = [0, whole(tries)];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (binomial(middle, whole(tries), part, true) >= wanted - 1e-15) most = middle;
    else least = middle + 1;
  }
  return least;
}

function hypergeometric([hit = 0, drawn = 0, good = 0, all = 0]: number[], adds: boolean): number {
  if (hit < 0 || drawn < 0 || good < 0 || hit > Math.min(drawn, good) || drawn > all || good > all) return NONE;
  if (hit < drawn - all + good) return NONE;
  const at = (k: number) => Math.exp(lnChoose(good, k) + lnChoose(all - good, drawn - k) - lnChoose(all, drawn));
  if (!adds) return at(hit);
  // Both lists are as long as the smaller group: a million is enough for anybody.
  if (hit > 1e6) return NONE;
  let sum = 0;
  for (let k = Math.max(0, drawn - all + good); k <= hit; k++) sum += at(k);
  return Math.min(sum, 1);
}

function betaAt([x = 0, a = 1, b = 1, from = 0, until = 1]: number[], adds: boolean): number {
  if (a <= 0 || b <= 0 || x < from || x > until || from === until) return NONE;
  const place = (x - from) / (until - from);
  if (adds) return betaPart(place, a, b);
  if ((place === 0 && a < 1) || (place === 1 && b < 1)) return NONE;
  return (place ** (a - 1) * (1 - place) ** (b - 1)) / Math.exp(lnBeta(a, b)) / (until - from);
}

const normals: Fns = {
  'NORM.DIST': ofNumbersAndFlag(3, ([x = 0, mean = 0, wide = 1], adds) => {
    if (wide <= 0) return NONE;
    const z = (x - mean) / wide;
    return adds ? normal(z) : normalDensity(z) / wide;
  }),
  'NORM.S.DIST': ofNumbersAndFlag(1, ([z = 0], adds) => (adds ? normal(z) : normalDensity(z))),
  'NORM.INV': ofNumbers((part, mean, wide) =>
    isProbability(part) && wide > 0 ? mean + wide * normalInverse(part) : NONE,
  ),
  'NORM.S.INV': ofNumbers((part) => (isProbability(part) ? normalInverse(part) : NONE)),
  'LOGNORM.DIST': ofNumbersAndFlag(3, ([x = 0, mean = 0, wide = 1], adds) => {
    if (x <= 0 || wide <= 0) return NONE;
    const z = (Math.log(x) - mean) / wide;
    return adds ? normal(z) : normalDensity(z) / (wide * x);
  }),
  'LOGNORM.INV': ofNumbers((part, mean, wide) =>
    isProbability(part) && wide > 0 ? Math.exp(mean + wide * normalInverse(part)) : NONE,
  ),
  GAUSS: ofNumbers((z) => normal(z) - 0.5),
  PHI: ofNumbers(normalDensity),
  STANDARDIZE: ofNumbers((x, mean, wide) => (wide > 0 ? (x - mean) / wide : NONE)),
  'CONFIDENCE.NORM': ofNumbers((part, wide, size) =>
    isProbability(part) && wide > 0 && size >= 1 ? (-normalInverse(part / 2) * wide) / Math.sqrt(whole(size)) : NONE,
  ),
  'CONFIDENCE.T': ofNumbers((part, wide, size) => {
    if (!isProbability(part) || wide <= 0 || size < 1) return NONE;
    return whole(size) === 1 ? errors.div : (-tInverse(part / 2, whole(size) - 1) * wide) / Math.sqrt(whole(size));
  }),
  'Z.TEST': (args) => {
    const numbers = args.numbers(0, 1);
    const wide = args.count > 2 ? numberAt(args, 2) : Math.sqrt(squaresOf(numbers) / (numbers.length - 1));
    if (args.count > 2 && wide <= 0) return errors.num;
    if (!(wide > 0)) return errors.div;
    return normal(-((meanOf(numbers) - numberAt(args, 1)) * Math.sqrt(numbers.length)) / wide);
  },
};

const gammas: Fns = {
  GAMMA: ofNumbers(gamma),
  GAMMALN: ofNumbers((x) => (x > 0 ? lnGamma(x) : NONE)),
  'GAMMA.DIST': ofNumbersAndFlag(3, ([x = 0, a = 1, scale = 1], adds) => {
    if (x < 0 || a <= 0 || scale <= 0) return NONE;
    return adds ? gammaParts(a, x / scale).below : gammaDensity(x, a, scale);
  }),
  'GAMMA.INV': ofNumbers((part, a, scale) => {
    if (part < 0 || part >= 1 || a <= 0 || scale <= 0) return NONE;
    return part === 0 ? 0 : scale * whereAbove0(part, (x) => gammaParts(a, x).below);
  }),
  'CHISQ.DIST': ofNumbersAndFlag(2, ([x = 0, freedom = 1], adds) => {
    const a = whole(freedom) / 2;
    if (x < 0 || a < 0.5) return NONE;
    return adds ? gammaParts(a, x / 2).below : gammaDensity(x, a, 2);
  }),
  'CHISQ.DIST.RT': ofNumbers((x, freedom) => {
    return x < 0 || freedom < 1 ? NONE : gammaParts(whole(freedom) / 2, x / 2).above;
  }),
  'CHISQ.INV': ofNumbers((part, freedom) => {
    if (part < 0 || part >= 1 || freedom < 1) return NONE;
    return part === 0 ? 0 : 2 * whereAbove0(part, (x) => gammaParts(whole(freedom) / 2, x).below);
  }),
  'CHISQ.INV.RT': ofNumbers((part, freedom) => {
    if (part <= 0 || part > 1 || freedom < 1) return NONE;
    return part === 1 ? 0 : 2 * whereAbove0(-part, (x) => -gammaParts(whole(freedom) / 2, x).above);
  }),
  'EXPON.DIST': ofNumbersAndFlag(2, ([x = 0, rate = 1], adds) => {
    if (x < 0 || rate <= 0) return NONE;
    return adds ? -Math.expm1(-rate * x) : rate * Math.exp(-rate * x);
  }),
  'WEIBULL.DIST': ofNumbersAndFlag(3, ([x = 0, a = 1, b = 1], adds) => {
    if (x < 0 || a <= 0 || b <= 0) return NONE;
    const power = (x / b) ** a;
    return adds ? -Math.expm1(-power) : (a / b) * (x / b) ** (a - 1) * Math.exp(-power);
  }),
  'POISSON.DIST': ofNumbersAndFlag(2, ([x = 0, mean = 1], adds) => {
    const count = whole(x);
    if (count < 0 || mean < 0) return NONE;
    if (mean === 0) return adds || count === 0 ? 1 : 0;
    return adds ? gammaParts(count + 1, mean).above : Math.exp(count * Math.log(mean) - mean - lnGamma(count + 1));
  }),
};

const ratios: Fns = {
  'T.DIST': ofNumbersAndFlag(2, ([x = 0, freedom = 1], adds) => {
    if (freedom < 1) return adds ? NONE : errors.div;
    return adds ? tBelow(x, whole(freedom)) : tDensity(x, whole(freedom));
  }),
  'T.DIST.RT': ofNumbers((x, freedom) => (freedom < 1 ? NONE : tBelow(-x, whole(freedom)))),
  'T.DIST.2T': ofNumbers((x, freedom) => (x < 0 || freedom < 1 ? NONE : 2 * tAbove(x, whole(freedom)))),
  'T.INV': ofNumbers((part, freedom) => (isProbability(part) && freedom >= 1 ? tInverse(part, whole(freedom)) : NONE)),
  'T.INV.2T': ofNumbers((part, freedom) => {
    return part > 0 && part <= 1 && freedom >= 1 ? -tInverse(part / 2, whole(freedom)) + 0 : NONE;
  }),
  'F.DIST': ofNumbersAndFlag(3, ([x = 0, a = 1, b = 1], adds) => {
    if (x < 0 || a < 1 || b < 1) return NONE;
    return adds ? fBelow(x, whole(a), whole(b)) : fDensity(x, whole(a), whole(b));
  }),
  'F.DIST.RT': ofNumbers((x, a, b) => (x < 0 || a < 1 || b < 1 ? NONE : fAbove(x, whole(a), whole(b)))),
  'F.INV': ofNumbers((part, a, b) => {
    if (part < 0 || part > 1 || a < 1 || b < 1) return NONE;
    return part === 0 ? 0 : part === 1 ? NONE : whereAbove0(part, (x) => fBelow(x, whole(a), whole(b)));
  }),
  'F.INV.RT': ofNumbers((part, a, b) => {
    if (part <= 0 || part > 1 || a < 1 || b < 1) return NONE;
    return part === 1 ? 0 : whereAbove0(-part, (x) => -fAbove(x, whole(a), whole(b)));
  }),
  'BETA.DIST': (args) => {
    if (args.count < 4) return errors.value;
    const numbers = [0, 1, 2, ...(args.count > 4 ? [4] : []), ...(args.count > 5 ? [5] : [])];
    return orNum(
      betaAt(
        numbers.map((at) => numberAt(args, at)),
        args.bool(3),
      ),
    );
  },
  'BETA.INV': ofNumbers((part, a, b, from = 0, until = 1) => {
    if (part <= 0 || part > 1 || a <= 0 || b <= 0 || from >= until) return NONE;
    if (part === 1) return until;
    return from + (until - from) * whereIs(part, 0, 1, (x) => betaPart(x, a, b));
  }),
};

const counts: Fns = {
  'BINOM.DIST': ofNumbersAndFlag(3, ([hits = 0, tries = 0, part = 0], adds) =>
    binomial(whole(hits), whole(tries), part, adds),
  ),
  'BINOM.INV': ofNumbers(binomialInverse),
  'NEGBINOM.DIST': ofNumbersAndFlag(3, ([misses = 0, hits = 0, part = 0], adds) => {
    const [f, s] = [whole(misses), whole(hits)];
    if (f < 0 || s < 1 || part < 0 || part > 1) return NONE;
    return adds ? betaPart(part, s, f + 1) : choose(f + s - 1, s - 1) * part ** s * (1 - part) ** f;
  }),
  'HYPGEOM.DIST': ofNumbersAndFlag(4, (numbers, adds) => hypergeometric(numbers.map(whole), adds)),
  FISHER: ofNumbers((x) => (Math.abs(x) < 1 ? Math.atanh(x) : NONE)),
  FISHERINV: ofNumbers((x) => Math.tanh(x)),
  PROB: (args) => {
    const [values, parts] = [args.numbers(0, 1), args.numbers(1, 2)];
    if (values.length !== parts.length) return errors.na;
    if (parts.some((part) => part < 0 || part > 1) || Math.abs(parts.reduce((a, b) => a + b, 0) - 1) > 1e-7)
      return stop(errors.num);
    const first = numberAt(args, 2);
    const last = args.count > 3 ? numberAt(args, 3) : first;
    const [from, until] = [Math.min(first, last), Math.max(first, last)];
    return values.reduce((sum, value, at) => (value >= from && value <= until ? sum + (parts[at] ?? 0) : sum), 0);
  },
};

export const distributions: Fns = { ...normals, ...gammas, ...ratios, ...counts };
