import type { Duration } from '~/api/types';

/** Units of time that people count in. */
export type TimeUnit = Duration['unit'];

export type { Duration };

/** When something ends: never, some time from now, or at a moment. */
export type Ends = { kind: 'never' } | { kind: 'after'; value: string; unit: TimeUnit } | { kind: 'at'; at: string };

const MINUTE = 60_000;
const lengths: Record<Exclude<TimeUnit, 'month' | 'year'>, number> = {
  second: 1000,
  minute: MINUTE,
  hour: 60 * MINUTE,
  day: 24 * 60 * MINUTE,
  week: 7 * 24 * 60 * MINUTE,
};

/** The moment so long after another. A month has the length that it has in the calendar. */
export function after(from: Date, { value, unit }: Duration): Date {
  if (unit !== 'month' && unit !== 'year') return new Date(from.getTime() + value * lengths[unit]);
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + value * (unit === 'year' ? 12 : 1));
  // There is no 31st of every month.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date;
}

/** The chosen moment, or null for never; undefined when the text is no number. */
export function momentOf(ends: Ends, now: Date = new Date()): Date | null | undefined {
  if (ends.kind === 'never') return null;
  if (ends.kind === 'at') return new Date(ends.at);
  const value = Number(ends.value);
  if (!Number.isInteger(value) || value < 1 || value > 100_000) return undefined;
  return after(now, { value, unit: ends.unit });
}

/** The request fields of the end. */
export function endsBody(ends: Ends): { expire_at: string | null } | { duration: Duration } {
  if (ends.kind === 'after') return { duration: { value: Number(ends.value), unit: ends.unit } };
  return { expire_at: ends.kind === 'at' ? ends.at : null };
}

interface Limits {
  /** Shortest and longest time from now. */
  readonly least: Duration;
  readonly most: Duration;
}

/** The error in the choice as a key of the dictionary, or null. */
export function endsProblem(ends: Ends, limits?: Limits, now: Date = new Date()) {
  const moment = momentOf(ends, now);
  if (moment === undefined) return 'gate.endsNumber' as const;
  if (moment === null) return null;
  if (moment <= now) return 'gate.endsPast' as const;
  if (limits && moment < after(now, limits.least)) return 'gate.endsShort' as const;
  if (limits && moment > after(now, limits.most)) return 'gate.endsLong' as const;
  return null;
}
