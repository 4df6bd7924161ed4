import { isDateFormat } from 'numfmt';
import { dayOf, lastOfMonth, persianDayOf, serialOf, serialOfPersian, type Day } from '~/features/viewers/sheet/days';
import { isPersianFormat } from '~/features/viewers/sheet/persian';
import { latinDigits } from '~/kit/digits';
import type { Value } from '../formula/values';
import type { Cell } from './book';

/** The value of a series at a place, counted from its first cell; below 0 are those before it. */
export type Series = (place: number) => Value;

const list = (names: string) => names.split(' ');

/** Names that follow one another in a circle. */
const CIRCLES = [
  list('فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند'),
  list('ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر'),
  list('شنبه یکشنبه دوشنبه سه‌شنبه چهارشنبه پنجشنبه جمعه'),
  list('January February March April May June July August September October November December'),
  list('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'),
  list('Saturday Sunday Monday Tuesday Wednesday Thursday Friday'),
  list('Sat Sun Mon Tue Wed Thu Fri'),
];

/** A name as it is compared: joiners, spaces and kinds of letters do not count. */
const plainName = (name: string) =>
  name
    .trim()
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک')
    .replaceAll(/[\s\u200c]/g, '')
    .toLowerCase();

/** The names written as the first one is: in capitals, in small letters, or as usual. */
function matchCase(first: string): (name: string) => string {
  if (first.length > 1 && first === first.toUpperCase() && first !== first.toLowerCase())
    return (name) => name.toUpperCase();
  return first === first.toLowerCase() && first !== first.toUpperCase() ? (name) => name.toLowerCase() : (name) => name;
}

/** The step between numbers that follow each other evenly; null when they do not. One number alone has that of `single`. */
function evenly(numbers: readonly number[], single: number | null): number | null {
  if (numbers.length === 1) return single;
  const step = (numbers[1] ?? 0) - (numbers[0] ?? 0);
  return numbers.every((number, at) => at === 0 || Math.abs(number - (numbers[at - 1] ?? 0) - step) < 1e-9)
    ? step
    : null;
}

function circle(texts: readonly string[]): Series | null {
  for (const names of CIRCLES) {
    const plain = names.map(plainName);
    const places = texts.map((text) => plain.indexOf(plainName(text)));
    if (places.includes(-1)) continue;
    // From the last of the circle on to its first.
    const onward = places.map((place, at) => {
      const before = at === 0 ? place : (places[at - 1] ?? 0);
      return (place - before + names.length) % names.length;
    });
    const [, step = 1] = onward;
    if (!onward.slice(1).every((by) => by === step)) return null;
    const write = matchCase(texts[0] ?? '');
    const size = names.length;
    return (place) => write(names[((((places[0] ?? 0) + step * place) % size) + size) % size] ?? '');
  }
  return null;
}

/** Texts that differ in the number at their end: فصل ۱, فصل ۲. */
function numberSeries(texts: readonly string[]): Series | null {
  const found = texts.map((text) => /^(.*?\D)(\d{1,9})$/s.exec(latinDigits(text)));
  const head = texts[0]?.slice(0, found[0]?.[1]?.length) ?? '';
  if (!found.every((one, at) => one && texts[at]?.slice(0, one[1]?.length) === head)) return null;
  const numbers = found.map((one) => Number(one?.[2]));
  const step = evenly(numbers, 1);
  if (step === null) return null;
  const tail = texts[0]?.slice(head.length) ?? '';
  const zero = tail.codePointAt(0) ?? 48;
  const first = zero >= 0x6f0 ? 0x6f0 : zero >= 0x660 ? 0x660 : 48;
  const width = tail.startsWith(String.fromCodePoint(first)) ? tail.length : 1;
  return (place) => {
    const number = String(Math.abs((numbers[0] ?? 0) + step * place)).padStart(width, '0');
    return head + number.replaceAll(/\d/g, (digit) => String.fromCodePoint(first + Number(digit)));
  };
}

function monthLater(day: Day, months: number, persian: boolean): number {
  const count = day.year * 12 + day.month - 1 + months;
  const [year, month] = [Math.floor(count / 12), (count % 12) + 1];
  if (!persian) return serialOf(year, month, Math.min(day.day, lastOfMonth(year, month)));
  for (let last = day.day; ; last--) {
    const serial = serialOfPersian({ year, month, day: last });
    if (serial !== null) return serial;
  }
}

/** Days; or the same day of months, in the calendar of their format, when there are two or more. */
function dates(serials: readonly number[], code: string, epoch: number): Series | null {
  const persian = isPersianFormat(code);
  const days = serials.map((serial) => (persian ? persianDayOf : dayOf)(serial + epoch));
  const [first] = days;
  const months = evenly(
    days.map(({ year, month }) => year * 12 + month),
    null,
  );
  if (first && months && serials.every(Number.isInteger) && days.every(({ day }) => day === first.day))
    return (place) => monthLater(first, months * place, persian) - epoch;
  const step = evenly(serials, 1);
  return step === null ? null : (place) => (serials[0] ?? 0) + step * place;
}

/** How cells go on: numbers and dates by their step, names of months and days, texts with a number. Null for others. */
export function seriesOf(cells: readonly (Cell | undefined)[], epoch: number): Series | null {
  const values = cells.map((cell) => (cell?.formula === undefined ? (cell?.value ?? null) : null));
  const code = cells[0]?.look.numFmt ?? 'General';
  if (values.every((value) => typeof value === 'number')) {
    const isDate = (isPersianFormat(code) || isDateFormat(code)) && values.every((value) => value + epoch >= 1);
    if (isDate) return dates(values, code, epoch);
    const step = evenly(values, null);
    return step === null ? null : (place) => Number(((values[0] ?? 0) + step * place).toPrecision(15));
  }
  if (!values.every((value) => typeof value === 'string' && value !== '')) return null;
  const texts = values.map(String);
  return circle(texts) ?? (cells.some((cell) => cell?.look.numFmt === '@') ? null : numberSeries(texts));
}
