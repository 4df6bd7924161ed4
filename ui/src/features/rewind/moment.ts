import { ZONE } from '~/page/dates/locale';
import { latinDigits } from '~/kit/digits';
import { isoDayOf, startOfDay, type IsoDay } from '~/kit/calendar-math';

/** How far back a directory can be brought, in days. */
export const DAYS = 30;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The slider moves by a quarter of an hour. */
export const STEP = 15 * MINUTE;

/** The hour of the day in Tehran, as minutes since midnight. */
export function minutesOf(at: number): number {
  return Math.floor((at - startOfDay(isoDayOf(at, ZONE), ZONE).getTime()) / MINUTE);
}

export const withDay = (at: number, day: IsoDay): number => startOfDay(day, ZONE).getTime() + minutesOf(at) * MINUTE;

export const withMinutes = (at: number, minutes: number): number =>
  startOfDay(isoDayOf(at, ZONE), ZONE).getTime() + minutes * MINUTE;

/** "۱۴:۰۵", "14:5" or "14" as minutes since midnight; null when it is no hour. */
export function parseClock(text: string): number | null {
  const match = /^(\d{1,2})(?:[:.٫](\d{1,2}))?$/.exec(latinDigits(text.trim()));
  const [hours, minutes] = [Number(match?.[1] ?? NaN), Number(match?.[2] ?? 0)];
  return hours < 24 && minutes < 60 ? hours * 60 + minutes : null;
}

/** A moment within the kept history: never in the future, and never before its beginning. */
export function clampMoment(at: number, now: number): number {
  return Math.min(now, Math.max(now - DAYS * DAY + MINUTE, at));
}

export const earliest = (now: number): number => now - DAYS * DAY;
