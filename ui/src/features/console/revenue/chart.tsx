import { t } from '~/i18n';
import { monthNumber, monthYear } from '~/i18n/format';
import { formatMoney } from '~/kit/money';
import { currentLang } from '~/i18n';
import type { Currency, Month } from './api';
import { shareOf } from './sums';

const HEIGHT = 144;

/** The least that a bar of any money has, in pixels. */
const LEAST = 3;

const heightOf = (value: number, months: readonly Month[]) =>
  value > 0 ? Math.max(LEAST, shareOf(value, months) * HEIGHT) : 0;

/** A bar for what was paid in each month, and a narrow one for what was refunded. The table below says the same in words. */
export function Chart({ months, currency }: { months: readonly Month[]; currency: Currency }) {
  return (
    <div aria-hidden="true" className="px-5 pt-4 pb-3">
      <p className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
        <Legend className="bg-brand">{t('console.revenuePaid')}</Legend>
        <Legend className="bg-warning">{t('console.revenueRefunds')}</Legend>
      </p>
      <div className="flex items-end border-b border-line" style={{ height: HEIGHT + 8 }}>
        {months.map((month) => (
          <div
            key={month.starts_at}
            title={`${monthYear(month.starts_at)}: ${formatMoney(month.net, currency, currentLang())}`}
            className="flex h-full flex-1 items-end justify-center gap-0.5 rounded-t-sm hover:bg-hover"
          >
            <span className="w-2/5 max-w-9 rounded-t-sm bg-brand" style={{ height: heightOf(month.paid, months) }} />
            {month.refunds > 0 && (
              <span
                className="w-1/5 max-w-3 rounded-t-sm bg-warning"
                style={{ height: heightOf(month.refunds, months) }}
              />
            )}
          </div>
        ))}
      </div>
      <div className="flex pt-1.5 text-2xs text-muted">
        {months.map(({ starts_at: at }) => (
          <span key={at} className="min-w-0 flex-1 truncate text-center">
            <span className="max-md:hidden">{monthYear(at).split(' ')[0]}</span>
            <span className="md:hidden">{monthNumber(at)}</span>
          </span>
        ))}
      </div>
    </div>
  );
}

function Legend({ className, children }: { className: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span className={`size-2.5 rounded-sm ${className}`} />
      {children}
    </span>
  );
}
