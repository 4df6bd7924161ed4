import { each, stop, type Args, type Fn, type Fns } from './operand';
import { errors, isError, toNumber, type Value } from './values';
import { numberAt, ofNumbers, orNum, pairsOf, strictNumbers, sumOf } from './numbers';

const NONE = Number.NaN;
/** Of more periods nothing is added up one by one. */
const MOST_PERIODS = 10_000;

/** What payments at the end (0) or the beginning (1) of periods grow to, for each one. */
const grown = (rate: number, periods: number, begin: number) =>
  rate === 0 ? periods : ((1 + rate * begin) * Math.expm1(periods * Math.log1p(rate))) / rate;

const atBegin = (type: number) => (type === 0 ? 0 : 1);

const future = (rate: number, periods: number, payment: number, present = 0, type = 0) =>
  -(present * (1 + rate) ** periods + payment * grown(rate, periods, atBegin(type)));

/** What such payments are worth before the first period, for each one. */
const discountFactor = (rate: number, periods: number, begin: number) =>
  rate === 0 ? periods : ((1 + rate * begin) * -Math.expm1(-periods * Math.log1p(rate))) / rate;

const present = (rate: number, periods: number, payment: number, later = 0, type = 0) =>
  -(later * (1 + rate) ** -periods + payment * discountFactor(rate, periods, atBegin(type)));

const payment = (rate: number, periods: number, now: number, later = 0, type = 0): number =>
  -(now + later * (1 + rate) ** -periods) / discountFactor(rate, periods, atBegin(type));

function interest(rate: number, period: number, periods: number, now: number, later = 0, type = 0): number {
  if (period < 1 || period >= periods + 1) return NONE;
  const paid = payment(rate, periods, now, later, type);
  // Of what is left to pay, seen from the end: what was paid so far would have grown beyond all digits.
  if (atBegin(type) === 0) return -present(rate, periods - period + 1, paid, later) * rate;
  return period === 1 ? 0 : -(present(rate, periods - period + 2, paid, later, 1) + paid) * rate;
}

function principal(rate: number, period: number, periods: number, now: number, later = 0, type = 0): number {
  return payment(rate, periods, now, later, type) - interest(rate, period, periods, now, later, type);
}

const addedUp = (part: typeof interest) =>
  ofNumbers((rate, periods, now, from, until, type) => {
    const [first, last] = [Math.ceil(from), Math.trunc(until)];
    if (
      rate <= 0 ||
      periods <= 0 ||
      now <= 0 ||
      from < 1 ||
      last < first ||
      last > periods ||
      (type !== 0 && type !== 1)
    )
      return NONE;
    if (last > MOST_PERIODS) return NONE;
    let sum = 0;
    for (let period = first; period <= last; period++) sum += part(rate, period, periods, now, 0, type);
    return sum;
  });

function periodsOf(rate: number, paid: number, now: number, later = 0, type = 0): Value {
  if (rate === 0) return paid === 0 ? errors.num : -(now + later) / paid;
  const whole = paid * (1 + rate * atBegin(type));
  return Math.log((whole - later * rate) / (whole + now * rate)) / Math.log1p(rate);
}

/** Where a function is 0, from a guess on. */
function zeroOf(at: (x: number) => number, guess: number, least: number): number {
  let x = guess;
  for (let step = 0; step < 100; step++) {
    const value = at(x);
    const by = Math.max(1e-7, Math.abs(x) * 1e-7);
    const slope = (at(x + by) - at(x - by)) / (2 * by);
    const next = Math.max(x - value / slope, (x + least) / 2);
    if (!Number.isFinite(next)) return NONE;
    if (Math.abs(next - x) <= 1e-13 * Math.max(1, Math.abs(x))) return next;
    x = next;
  }
  return NONE;
}

function rateOf(periods: number, paid: number, now: number, later = 0, type = 0, guess = 0.1): number {
  if (periods <= 0) return NONE;
  return zeroOf((rate) => future(rate, periods, paid, now, type) - later, guess, -1);
}

const valueAt = (rate: number, flows: readonly number[]) =>
  flows.reduceRight((sum, flow) => sum / (1 + rate) + flow, 0);

const hasBothSigns = (flows: readonly number[]) => flows.some((flow) => flow > 0) && flows.some((flow) => flow < 0);

const inner: Fn = (args) => {
  const flows = args.numbers(0, 1);
  if (!hasBothSigns(flows)) return errors.num;
  return orNum(zeroOf((rate) => valueAt(rate, flows), args.count > 1 ? numberAt(args, 1) : 0.1, -1));
};

/** Payments with their days, of which the first one may be no number. */
function discountDated(args: Args, index: number) {
  const [flows, days] = pairsOf(args, index);
  const first = days[0] ?? stop(errors.num);
  if (days.some((day) => Math.trunc(day) < Math.trunc(first))) stop(errors.num);
  return (rate: number) =>
    sumOf(flows.map((flow, at) => flow / (1 + rate) ** ((Math.trunc(days[at] ?? 0) - Math.trunc(first)) / 365)));
}

function modifiedReturn(args: Args): Value {
  const [flows, borrowed, invested] = [args.numbers(0, 1), numberAt(args, 1), numberAt(args, 2)];
  if (!hasBothSigns(flows)) return errors.div;
  const count = flows.length;
  const gains = valueAt(
    invested,
    flows.map((flow) => Math.max(flow, 0)),
  );
  const losses = valueAt(
    borrowed,
    flows.map((flow) => Math.min(flow, 0)),
  );
  return orNum(((-gains * (1 + invested) ** (count - 1)) / losses) ** (1 / (count - 1)) - 1);
}

/** The rate of a depreciation that falls from year to year, to three digits. */
function fixedDeclining(cost: number, rest: number, life: number, period: number, months = 12): number {
  const year = Math.trunc(months);
  if (cost <= 0 || rest < 0 || rest > cost || life <= 0 || life > 1200 || year < 1 || year > 12) return NONE;
  if (period < 1 || period > (year === 12 ? life : life + 1)) return NONE;
  const rate = Math.round((1 - (rest / cost) ** (1 / life)) * 1000) / 1000;
  const first = (cost * rate * year) / 12;
  if (Math.trunc(period) === 1) return first;
  let [total, now] = [first, first];
  for (let at = 2; at <= Math.min(Math.trunc(life), Math.trunc(period)); at++) {
    now = (cost - total) * rate;
    total += now;
  }
  return period > life ? ((cost - total) * rate * (12 - year)) / 12 : now;
}

function doubleDeclining(cost: number, rest: number, life: number, period: number, factor = 2): number {
  if (rest < 0 || rest > cost || life <= 0 || period < 1 || period > life || factor <= 0) return NONE;
  const rate = Math.min(1, factor / life);
  const before = rate === 1 ? (period === 1 ? cost : 0) : cost * (1 - rate) ** (period - 1);
  return Math.max(0, before - Math.max(rest, cost * (1 - rate) ** period));
}

/** A price in parts, such as 1.02 for one and two sixteenths. */
const partsOf = (
  price: number,
  parts: number,
  convert: (rest: number, parts: number, scale: number) => number,
): Value => {
  const under = Math.trunc(parts);
  if (under < 0) return errors.num;
  if (under === 0) return errors.div;
  const whole = Math.trunc(price);
  return whole + convert(price - whole, under, 10 ** Math.ceil(Math.log10(under)));
};

const rates: Fns = {
  EFFECT: ofNumbers((rate, times) =>
    rate > 0 && times >= 1 ? (1 + rate / Math.trunc(times)) ** Math.trunc(times) - 1 : NONE,
  ),
  NOMINAL: ofNumbers((rate, times) =>
    rate > 0 && times >= 1 ? ((1 + rate) ** (1 / Math.trunc(times)) - 1) * Math.trunc(times) : NONE,
  ),
  RRI: ofNumbers((periods, now, later) => (periods > 0 && now !== 0 ? (later / now) ** (1 / periods) - 1 : NONE)),
  PDURATION: ofNumbers((rate, now, later) =>
    rate > 0 && now > 0 && later > 0 ? Math.log(later / now) / Math.log1p(rate) : NONE,
  ),
  DOLLARDE: ofNumbers((price, parts) => partsOf(price, parts, (rest, under, scale) => (rest * scale) / under)),
  DOLLARFR: ofNumbers((price, parts) => partsOf(price, parts, (rest, under, scale) => (rest * under) / scale)),
  FVSCHEDULE: (args) => strictNumbers(args, 1).reduce((value, rate) => value * (1 + rate), numberAt(args, 0)),
};

const depreciations: Fns = {
  DB: ofNumbers(fixedDeclining),
  DDB: ofNumbers(doubleDeclining),
  SLN: ofNumbers((cost, rest, life) => (life === 0 ? errors.div : (cost - rest) / life)),
  SYD: ofNumbers((cost, rest, life, period) =>
    life > 0 && period >= 1 && period <= life ? ((cost - rest) * (life - period + 1) * 2) / (life * (life + 1)) : NONE,
  ),
};

export const finance: Fns = {
  ...rates,
  ...depreciations,
  FV: ofNumbers(future),
  PV: ofNumbers(present),
  PMT: ofNumbers((rate, periods, now, later = 0, type = 0) =>
    periods === 0 ? NONE : payment(rate, periods, now, later, type),
  ),
  NPER: ofNumbers(periodsOf),
  RATE: ofNumbers(rateOf),
  IPMT: ofNumbers(interest),
  PPMT: ofNumbers(principal),
  CUMIPMT: addedUp(interest),
  CUMPRINC: addedUp(principal),
  ISPMT: ofNumbers((rate, period, periods, now) => (periods === 0 ? errors.div : now * rate * (period / periods - 1))),
  NPV: (args) => {
    const rate = numberAt(args, 0);
    if (rate === -1) return errors.div;
    const flows: number[] = [];
    for (let at = 1; at < args.count; at++) flows.push(...flowsOf(args, at));
    return valueAt(rate, flows) / (1 + rate);
  },
  IRR: inner,
  MIRR: modifiedReturn,
  XNPV: (args) => {
    const rate = numberAt(args, 0);
    return rate <= -1 ? errors.num : orNum(discountDated(args, 1)(rate));
  },
  XIRR: (args) => {
    if (!hasBothSigns(pairsOf(args, 0)[0])) return errors.num;
    return orNum(zeroOf(discountDated(args, 0), args.count > 2 ? numberAt(args, 2) : 0.1, -1));
  },
};

/** The payments of an argument: of a range those that are numbers. */
function flowsOf(args: Args, at: number): number[] {
  const operand = args.operand(at);
  if (typeof operand === 'object' && operand !== null && 'kind' in operand) {
    const found: number[] = [];
    each(operand, args.scope, (value) => {
      if (isError(value)) stop(value);
      if (typeof value === 'number') found.push(value);
    });
    return found;
  }
  const number = toNumber(operand);
  return [isError(number) ? stop(number) : number];
}
