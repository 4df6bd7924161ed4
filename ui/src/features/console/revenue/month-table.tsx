import { currentLang, num, t } from '~/i18n';
import { monthYear } from '~/i18n/format';
import { formatAmount } from '~/kit/money';
import { useIsCompact } from '~/kit/use-media';
import type { Currency, Month } from './api';
import { total } from './sums';

type Props = { months: readonly Month[]; currency: Currency };

const amounts = ['discounts', 'tax', 'paid', 'refunds'] as const;
const labels = {
  discounts: 'console.revenueDiscounts',
  tax: 'console.revenueTax',
  paid: 'console.revenuePaid',
  refunds: 'console.revenueRefunds',
} as const;

/** The months, the newest first, with their sums; on a phone each is a row of its own. */
export function MonthTable({ months, currency }: Props) {
  const compact = useIsCompact();
  const newest = months.toReversed();
  const money = (value: number) => formatAmount(value, currency, currentLang());
  if (compact)
    return (
      <ul aria-label={t('console.revenueYear')} className="border-t border-line">
        {newest.map((month) => (
          <li key={month.starts_at} className="border-b border-line px-5 py-3 last:border-0">
            <p className="flex items-baseline justify-between gap-3">
              <span className="font-medium">{monthYear(month.starts_at)}</span>
              <span className="font-semibold">{money(month.net)}</span>
            </p>
            {month.invoices + month.refunded > 0 && (
              <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-xs text-muted">
                <dt>{t('console.revenueInvoices')}</dt>
                <dd className="text-end">{num(month.invoices)}</dd>
                {amounts
                  .filter((name) => month[name] > 0)
                  .map((name) => (
                    <div key={name} className="contents">
                      <dt>{t(labels[name])}</dt>
                      <dd className="text-end">{money(month[name])}</dd>
                    </div>
                  ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
    );
  const sum = total(months);
  return (
    <table aria-labelledby="revenue-months" className="w-full border-y border-line text-start">
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className="px-5 py-2.5 text-start font-medium">
            {t('console.revenueMonth')}
          </th>
          <th scope="col" className="px-3 text-end font-medium">
            {t('console.revenueInvoices')}
          </th>
          {amounts.map((name) => (
            <th key={name} scope="col" className="px-3 text-end font-medium">
              {t(labels[name])}
            </th>
          ))}
          <th scope="col" className="px-5 text-end font-medium">
            {t('console.revenueNet')}
          </th>
        </tr>
      </thead>
      <tbody>
        {newest.map((month) => (
          <tr key={month.starts_at} className="border-t border-line hover:bg-hover">
            <th scope="row" className="px-5 py-2 text-start font-normal whitespace-nowrap">
              {monthYear(month.starts_at)}
            </th>
            <td className="px-3 text-end">{num(month.invoices)}</td>
            {amounts.map((name) => (
              <td key={name} className="px-3 text-end text-muted">
                {month[name] === 0 ? '—' : money(month[name])}
              </td>
            ))}
            <td className="px-5 text-end font-medium">{money(month.net)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t border-line font-semibold">
          <th scope="row" className="px-5 py-2.5 text-start">
            {t('console.revenueTotal')}
          </th>
          <td className="px-3 text-end">{num(sum.invoices)}</td>
          {amounts.map((name) => (
            <td key={name} className="px-3 text-end">
              {money(sum[name])}
            </td>
          ))}
          <td className="px-5 text-end">{money(sum.net)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
