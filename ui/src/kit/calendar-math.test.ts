import { describe, expect, it } from 'vitest';
import {
  dayIn,
  dayTitle,
  endOfDay,
  isIsoDay,
  isoDayOf,
  isoOf,
  monthTitle,
  moveDate,
  startOfDay,
  weekdays,
  weeksOf,
  type CalendarLocale,
} from './calendar-math';

const fa: CalendarLocale = { tag: 'fa-IR', system: 'persian', firstDay: 6, zone: 'Asia/Tehran', rtl: true };
const en: CalendarLocale = { tag: 'en-US', system: 'gregory', firstDay: 0, zone: 'Asia/Tehran', rtl: false };

describe('the calendar', () => {
  it('begins the year at Nowruz', () => {
    // 1403 was a leap year: its Esfand has thirty days.
    expect([dayIn('2025-03-20', fa).month, dayIn('2025-03-20', fa).day]).toEqual([12, 30]);
    expect([dayIn('2025-03-21', fa).year, dayIn('2025-03-21', fa).month, dayIn('2025-03-21', fa).day]).toEqual([
      1404, 1, 1,
    ]);
    // 1404 is not: Esfand ends on the 29th.
    expect([dayIn('2026-03-20', fa).month, dayIn('2026-03-20', fa).day]).toEqual([12, 29]);
    expect([dayIn('2026-03-21', fa).year, dayIn('2026-03-21', fa).month, dayIn('2026-03-21', fa).day]).toEqual([
      1405, 1, 1,
    ]);
  });

  it('goes back and forth without loss', () => {
    for (const iso of ['2024-02-29', '2025-03-20', '2026-03-21', '2026-11-21', '1999-12-31']) {
      expect(isoOf(dayIn(iso, fa))).toBe(iso);
      expect(isoOf(dayIn(iso, en))).toBe(iso);
    }
  });

  it('lays a month out from Saturday, with all its days', () => {
    const aban = weeksOf(dayIn('2026-11-20', fa), 6);
    expect(aban.flat().filter(Boolean)).toHaveLength(30);
    // 1 Aban 1405 is a Friday: the last column.
    expect(aban[0]?.slice(0, 6).every((day) => day === null)).toBe(true);
    expect(aban[0]?.[6] && isoOf(aban[0][6])).toBe('2026-10-23');
    expect(weeksOf(dayIn('2025-03-20', fa), 6).flat().filter(Boolean)).toHaveLength(30);
    expect(weeksOf(dayIn('2026-03-20', fa), 6).flat().filter(Boolean)).toHaveLength(29);
    expect(weeksOf(dayIn('2024-02-01', en), 0).flat().filter(Boolean)).toHaveLength(29);
  });

  it('moves over the ends of months and years', () => {
    expect(isoOf(moveDate(dayIn('2026-03-20', fa), 'day', 1, 6))).toBe('2026-03-21');
    // A year after the last day of a leap year is the last day there is.
    const next = moveDate(dayIn('2025-03-20', fa), 'year', 1, 6);
    expect([next.year, next.month, next.day]).toEqual([1404, 12, 29]);
    expect(isoOf(moveDate(dayIn('2026-11-20', fa), 'weekStart', 1, 6))).toBe('2026-11-14');
    expect(isoOf(moveDate(dayIn('2026-11-20', fa), 'weekEnd', 1, 6))).toBe('2026-11-20');
  });

  it('knows where days begin in Tehran', () => {
    expect(startOfDay('2026-11-21', 'Asia/Tehran').toISOString()).toBe('2026-11-20T20:30:00.000Z');
    expect(endOfDay('2026-11-21', 'Asia/Tehran').toISOString()).toBe('2026-11-21T20:29:59.999Z');
    // In the summer of 2021 the clocks were an hour ahead.
    expect(startOfDay('2021-07-01', 'Asia/Tehran').toISOString()).toBe('2021-06-30T19:30:00.000Z');
    expect(isoDayOf('2026-03-20T20:45:00Z', 'Asia/Tehran')).toBe('2026-03-21');
    expect(isoDayOf('2026-03-20T20:15:00Z', 'Asia/Tehran')).toBe('2026-03-20');
  });

  it('says months and days in its language', () => {
    expect(monthTitle(fa, dayIn('2026-11-20', fa))).toBe('آبان ۱۴۰۵');
    expect(monthTitle(en, dayIn('2026-11-20', en))).toBe('November 2026');
    expect(dayTitle(fa, dayIn('2026-11-20', fa))).toBe('جمعه ۲۹ آبان ۱۴۰۵');
    expect(weekdays(fa).map(({ short }) => short)).toEqual(['ش', 'ی', 'د', 'س', 'چ', 'پ', 'ج']);
    expect(weekdays(en)[0]?.long).toBe('Sunday');
  });

  it('takes only days for days', () => {
    expect(['2026-11-20', '2026-13-01', '2026-1-1', 'x', ''].map(isIsoDay)).toEqual([true, false, false, false, false]);
  });
});
