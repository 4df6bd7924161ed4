import { currentLang, num, t } from '~/i18n';
import { cx } from '~/kit/cx';
import { currencyName } from '~/kit/money';
import type { Invoice, Line } from './api';
import { amount, lineWords, money, periodName, planTitle } from './words';

type TableRow = { words: string; quantity?: string; unit?: number; sum: string; part?: boolean };

/** The row of the people of a plan, or of extra storage. */
function toCountedRow(invoice: Invoice, kind: 'plan' | 'storage', n: number, sum: number): TableRow {
  const { plan, period, currency } = invoice;
  return {
    words:
      kind === 'plan'
        ? t('billing.rowPlan', { plan: planTitle(plan), period: periodName(period) })
        : t('billing.extra'),
    quantity: t(kind === 'plan' ? 'billing.users' : 'billing.gigabytes', { n }),
    // A price of one that is rounded does not come to the sum.
    ...(n > 0 && sum % n === 0 && { unit: sum / n }),
    sum: amount(sum, currency),
  };
}

/** The rows of a line; that of an upgrade with those that its price is made of. */
function rowsOf(line: Line, invoice: Invoice): TableRow[] {
  const { currency, users_count: users, extra_storage: extra } = invoice;
  const { kind, quantity = 0, basis, within = 0 } = line;
  if (kind === 'plan' || kind === 'storage') return [toCountedRow(invoice, kind, quantity, line.amount)];
  if (kind === 'tax' && within > 0)
    return [{ words: lineWords(line, invoice), sum: t('billing.lineTaxIn', { sum: money(within, currency) }) }];
  const own = { words: lineWords(line, invoice), sum: amount(line.amount, currency) };
  if (!basis) return [own];
  const parts: TableRow[] = [
    toCountedRow(invoice, 'plan', users, basis.plan),
    ...(extra > 0 ? [toCountedRow(invoice, 'storage', extra, basis.storage)] : []),
    { words: t('billing.lineCredit'), sum: amount(-basis.credit, currency) },
    {
      words: t('billing.lineDifference'),
      sum: amount(Math.max(0, basis.plan + basis.storage - basis.credit), currency),
    },
  ];
  return [...parts.map((part) => ({ ...part, part: true })), { ...own, quantity: num(1), unit: line.amount }];
}

const cell = 'px-3 py-2.5 align-baseline first:ps-0 last:pe-0';

/** The lines of an invoice as its document has them. On a phone quantity and price of one stand below the words. */
export function InvoiceTable({ invoice }: { invoice: Invoice }) {
  const { currency, lines, total } = invoice;
  const name = currencyName(currency, currentLang());
  return (
    <table className="w-full text-start">
      <thead className="border-b border-line text-xs text-muted">
        <tr>
          <th scope="col" className={cx(cell, 'text-start font-medium')}>
            {t('billing.colText')}
          </th>
          <th scope="col" className={cx(cell, 'text-start font-medium max-sm:hidden')}>
            {t('billing.colQuantity')}
          </th>
          <th scope="col" className={cx(cell, 'text-end font-medium max-sm:hidden')}>
            {t('billing.colUnit')}
          </th>
          <th scope="col" className={cx(cell, 'text-end font-medium')}>
            {t('billing.colSum', { currency: name })}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines
          .flatMap((line) => rowsOf(line, invoice))
          .map(({ words, quantity, unit, sum, part }, index) => {
            const price = unit === undefined ? '' : amount(unit, currency);
            return (
              <tr key={index} className={cx('border-b border-line', part && 'border-dashed text-xs text-muted')}>
                <th scope="row" className={cx(cell, 'text-start font-normal')}>
                  {words}
                  {quantity && (
                    <span className="block text-xs text-muted sm:hidden">
                      {[quantity, price].filter(Boolean).join(' × ')}
                    </span>
                  )}
                </th>
                <td className={cx(cell, 'whitespace-nowrap max-sm:hidden')}>{quantity}</td>
                <td className={cx(cell, 'text-end whitespace-nowrap max-sm:hidden')}>{price}</td>
                <td className={cx(cell, 'text-end sm:whitespace-nowrap')}>{sum}</td>
              </tr>
            );
          })}
      </tbody>
      <tfoot>
        <tr className="text-base font-bold">
          <th scope="row" className={cx(cell, 'pt-3.5 text-start')}>
            {t('billing.total')}
          </th>
          <td className={cx(cell, 'pt-3.5 text-end')} colSpan={3}>
            {money(total, currency)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
