import type { Fns } from './operand';
import { errors } from './values';
import { ofNumbers, orNum, strictNumbers } from './numbers';

const NONE = Number.NaN;

/** 1 over a function; where that is 0, nothing is divided by it. */
const over1 = (value: number) => (value === 0 ? errors.div : 1 / value);

function everySecond(number: number): number {
  const whole = Math.trunc(number);
  if (whole < -1 || whole > 300) return NONE;
  let product = 1;
  for (let at = whole; at > 1; at -= 2) product *= at;
  return product;
}

/** Ways to choose k of n; a list of the smaller of both groups. */
function choose(n: number, k: number): number {
  const few = Math.min(k, n - k);
  let found = 1;
  for (let at = 1; at <= few && Number.isFinite(found); at++) found = (found * (n - few + at)) / at;
  return Number.isFinite(found) ? Math.round(found) : NONE;
}

function combineAgain(n: number, k: number): number {
  const [all, some] = [Math.trunc(n), Math.trunc(k)];
  if (some < 0 || all < some) return NONE;
  return some === 0 ? 1 : choose(all + some - 1, some);
}

/** Numbers of which each is one of a group, by the sizes of the groups. */
function multinomial(sizes: readonly number[]): number {
  let [all, found] = [0, 1];
  for (const size of sizes) {
    const some = Math.trunc(size);
    if (some < 0) return NONE;
    all += some;
    found *= choose(all, some);
  }
  return found;
}

export const moreMath: Fns = {
  ACOSH: ofNumbers(Math.acosh),
  ASINH: ofNumbers(Math.asinh),
  ATANH: ofNumbers((x) => (Math.abs(x) < 1 ? Math.atanh(x) : NONE)),
  ACOT: ofNumbers((x) => Math.PI / 2 - Math.atan(x)),
  ACOTH: ofNumbers((x) => (Math.abs(x) > 1 ? Math.atanh(1 / x) : NONE)),
  COT: ofNumbers((x) => over1(Math.tan(x))),
  COTH: ofNumbers((x) => over1(Math.tanh(x))),
  CSC: ofNumbers((x) => over1(Math.sin(x))),
  CSCH: ofNumbers((x) => over1(Math.sinh(x))),
  SEC: ofNumbers((x) => over1(Math.cos(x))),
  SECH: ofNumbers((x) => over1(Math.cosh(x))),
  SQRTPI: ofNumbers((x) => Math.sqrt(x * Math.PI)),
  FACTDOUBLE: ofNumbers(everySecond),
  COMBINA: ofNumbers(combineAgain),
  PERMUTATIONA: ofNumbers((n, k) => (n < 0 || k < 0 ? NONE : Math.trunc(n) ** Math.trunc(k))),
  MULTINOMIAL: (args) => orNum(multinomial(args.all.flatMap((_, at) => strictNumbers(args, at)))),
};
