import { dayIn, dayNumber, dayTitle, isoOf, monthTitle, todayIso, weekdays, weeksOf } from './calendar-math';
import type { CalendarLocale, IsoDay } from './calendar-math';
import { cx } from './cx';

type Props = {
  locale: CalendarLocale;
  /** The day that Tab reaches; its month is shown. */
  focused: IsoDay;
  from: IsoDay | null;
  to: IsoDay | null;
  min?: IsoDay | undefined;
  max?: IsoDay | undefined;
  onPick: (day: IsoDay) => void;
};

/** The days of one month. */
export function CalendarGrid({ locale, focused, from, to, min, max, onPick }: Props) {
  const now = todayIso(locale);
  const month = dayIn(focused, locale);
  const first = from ?? to;
  const last = to ?? from;
  return (
    <table aria-label={monthTitle(locale, month)} className="w-full table-fixed border-collapse">
      <thead>
        <tr>
          {weekdays(locale).map(({ short, long }) => (
            <th key={long} scope="col" abbr={long} className="h-8 text-xs font-medium text-muted">
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month, locale.firstDay).map((week, row) => (
          <tr key={row}>
            {week.map((date, column) => {
              if (!date) return <td key={column} aria-hidden="true" />;
              const iso = isoOf(date);
              const end = iso === first || iso === last;
              const within = first !== null && last !== null && iso >= first && iso <= last;
              return (
                <td key={column} className={cx('p-0', within && first !== last && 'bg-brand-soft')}>
                  <button
                    type="button"
                    tabIndex={iso === focused ? 0 : -1}
                    disabled={(min !== undefined && iso < min) || (max !== undefined && iso > max)}
                    aria-label={dayTitle(locale, date)}
                    aria-current={iso === now ? 'date' : undefined}
                    aria-pressed={within}
                    onClick={() => onPick(iso)}
                    className={cx(
                      'grid h-9 w-full place-items-center rounded-lg transition pointer-coarse:h-11 disabled:opacity-40',
                      end ? 'bg-brand font-semibold text-surface' : 'hover:bg-hover',
                      iso === now && !end && 'font-bold text-brand',
                    )}
                  >
                    {dayNumber(locale, date)}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
