/** The functions of mathematics that those of statistics are made of, to some 14 digits. */

const LANCZOS = [
  0.9999999999999971, 57.15623566586292, -59.59796035547549, 14.136097974741746, -0.4919138160976202,
  3.399464998481189e-5, 4.652362892704858e-5, -9.837447530487956e-5, 0.0001580887032249125, -0.00021026444172410488,
  0.00021743961811521265, -0.0001643181065367639, 8.441822398385275e-5, -2.6190838401581408e-5, 3.6899182659531625e-6,
];

/** The logarithm of the gamma function of a number above 0. */
export function lnGamma(x: number): number {
  const sum = LANCZOS.reduce((all, part, at) => (at === 0 ? part : all + part / (x + at)), 0);
  const base = x + 5.2421875;
  return (x + 0.5) * Math.log(base) - base + Math.log((2.5066282746310002 * sum) / x);
}

export function gamma(x: number): number {
  if (x <= 0 && Number.isInteger(x)) return Number.NaN;
  if (x < 0.5) return Math.PI / (Math.sin(Math.PI * x) * gamma(1 - x));
  if (Number.isInteger(x) && x < 172) {
    let product = 1;
    for (let at = 2; at < x; at++) product *= at;
    return product;
  }
  return x > 171.7 ? Number.NaN : Math.exp(lnGamma(x));
}

const LEAST = 1e-300;
const MOST_STEPS = 20_000;

/** A continued fraction by the method of Lentz: its numerators and denominators from the first one on. */
function fraction(first: number, parts: (at: number) => readonly [number, number]): number {
  let value = first || LEAST;
  let [c, d] = [value, 0];
  for (let at = 1; at < MOST_STEPS; at++) {
    const [over, under] = parts(at);
    d = 1 / (under + over * d || LEAST);
    c = under + over / c || LEAST;
    const step = c * d;
    value *= step;
    if (Math.abs(step - 1) < 1e-16) break;
  }
  return value;
}

/** The parts of the gamma function of a below and above x, of 1. */
export function gammaParts(a: number, x: number): { readonly below: number; readonly above: number } {
  if (x <= 0) return { below: 0, above: 1 };
  const scale = Math.exp(a * Math.log(x) - x - lnGamma(a));
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a];
    for (let at = 1; at < MOST_STEPS && term > sum * 1e-17; at++) sum += term *= x / (a + at);
    return { below: scale * sum, above: 1 - scale * sum };
  }
  const above = scale / fraction(x + 1 - a, (at) => [-at * (at - a), x + 2 * at + 1 - a]);
  return { below: 1 - above, above };
}

/** The part of the beta function of a and b below x, of 1. */
export function betaPart(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaPart(1 - x, b, a);
  const scale = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - lnBeta(a, b));
  const value = fraction(1, (at) => {
    const m = at >> 1;
    const over =
      at % 2 === 0
        ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    return [over, 1];
  });
  return scale / (a * value);
}

export const lnBeta = (a: number, b: number) => lnGamma(a) + lnGamma(b) - lnGamma(a + b);

export const erf = (x: number) => Math.sign(x) * gammaParts(0.5, x * x).below;
export const erfc = (x: number) => (x < 0 ? 1 + gammaParts(0.5, x * x).below : gammaParts(0.5, x * x).above);

export const normalDensity = (z: number) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
export const normal = (z: number) => erfc(-z / Math.SQRT2) / 2;

/** Where a function that grows has a value, between two places. */
export function whereIs(value: number, from: number, until: number, grows: (x: number) => number): number {
  let [low, high] = [from, until];
  for (let step = 0; step < 300; step++) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (grows(middle) < value) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The same from 0 on, without an end. */
export function whereAbove0(value: number, grows: (x: number) => number): number {
  let until = 1;
  while (grows(until) < value && until < 1e300) until *= 2;
  return whereIs(value, 0, until, grows);
}

/** Where the normal distribution has reached a part of 1. The smaller side is computed: it has more digits. */
export function normalInverse(part: number): number {
  if (part === 0.5) return 0;
  const less = Math.min(part, 1 - part);
  const z = whereIs(-less, 0, 40, (x) => -normal(-x));
  return part < 0.5 ? -z : z;
}
