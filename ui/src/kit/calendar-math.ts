import {
  CalendarDate,
  endOfMonth,
  GregorianCalendar,
  parseDate,
  PersianCalendar,
  startOfMonth,
  toCalendar,
  toZoned,
  today as todayIn,
} from '@internationalized/date';

/** How days are counted and written. */
export interface CalendarLocale {
  /** For Intl: "fa-IR". */
  readonly tag: string;
  readonly system: 'persian' | 'gregory';
  /** 0 is Sunday, 6 Saturday. */
  readonly firstDay: number;
  readonly zone: string;
  readonly rtl: boolean;
}

/** A day as "2026-11-20", independent of the calendar on display. */
export type IsoDay = string;

const systems = { persian: new PersianCalendar(), gregory: new GregorianCalendar() } as const;

export function dayIn(iso: IsoDay, { system }: CalendarLocale): CalendarDate {
  return toCalendar(parseDate(iso), systems[system]);
}

export function isoOf(date: CalendarDate): IsoDay {
  return toCalendar(date, systems.gregory).toString();
}

export function isIsoDay(text: string): boolean {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(text) && Boolean(parseDate(text));
  } catch {
    return false;
  }
}

export const todayIso = ({ zone }: CalendarLocale): IsoDay => isoOf(todayIn(zone));

/** 0 is Sunday. */
function weekdayOf(date: CalendarDate): number {
  return date.toDate('UTC').getUTCDay();
}

/** The weeks of the month that a day lies in; days of other months are null. */
export function weeksOf(date: CalendarDate, firstDay: number): (CalendarDate | null)[][] {
  const first = startOfMonth(date);
  const last = endOfMonth(date).day;
  const lead = (weekdayOf(first) - firstDay + 7) % 7;
  const cells: (CalendarDate | null)[] = Array.from({ length: lead }, () => null);
  for (let day = 1; day <= last; day++) cells.push(first.set({ day }));
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** The moments at which a day begins and ends in the zone. */
export function startOfDay(iso: IsoDay, zone: string): Date {
  return toZoned(parseDate(iso), zone).toDate();
}

export function endOfDay(iso: IsoDay, zone: string): Date {
  return new Date(startOfDay(isoOf(parseDate(iso).add({ days: 1 })), zone).getTime() - 1);
}

export function shiftDays(iso: IsoDay, days: number): IsoDay {
  return isoOf(parseDate(iso).add({ days }));
}

/** The day on which a moment falls in the zone. */
export function isoDayOf(at: Date | number | string, zone: string): IsoDay {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return parts.format(new Date(at));
}

export type Move = 'day' | 'week' | 'month' | 'year' | 'weekStart' | 'weekEnd';

/** Where the keyboard leads to. */
export function moveDate(date: CalendarDate, move: Move, by: 1 | -1, firstDay: number): CalendarDate {
  const since = (weekdayOf(date) - firstDay + 7) % 7;
  switch (move) {
    case 'day':
      return date.add({ days: by });
    case 'week':
      return date.add({ weeks: by });
    case 'month':
      return date.add({ months: by });
    case 'year':
      return date.add({ years: by });
    case 'weekStart':
      return date.subtract({ days: since });
    default:
      return date.add({ days: 6 - since });
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format({ tag, system }: CalendarLocale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = tag + system + JSON.stringify(options);
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(`${tag}-u-ca-${system}`, { timeZone: 'UTC', ...options });
    formats.set(key, found);
  }
  return found;
}

function partOf(locale: CalendarLocale, date: CalendarDate, options: Intl.DateTimeFormatOptions, type: string): string {
  const parts = format(locale, options).formatToParts(date.toDate('UTC'));
  return parts.find((part) => part.type === type)?.value ?? '';
}

/** «آبان ۱۴۰۵» or November 2026. */
export function monthTitle(locale: CalendarLocale, date: CalendarDate): string {
  const month = partOf(locale, date, { month: 'long' }, 'month');
  return `${month} ${partOf(locale, date, { year: 'numeric' }, 'year')}`;
}

export const dayNumber = (locale: CalendarLocale, date: CalendarDate) =>
  partOf(locale, date, { day: 'numeric' }, 'day');

/** «جمعه ۲۹ آبان ۱۴۰۵», read aloud. */
export function dayTitle(locale: CalendarLocale, date: CalendarDate): string {
  const weekday = partOf(locale, date, { weekday: 'long' }, 'weekday');
  const month = partOf(locale, date, { month: 'long' }, 'month');
  const year = partOf(locale, date, { year: 'numeric' }, 'year');
  const day = dayNumber(locale, date);
  return locale.system === 'persian' ? `${weekday} ${day} ${month} ${year}` : `${weekday}, ${month} ${day}, ${year}`;
}

/** Short and long names of the days of a week, the first one first. */
export function weekdays(locale: CalendarLocale): { short: string; long: string }[] {
  const sunday = new CalendarDate(2026, 11, 22);
  return Array.from({ length: 7 }, (_, index) => {
    const date = sunday.add({ days: locale.firstDay + index });
    return {
      short: partOf(locale, date, { weekday: 'narrow' }, 'weekday'),
      long: partOf(locale, date, { weekday: 'long' }, 'weekday'),
    };
  });
}
