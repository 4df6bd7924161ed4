import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { currentLang, t, type PlainKey } from '~/i18n';
import { day } from '~/i18n/format';
import { cx } from '~/kit/cx';
import { todayIso } from '~/kit/calendar-math';
import { TextField } from '~/kit/field';
import { currencyName, formatMoney, moneyDigits } from '~/kit/money';
import { rewriteTypedAmount } from '~/kit/typed-amount';
import { DayField } from '~/page/dates/day-field';
import { calendarLocale } from '~/page/dates/locale';
import type { Payment } from '../api';
import { buyerName, money } from '../words';
import { compareSlip, mismatches, slipAmount, slipCurrency, slipTotal, type Slip, type SlipField } from './slip';

/** The total in the currency of the invoice and, where banks write Rial, in Rial. */
export function bothAmounts(payment: Payment): string {
  const own = money(payment.total, payment);
  const bank = slipCurrency(payment);
  return bank === payment.currency ? own : `${own} (${formatMoney(slipTotal(payment), bank, currentLang())})`;
}

/** What was read, in the currency of the invoice. */
function readAmount(slip: Slip, payment: Payment): string {
  const amount = slipAmount(slip, payment);
  if (amount === null || slipCurrency(payment) === payment.currency) return '';
  return t('console.slipEquals', { amount: formatMoney(Math.round(amount / 10), payment.currency, currentLang()) });
}

const labels: Record<SlipField, PlainKey> = {
  amount: 'console.slipAmount',
  date: 'console.slipDate',
  reference: 'console.reference',
  payer: 'console.payer',
};

type Props = { payment: Payment; slip: Slip; onChange: (slip: Slip) => void };

/** The invoice against the receipt, field by field: staff type what they read, and what does not agree is marked. */
export function SlipTable({ payment, slip, onChange }: Props) {
  const today = todayIso(calendarLocale());
  const agrees = compareSlip(payment, slip, today);
  const wrong = mismatches(agrees);
  const set = (part: Partial<Slip>) => onChange({ ...slip, ...part });
  const known: Record<SlipField, string> = {
    amount: bothAmounts(payment),
    date: t('console.slipSince', { date: day(payment.created_at) }),
    reference: payment.reference || t('console.slipNoReference'),
    payer: buyerName(payment),
  };
  const readTyped = (field: SlipField, input: HTMLInputElement) =>
    field === 'amount' ? rewriteTypedAmount(input, moneyDigits(slipCurrency(payment)), currentLang()) : input.value;
  const text = (field: Exclude<SlipField, 'date'>, latin: boolean) => (
    <TextField
      label={t('console.slipRead', { field: t(labels[field]) })}
      hideLabel
      latin={latin && field !== 'amount'}
      className={latin ? 'rtl:text-end' : undefined}
      dir={latin ? 'ltr' : 'auto'}
      inputMode={field === 'amount' ? 'numeric' : undefined}
      placeholder={field === 'amount' ? currencyName(slipCurrency(payment), currentLang()) : ' '}
      value={slip[field]}
      maxLength={100}
      autoComplete="off"
      hint={field === 'amount' ? readAmount(slip, payment) || undefined : undefined}
      onChange={(event) => set({ [field]: readTyped(field, event.currentTarget) })}
    />
  );
  const inputs: Record<SlipField, ReactNode> = {
    amount: text('amount', true),
    date: (
      <DayField
        hideLabel
        label={t('console.slipRead', { field: t(labels.date) })}
        value={slip.date}
        max={today}
        onChange={(date) => set({ date })}
      />
    ),
    reference: text('reference', true),
    payer: text('payer', false),
  };
  return (
    <section aria-label={t('console.slipTitle')} className="grid gap-2">
      <div className="grid rounded-card ring-1 ring-line">
        <div className="grid grid-cols-[6.5rem_minmax(0,1fr)_minmax(0,1.1fr)_1.5rem] gap-x-3 border-b border-line px-4 py-2 text-xs font-medium text-muted max-sm:hidden">
          <span />
          <span>{t('console.slipInvoice')}</span>
          <span>{t('console.slipReceipt')}</span>
        </div>
        {(['amount', 'date', 'reference', 'payer'] as const).map((field) => (
          <div
            key={field}
            className={cx(
              'grid items-center gap-x-3 gap-y-1 border-line px-4 py-2 not-last:border-b sm:grid-cols-[6.5rem_minmax(0,1fr)_minmax(0,1.1fr)_1.5rem]',
              'max-sm:grid-cols-[minmax(0,1fr)_1.5rem]',
              agrees[field] === false && 'bg-danger-soft',
            )}
          >
            <span className="text-muted max-sm:col-span-2">{t(labels[field])}</span>
            <span className="min-w-0 break-words max-sm:col-span-2">
              <bdi>{known[field]}</bdi>
            </span>
            {inputs[field]}
            <Mark agrees={agrees[field]} />
          </div>
        ))}
      </div>
      <p role="status" className={cx('text-xs', wrong.length > 0 ? 'text-danger' : 'text-muted')}>
        {wrong.length > 0
          ? t('console.slipDiffers', { fields: wrong.map((field) => t(labels[field])).join(t('console.comma')) })
          : t('console.slipHint')}
      </p>
    </section>
  );
}

function Mark({ agrees }: { agrees: boolean | undefined }) {
  if (agrees === undefined) return <span />;
  const Icon = agrees ? Check : TriangleAlert;
  return (
    <Icon
      size={18}
      role="img"
      aria-label={t(agrees ? 'console.slipSame' : 'console.slipOther')}
      className={agrees ? 'text-success' : 'text-danger'}
    />
  );
}
