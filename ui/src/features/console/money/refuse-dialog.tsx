import { useState } from 'react';
import { faultText } from '~/api/fault';
import { currentLang, t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { formatMoney } from '~/kit/money';
import { Notice } from '~/kit/notice';
import { refusePayment, type Payment } from '../api';
import { buyerName } from '../words';
import { ReasonField } from './reason-field';
import { slipAmount, slipCurrency, slipTotal, type Slip } from './slip';
import { bothAmounts } from './slip-table';

type Props = { payment: Payment; slip: Slip; onClose: () => void; onDone: (title: string) => void };

/** The amount of the receipt differs: both amounts, when the receipt's was read. */
function amountReason(payment: Payment, slip: Slip): string {
  const read = slipAmount(slip, payment);
  const total = bothAmounts(payment);
  if (read === null || read === slipTotal(payment)) return t('console.reasonAmountText', { total });
  const sum = formatMoney(read, slipCurrency(payment), currentLang());
  return t('console.reasonAmountRead', { sum, total });
}

/** Refuses a payment with a reason that the buyer reads; the usual ones are ready, and can be changed. */
export function RefuseDialog({ payment, slip, onClose, onDone }: Props) {
  const read = slipAmount(slip, payment);
  const [reason, setReason] = useState(read !== null && read !== slipTotal(payment) ? amountReason(payment, slip) : '');
  const [missing, setMissing] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const usual: readonly [label: string, text: string][] = [
    [t('console.reasonAmount'), amountReason(payment, slip)],
    [t('console.reasonUnreadable'), t('console.reasonUnreadableText')],
    [t('console.reasonNotFound'), t('console.reasonNotFoundText')],
    [t('console.reasonAccount'), t('console.reasonAccountText')],
    [t('console.reasonTwice'), t('console.reasonTwiceText')],
  ];
  const refuse = async () => {
    if (!reason.trim()) return setMissing(t('console.reasonNeeded'));
    setBusy(true);
    setProblem('');
    try {
      await refusePayment(payment.payment_id, reason.trim());
      onDone(t('console.refused'));
    } catch (error) {
      setProblem(faultText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('console.refuseTitle', { name: buyerName(payment) })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" busy={busy} onClick={() => void refuse()}>
            {t('console.refuse')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div role="group" aria-label={t('console.reasonUsual')} className="flex flex-wrap gap-2">
          {usual.map(([label, text]) => (
            <Button
              key={label}
              kind="outline"
              aria-pressed={reason === text}
              onClick={() => {
                setReason(text);
                setMissing('');
              }}
            >
              {label}
            </Button>
          ))}
        </div>
        <ReasonField
          reason={reason}
          problem={missing}
          onChange={(next) => {
            setReason(next);
            setMissing('');
          }}
        />
        {problem && <Notice tone="danger">{problem}</Notice>}
      </div>
    </Dialog>
  );
}
