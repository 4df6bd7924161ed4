import { persianDayOf } from './days';

/** A format whose dates are those of the Persian calendar: [$-fa-IR,16] or [$-160429], with or without digits of their own. */
const PERSIAN = /\[\$-(?:[a-z-]+,(?:[0-9a-f]{1,2})?[19]6(?:0000)?|(?:0?[0-9a-f])?[19]60429)\]/i;

const MONTHS = 'فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند'.split(' ');
const DAYS = ['یکشنبه', 'دوشنبه', 'سه‌شنبه', 'چهارشنبه', 'پنجشنبه', 'جمعه', 'شنبه'];

export const isPersianFormat = (code: string) => PERSIAN.test(code);

const two = (value: number, length: number) => String(value).padStart(Math.min(length, 2), '0');

/** A date by a format of the Persian calendar. */
export function persianDate(code: string, serial: number): string {
  const { year, month, day } = persianDayOf(serial);
  const seconds = Math.round((serial - Math.floor(serial)) * 86_400);
  const pattern = code.split(';')[0]?.replace(/\[[^\]]*\]/g, '') ?? '';
  let hours = false;
  return pattern.replace(
    /"([^"]*)"|\\(.)|y+|m+|d+|h+|s+|am\/pm|@|[^ymdhs"\\@]+/gi,
    (part, text?: string, sign?: string) => {
      if (text !== undefined || sign !== undefined) return text ?? sign ?? '';
      switch (part[0]?.toLowerCase()) {
        case 'y':
          return part.length > 2 ? String(year) : two(year % 100, 2);
        case 'm':
          if (hours) return two(Math.floor((seconds % 3600) / 60), part.length);
          return part.length > 2 ? (MONTHS[month - 1] ?? '') : two(month, part.length);
        case 'd':
          return part.length > 2 ? (DAYS[(((Math.floor(serial) - 1) % 7) + 7) % 7] ?? '') : two(day, part.length);
        case 'h':
          hours = true;
          return two(Math.floor(seconds / 3600) % 24, part.length);
        case 's':
          return two(seconds % 60, part.length);
        default:
          return part === '@' ? '' : part;
      }
    },
  );
}
