import { each, stop, type Args, type Fns } from './operand';
import { errors, isError, numberIn, toNumber, type Value } from './values';
import { dayOf, lastOfMonth, serialOf, serialOfDate, weekdayOf } from '~/features/viewers/sheet/days';

const DATE = /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]+(.*))?$/;
const TIME = /^\s*(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?\s*(am|pm)?\s*$/i;

/** The part of a day that a time like 14:05 is; null when the text says none. */
export function timeIn(text: string): number | null {
  const [, hour, minute, second, half] = TIME.exec(text) ?? [];
  if (hour === undefined || Number(minute) > 59 || Number(second ?? 0) >= 60) return null;
  const hours = half ? (Number(hour) % 12) + (/pm/i.test(half) ? 12 : 0) : Number(hour);
  return (hours * 3600 + Number(minute) * 60 + Number(second ?? 0)) / 86_400;
}

/** The day that a text like 2026-11-23 says; null when it says none. */
export function dateIn(text: string): number | null {
  const [, year, month, day, rest] = DATE.exec(text) ?? [];
  if (year === undefined || Number(year) < 1900) return null;
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1) return null;
  if (Number(day) > lastOfMonth(Number(year), Number(month))) return null;
  const time = rest ? timeIn(rest) : 0;
  return time === null ? null : serialOf(Number(year), Number(month), Number(day)) + time;
}

/** The last day of the year 9999. */
const LAST_DAY = 2_958_465;

const real = (args: Args, serial: number) => serial - args.scope.epoch;

/** A date among the arguments, as days since 1900. */
function date(args: Args, index: number): number {
  const value = args.plain(index);
  const said = typeof value === 'string' ? (dateIn(value) ?? numberIn(value)) : null;
  if (typeof value === 'string' && said === null) stop(errors.value);
  const number = said ?? args.number(index);
  if (number < 0) stop(errors.num);
  return typeof value === 'string' && dateIn(value) !== null ? number : number + args.scope.epoch;
}

/** The same day of another month, or its last one. */
function monthsOn(serial: number, months: number, end: boolean): number {
  const { year, month, day } = dayOf(serial);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const [y, m] = [first.getUTCFullYear(), first.getUTCMonth() + 1];
  const last = lastOfMonth(y, m);
  const found = serialOf(y, m, end ? last : Math.min(day, last));
  return found < 0 || found > LAST_DAY ? stop(errors.num) : found;
}

const secondsOf = (serial: number) => Math.round((serial - Math.floor(serial)) * 86_400) % 86_400;

function timeSeconds(args: Args): number {
  const value = args.plain(0);
  const said = typeof value === 'string' ? (timeIn(value) ?? dateIn(value)) : null;
  return secondsOf(said ?? args.number(0));
}

function difference(args: Args): Value {
  const [from, until] = [Math.floor(date(args, 0)), Math.floor(date(args, 1))];
  if (from > until) return errors.num;
  const [a, b] = [dayOf(from), dayOf(until)];
  const months = (b.year - a.year) * 12 + b.month - a.month - (b.day < a.day ? 1 : 0);
  switch (args.text(2).toUpperCase()) {
    case 'D':
      return until - from;
    case 'M':
      return months;
    case 'Y':
      return Math.floor(months / 12);
    case 'YM':
      return months % 12;
    case 'MD':
      return until - monthsOn(from, months, false);
    case 'YD':
      return until - monthsOn(from, Math.floor(months / 12) * 12, false);
    default:
      return errors.num;
  }
}

function days360(from: number, until: number, european: boolean): number {
  const [a, b] = [dayOf(from), dayOf(until)];
  const first = Math.min(a.day, 30);
  const last = b.day === 31 && (european || first === 30) ? 30 : b.day;
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + last - first;
}

function yearPart(args: Args): Value {
  const [a, b] = [Math.floor(date(args, 0)), Math.floor(date(args, 1))];
  const [from, until] = [Math.min(a, b), Math.max(a, b)];
  switch (args.integer(2, 0)) {
    case 0:
      return days360(from, until, false) / 360;
    case 1: {
      const years = dayOf(until).year - dayOf(from).year + 1;
      const long = serialOf(dayOf(until).year + 1, 1, 1) - serialOf(dayOf(from).year, 1, 1);
      return (until - from) / (long / years);
    }
    case 2:
      return (until - from) / 360;
    case 3:
      return (until - from) / 365;
    case 4:
      return days360(from, until, true) / 360;
    default:
      return errors.num;
  }
}

function holidays(args: Args, index: number): Set<number> {
  const found = new Set<number>();
  if (!args.has(index)) return found;
  each(args.operand(index), args.scope, (value) => {
    const number = value === null ? null : toNumber(value);
    if (isError(number)) stop(number);
    else if (number !== null) found.add(Math.floor(number + args.scope.epoch));
  });
  return found;
}

/** Days of the week without work, from Sunday, by the number or the text of the functions that end in INTL. */
function weekendOf(args: Args, index: number): ReadonlySet<number> {
  if (!args.has(index)) return new Set([0, 6]);
  const value = args.plain(index);
  if (typeof value === 'string' && /^[01]{7}$/.test(value)) {
    return new Set(Array.from(value).flatMap((flag, at) => (flag === '1' ? [(at + 1) % 7] : [])));
  }
  if (typeof value === 'string') stop(errors.value);
  const number = args.integer(index);
  if (number >= 1 && number <= 7) return new Set([(number + 5) % 7, (number + 6) % 7]);
  return number >= 11 && number <= 17 ? new Set([number - 11]) : stop(errors.num);
}

/** How many days of a stretch are worked, by whole weeks: a formula may ask for any two numbers. */
function countWorkdays(from: number, until: number, weekend: ReadonlySet<number>, free: ReadonlySet<number>): number {
  if (until < from) return 0;
  const weeks = Math.floor((until - from + 1) / 7);
  let found = weeks * (7 - weekend.size);
  for (let day = from + weeks * 7; day <= until; day++) if (!weekend.has(weekdayOf(day))) found++;
  for (const day of free) if (day >= from && day <= until && !weekend.has(weekdayOf(day))) found--;
  return found;
}

function workday(args: Args, weekend: ReadonlySet<number>, free: ReadonlySet<number>): number {
  const [begin, count] = [Math.floor(date(args, 0)), args.integer(1)];
  if (weekend.size === 7) stop(errors.value);
  if (count === 0) return real(args, begin);
  const way = Math.sign(count);
  const workdaysIn = (days: number) =>
    way > 0
      ? countWorkdays(begin + 1, begin + days, weekend, free)
      : countWorkdays(begin - days, begin - 1, weekend, free);
  // The fewest days after which so many are worked.
  let [least, most] = [1, LAST_DAY];
  if (begin > LAST_DAY || workdaysIn(most) < Math.abs(count)) stop(errors.num);
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (workdaysIn(middle) >= Math.abs(count)) most = middle;
    else least = middle + 1;
  }
  const day = begin + way * least;
  return day < 0 || day > LAST_DAY ? stop(errors.num) : real(args, day);
}

function workdays(args: Args, weekend: ReadonlySet<number>, free: ReadonlySet<number>): number {
  const [a, b] = [Math.floor(date(args, 0)), Math.floor(date(args, 1))];
  if (Math.max(a, b) > LAST_DAY) stop(errors.num);
  const found = countWorkdays(Math.min(a, b), Math.max(a, b), weekend, free);
  return a <= b ? found : -found;
}

function isoWeek(serial: number): number {
  const thursday = Math.floor(serial) - ((weekdayOf(serial) + 6) % 7) + 3;
  return Math.floor((thursday - serialOf(dayOf(thursday).year, 1, 1)) / 7) + 1;
}

function weekNumber(args: Args): number {
  const [serial, kind] = [date(args, 0), args.integer(1, 1)];
  if (kind === 21) return isoWeek(serial);
  const first = kind === 1 ? 0 : kind === 2 ? 1 : kind >= 11 && kind <= 17 ? (kind - 10) % 7 : stop(errors.num);
  const begin = serialOf(dayOf(serial).year, 1, 1);
  return Math.floor((Math.floor(serial) - begin + ((weekdayOf(begin) - first + 7) % 7)) / 7) + 1;
}

function weekday(args: Args): Value {
  const day = weekdayOf(date(args, 0));
  const kind = args.integer(1, 1);
  if (kind === 1) return day + 1;
  if (kind === 2) return ((day + 6) % 7) + 1;
  if (kind === 3) return (day + 6) % 7;
  return kind >= 11 && kind <= 17 ? ((day - (kind - 10) + 7) % 7) + 1 : errors.num;
}

/** Days count from the first of a month, so that the day exists that never was: 29 February 1900. */
function dayOfDate(args: Args): number {
  const [year, month, day] = [args.integer(0), args.integer(1), args.integer(2)];
  if (year < 0 || year > 9999 || Math.abs(month) > 120_000) stop(errors.num);
  const serial = serialOf(year < 1900 ? year + 1900 : year, month, 1) + day - 1;
  return serial < 0 || serial > LAST_DAY ? stop(errors.num) : real(args, serial);
}

function timeOfDay(args: Args): number {
  const parts = [args.integer(0), args.integer(1), args.integer(2)] as const;
  const seconds = parts[0] * 3600 + parts[1] * 60 + parts[2];
  return seconds < 0 || parts.some((part) => part > 32_767) ? stop(errors.num) : (seconds % 86_400) / 86_400;
}

const today = (args: Args) => real(args, Math.floor(serialOfDate(args.scope.now())));

export const dates: Fns = {
  TODAY: today,
  NOW: (args) => real(args, serialOfDate(args.scope.now())),
  DATE: dayOfDate,
  TIME: timeOfDay,
  YEAR: (args) => dayOf(date(args, 0)).year,
  MONTH: (args) => dayOf(date(args, 0)).month,
  DAY: (args) => dayOf(date(args, 0)).day,
  HOUR: (args) => Math.floor(timeSeconds(args) / 3600),
  MINUTE: (args) => Math.floor((timeSeconds(args) % 3600) / 60),
  SECOND: (args) => timeSeconds(args) % 60,
  WEEKDAY: weekday,
  WEEKNUM: weekNumber,
  ISOWEEKNUM: (args) => isoWeek(date(args, 0)),
  EDATE: (args) => real(args, monthsOn(date(args, 0), args.integer(1), false)),
  EOMONTH: (args) => real(args, monthsOn(date(args, 0), args.integer(1), true)),
  DAYS: (args) => Math.floor(date(args, 0)) - Math.floor(date(args, 1)),
  DAYS360: (args) => days360(date(args, 0), date(args, 1), args.bool(2)),
  DATEDIF: difference,
  DATEVALUE: (args) => real(args, Math.floor(dateIn(args.text(0)) ?? stop(errors.value))),
  TIMEVALUE: (args) => timeIn(args.text(0)) ?? stop(errors.value),
  YEARFRAC: yearPart,
  WORKDAY: (args) => workday(args, new Set([0, 6]), holidays(args, 2)),
  'WORKDAY.INTL': (args) => workday(args, weekendOf(args, 2), holidays(args, 3)),
  NETWORKDAYS: (args) => workdays(args, new Set([0, 6]), holidays(args, 2)),
  'NETWORKDAYS.INTL': (args) => workdays(args, weekendOf(args, 2), holidays(args, 3)),
};
