import { isRtl, locale, num, t } from '.';

const zone = 'Asia/Tehran';
const formats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale() + JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    const name = isRtl() ? 'fa-IR-u-ca-persian' : 'en-US-u-ca-gregory';
    formats.set(key, (format = new Intl.DateTimeFormat(name, { timeZone: zone, ...options })));
  }
  return format;
}

function parts(at: Date, options: Intl.DateTimeFormatOptions): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  return Object.fromEntries(
    dateFormat(options)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  );
}

const toDate = (at: string | number | Date) => (at instanceof Date ? at : new Date(at));

/** The hour of the day in Tehran: ۱۴:۰۵ or 14:05. */
export const clock = (at: string | number | Date) =>
  dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(toDate(at));

const second = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', hourCycle: 'h23', timeZone: zone });

/** The second of the day in Tehran, with Latin digits in every language, as lines of the log have it: 14:05:09. */
export const clockOfLog = (at: string) => second.format(new Date(at));

/** ۲۹ آبان ۱۴۰۵ or November 20, 2026. ICU orders Persian dates oddly, so they are put together from their parts. */
export function day(at: string | number | Date): string {
  const date = parts(toDate(at), { year: 'numeric', month: isRtl() ? 'long' : 'short', day: 'numeric' });
  return isRtl() ? `${date.day} ${date.month} ${date.year}` : `${date.month} ${date.day}, ${date.year}`;
}

/** The day in numbers and Latin digits, whatever the language is: 1405/09/07 or 2026/11/28. */
export function numericDay(at: Date, isPersian: boolean): string {
  const name = isPersian ? 'en-u-ca-persian-nu-latn' : 'en-u-ca-gregory';
  const options = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const found = new Map(
    new Intl.DateTimeFormat(name, options).formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return [found.get('year'), found.get('month'), found.get('day')].join('/');
}

/** «آذر ۱۴۰۵» or November 2026. */
export function monthYear(at: string | number | Date): string {
  const date = parts(toDate(at), { year: 'numeric', month: 'long' });
  return `${date.month} ${date.year}`;
}

/** The number of the month in its year: ۹ or 11. */
export const monthNumber = (at: string | number | Date) => parts(toDate(at), { month: 'numeric' }).month ?? '';

/** The whole moment, for tooltips: «جمعه ۲۹ آبان ۱۴۰۵، ۱۴:۰۵». */
export function fullDate(at: string | number | Date): string {
  const date = toDate(at);
  const { weekday } = parts(date, { weekday: 'long' });
  return isRtl() ? `${weekday} ${day(date)}، ${clock(date)}` : `${weekday}, ${day(date)}, ${clock(date)}`;
}

/** «جمعه ۲۹ آبان ۱۴۰۵»: the whole date without the hour. */
export const fullDay = (at: string | number | Date) => fullDate(at).replace(/[،,] [^،,]*$/, '');

/** The heading of a day in a list: «امروز», «دیروز», else the whole date. */
export function dayName(at: string | number | Date): string {
  const now = Date.now();
  if (day(at) === day(now)) return t('common.today');
  return day(at) === day(now - 86_400_000) ? t('common.yesterday') : fullDay(at);
}

/** Date and hour: «۲۹ آبان ۱۴۰۵، ۱۴:۰۵». */
export const dateTime = (at: string | number | Date) => `${day(at)}${isRtl() ? '، ' : ', '}${clock(at)}`;

const minute = 60_000;
const hour = 60 * minute;

/** A time in words: «همین حالا», «۵ دقیقه پیش», «امروز، ۱۴:۰۵», «دیروز، ۹:۳۰», else the date. */
export function when(at: string | number | Date, now: number = Date.now()): string {
  const date = toDate(at);
  const age = now - date.getTime();
  if (age >= -minute && age < minute) return t('common.justNow');
  if (age > 0 && age < hour) return t('common.minutesAgo', { n: Math.floor(age / minute) });
  const comma = isRtl() ? '، ' : ', ';
  if (age > 0 && age < 4 * hour) return t('common.hoursAgo', { n: Math.floor(age / hour) });
  if (day(date) === day(now)) return t('common.today') + comma + clock(date);
  if (day(date) === day(now - 24 * hour)) return t('common.yesterday') + comma + clock(date);
  return day(date);
}

const units = ['common.kilobyte', 'common.megabyte', 'common.gigabyte', 'common.terabyte'] as const;

/** «۱٫۲ گیگابایت» or 1.2 GB. */
export function size(bytes: number): string {
  const whole = Math.max(0, Math.round(bytes));
  if (whole < 1024) return t('common.bytes', { n: whole });
  let unit = 0;
  let value = whole / 1024;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${num(value, { maximumFractionDigits: value < 100 ? 1 : 0 })} ${t(units[unit] ?? 'common.kilobyte')}`;
}

const two = { minimumIntegerDigits: 2, useGrouping: false };

/** A number of seconds as 1:02:03 or 2:03, in the digits of the language. */
export function duration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.floor(seconds) : 0;
  const all = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = all[0] === 0 ? all.slice(1) : all;
  return shown.map((part, index) => num(part, index === 0 ? { useGrouping: false } : two)).join(':');
}

/** ۴۳٪ or 43%. */
export const percent = (share: number) => num(share, { style: 'percent', maximumFractionDigits: 0 });

/** Digits as the language writes them, for numbers that are being typed. */
export const ownDigits = (text: string) =>
  isRtl() ? text.replace(/\d/g, (digit) => String.fromCharCode(0x06f0 + Number(digit))) : text;
