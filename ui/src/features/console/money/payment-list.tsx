import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { fullDate } from '~/i18n/format';
import { cx } from '~/kit/cx';
import { RelativeTime } from '~/page/dates/relative-time';
import type { Payment } from '../api';
import { ChoiceRow } from '../choice-row';
import { KeyHints } from '../key-hints';
import { buyerName, money, orderWords } from '../words';

type Props = {
  payments: readonly Payment[];
  shown: Payment | undefined;
  onChoose: (payment: Payment) => void;
  more: ReactNode;
  /** The answers that the shown payment allows. */
  confirms: boolean;
  refuses: boolean;
};

/** The payments of a state, and the keys that lead through them. */
export function PaymentList({ payments, shown, onChoose, more, confirms, refuses }: Props) {
  return (
    <div className="scroll-thin w-full shrink-0 overflow-y-auto border-line min-[900px]:w-80 min-[900px]:border-e">
      <ul aria-label={t('console.payments')}>
        {payments.map((payment) => (
          <Row
            key={payment.payment_id}
            payment={payment}
            current={payment === shown}
            onChoose={() => onChoose(payment)}
          />
        ))}
      </ul>
      {more && <div className="grid p-4">{more}</div>}
      <KeyHints
        hints={[
          { keys: ['J', 'K'], text: t('console.keyMove') },
          confirms && { keys: ['A'], text: t('console.keyConfirm') },
          refuses && { keys: ['R'], text: t('console.keyRefuse') },
        ]}
      />
    </div>
  );
}

/** The words that tell a payment apart from others in its list. */
function Badge({ payment: { status, receipt_type: receipt, surplus } }: { payment: Payment }) {
  const plain = 'rounded-md px-2 text-xs font-medium';
  if (surplus.length > 0)
    return <span className={cx(plain, 'bg-warning-soft text-warning')}>{t('console.state_surplus')}</span>;
  if (status === 'pending' && receipt)
    return <span className={cx(plain, 'bg-success-soft text-success')}>{t('console.hasReceipt')}</span>;
  const words =
    (status === 'pending' && t('console.noReceipt')) ||
    (status === 'void' && t('console.givenUp')) ||
    (status === 'refunded' && t('console.refundedState'));
  return words && <span className={cx(plain, 'bg-sunken text-muted ring-1 ring-line')}>{words}</span>;
}

function Row({ payment, current, onChoose }: { payment: Payment; current: boolean; onChoose: () => void }) {
  const at = payment.sent_at ?? payment.created_at;
  return (
    <ChoiceRow current={current} onChoose={onChoose} className="grid gap-0.5 px-5">
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate font-semibold">
          <bdi>{buyerName(payment)}</bdi>
        </span>
        <span title={fullDate(at)} className="shrink-0 text-xs text-muted">
          <RelativeTime at={at} />
        </span>
      </span>
      <span className="flex items-center gap-3">
        <span className="flex-1">{money(payment.total, payment)}</span>
        <Badge payment={payment} />
      </span>
      <span className="truncate text-xs text-muted">{orderWords(payment)}</span>
    </ChoiceRow>
  );
}
