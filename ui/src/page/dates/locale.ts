import { isRtl, locale, t } from '~/i18n';
import { day } from '~/i18n/format';
import type { CalendarWords } from '~/kit/calendar';
import { startOfDay, type CalendarLocale, type IsoDay } from '~/kit/calendar-math';

export const ZONE = 'Asia/Tehran';

/** Persian days and weeks from Saturday in Persian; Gregorian ones from Sunday in English. Always Tehran's. */
export function calendarLocale(): CalendarLocale {
  const rtl = isRtl();
  return { tag: locale(), system: rtl ? 'persian' : 'gregory', firstDay: rtl ? 6 : 0, zone: ZONE, rtl };
}

export function calendarWords(): CalendarWords {
  return {
    previousMonth: t('dates.previousMonth'),
    nextMonth: t('dates.nextMonth'),
    previousYear: t('dates.previousYear'),
    nextYear: t('dates.nextYear'),
  };
}

/** Days without an end are open on that side. */
export interface DayRange {
  readonly from: IsoDay | null;
  readonly to: IsoDay | null;
}

export const anyDay: DayRange = { from: null, to: null };

const dayText = (iso: IsoDay) => day(startOfDay(iso, ZONE));

/** «از ۱ آبان ۱۴۰۵», «۱ آبان ۱۴۰۵ تا ۲۹ آبان ۱۴۰۵», or nothing when it is open on both sides. */
export function rangeText({ from, to }: DayRange): string {
  if (from && from === to) return dayText(from);
  if (from && to) return t('dates.range', { from: dayText(from), to: dayText(to) });
  if (from) return t('dates.from', { day: dayText(from) });
  return to ? t('dates.until', { day: dayText(to) }) : '';
}
