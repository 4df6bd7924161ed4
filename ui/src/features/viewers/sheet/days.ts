/** Days as spreadsheets count them: 1 is the first of January 1900, and 60 the day that never was. */
const DAY = 86_400_000;
const BEGIN = Date.UTC(1899, 11, 30);

export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The day of a date of the Gregorian calendar; months and days beyond their ends count on. */
export function serialOf(year: number, month: number, day: number): number {
  const days = Math.round((Date.UTC(year, month - 1, day) - BEGIN) / DAY);
  return days < 61 ? days - 1 : days;
}

export function dayOf(serial: number): Day {
  const whole = Math.floor(serial);
  if (whole === 0) return { year: 1900, month: 1, day: 0 };
  if (whole === 60) return { year: 1900, month: 2, day: 29 };
  const date = new Date(BEGIN + (whole < 60 ? whole + 1 : whole) * DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** A moment on the clock of this device. */
export const serialOfDate = (date: Date) =>
  serialOf(date.getFullYear(), date.getMonth() + 1, date.getDate()) +
  (date.getHours() * 3600 + date.getMinutes() * 60 + date.getSeconds()) / 86_400;

export const lastOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** 0 is Sunday. */
export const weekdayOf = (serial: number) => (((Math.floor(serial) - 1) % 7) + 7) % 7;

const mod = (a: number, b: number) => ((a % b) + b) % b;

/** The 33-year cycles of the Persian calendar, as they are in use from 1244 to 1502. */
const isLeap = (year: number) => [1, 5, 9, 13, 17, 22, 26, 30].includes(mod(year, 33));

/** The serial of the first of Farvardin of 1400: 21 March 2021. */
const NOWRUZ_1400 = 44_276;

function nowruz(year: number): number {
  let serial = NOWRUZ_1400;
  for (let at = 1400; at < year; at++) serial += isLeap(at) ? 366 : 365;
  for (let at = year; at < 1400; at++) serial -= isLeap(at) ? 366 : 365;
  return serial;
}

const monthLength = (year: number, month: number) => (month <= 6 ? 31 : month < 12 || isLeap(year) ? 30 : 29);

/** The day of a date of the Persian calendar; null when there is no such date. */
export function serialOfPersian({ year, month, day }: Day): number | null {
  if (month < 1 || month > 12 || day < 1 || day > monthLength(year, month)) return null;
  return nowruz(year) + (month <= 7 ? (month - 1) * 31 : 186 + (month - 7) * 30) + day - 1;
}

export function persianDayOf(serial: number): Day {
  const whole = Math.floor(serial);
  let year = 1400 + Math.floor((whole - NOWRUZ_1400) / 365.2422);
  while (nowruz(year) > whole) year--;
  while (nowruz(year + 1) <= whole) year++;
  const passed = whole - nowruz(year);
  const month = passed < 186 ? Math.floor(passed / 31) + 1 : Math.floor((passed - 186) / 30) + 7;
  return { year, month, day: passed - (month <= 7 ? (month - 1) * 31 : 186 + (month - 7) * 30) + 1 };
}
