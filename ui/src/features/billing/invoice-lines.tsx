import { Fragment } from 'react';
import { currentLang, t } from '~/i18n';
import { cx } from '~/kit/cx';
import { currencyName } from '~/kit/money';
import type { Invoice, Line } from './api';
import { amount, lineWords, money, planTitle } from './words';

type RowProps = { words: string; sum: string; strong?: boolean; less?: boolean; ruled?: boolean };

function Row({ words, sum, strong, less, ruled }: RowProps) {
  return (
    <div
      className={cx(
        'flex items-baseline justify-between gap-4',
        strong && 'font-semibold',
        ruled && 'border-t border-line pt-2.5',
      )}
    >
      <dt className="min-w-0">{words}</dt>
      <dd className={cx('shrink-0', less && 'text-success')}>{sum}</dd>
    </div>
  );
}

/** How the price of an upgrade is reached. */
function BasisRows({ invoice, line: { basis } }: { invoice: Invoice; line: Line }) {
  if (!basis) return null;
  const show = (sum: number) => amount(sum, invoice.currency);
  return (
    <>
      <Row
        words={lineWords({ kind: 'plan', amount: basis.plan, quantity: invoice.users_count }, invoice)}
        sum={show(basis.plan)}
      />
      {invoice.extra_storage > 0 && (
        <Row
          words={lineWords({ kind: 'storage', amount: basis.storage, quantity: invoice.extra_storage }, invoice)}
          sum={show(basis.storage)}
        />
      )}
      <Row words={t('billing.lineCredit')} sum={show(-basis.credit)} />
      <Row
        ruled
        words={t('billing.lineDifference')}
        sum={show(Math.max(0, basis.plan + basis.storage - basis.credit))}
      />
    </>
  );
}

/** The lines of an invoice and their sum. */
export function InvoiceLines({ invoice, total }: { invoice: Invoice; total: string }) {
  const { lines, currency } = invoice;
  return (
    <dl className="grid gap-2.5">
      {lines.map((line, index) => (
        <Fragment key={`${line.kind}${index}`}>
          <BasisRows invoice={invoice} line={line} />
          {line.kind === 'tax' && (line.within ?? 0) > 0 ? (
            <Row
              words={lineWords(line, invoice)}
              sum={t('billing.lineTaxIn', { sum: money(line.within ?? 0, currency) })}
            />
          ) : (
            <Row
              words={lineWords(line, invoice)}
              sum={amount(line.amount, currency)}
              strong={line.kind === 'upgrade'}
              less={line.kind === 'discount'}
            />
          )}
        </Fragment>
      ))}
      <div className="flex items-baseline justify-between gap-4 border-t border-line pt-3 text-base font-bold">
        <dt>
          {total} <span className="text-xs font-normal text-muted">({currencyName(currency, currentLang())})</span>
        </dt>
        <dd className="text-lg">{amount(invoice.total, currency)}</dd>
      </div>
    </dl>
  );
}

/** The plan, the people and the period of an order in one line. */
export const orderWords = (invoice: Invoice) =>
  `${planTitle(invoice.plan)} · ${t('billing.users', { n: invoice.users_count })}`;
