import { useState } from 'react';
import { faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { ChoiceCards } from '~/kit/choice-cards';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { refundPayment, type Ending, type Payment } from '../api';
import { ReasonField } from './reason-field';
import { buyerName, money } from '../words';

type Props = { payment: Payment; onClose: () => void; onDone: (title: string) => void };

/** The reason, the reference of the transfer, and what becomes of the plan that was bought. */
export function RefundDialog({ payment, onClose, onDone }: Props) {
  const [reason, setReason] = useState('');
  const [reference, setReference] = useState('');
  const [plan, setPlan] = useState<Ending>('keep');
  const [missing, setMissing] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const applied = payment.status === 'applied';
  const refund = async () => {
    if (!reason.trim()) {
      setMissing(t('console.reasonNeeded'));
      return;
    }
    setBusy(true);
    setProblem('');
    try {
      const given = { reason: reason.trim(), reference: reference.trim() };
      await refundPayment(payment.payment_id, applied ? { ...given, plan } : given);
      onDone(t('console.refunded'));
    } catch (error) {
      setProblem(faultText(error));
      setBusy(false);
    }
  };
  const values = { amount: money(payment.total, payment), name: buyerName(payment) };
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('console.refundTitle')}
      description={t('console.refundText', values)}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" busy={busy} onClick={() => void refund()}>
            {t('console.refund')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <ReasonField
          reason={reason}
          problem={missing}
          onChange={(next) => {
            setReason(next);
            setMissing('');
          }}
        />
        <TextField
          latin
          label={t('console.refundReference')}
          value={reference}
          autoComplete="off"
          maxLength={100}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        {applied ? (
          <div className="grid gap-1.5">
            <p aria-hidden="true" className="font-medium">
              {t('console.refundPlan')}
            </p>
            <ChoiceCards<Ending>
              label={t('console.refundPlan')}
              value={plan}
              choices={[
                { value: 'keep', label: t('console.refundKeep'), hint: t('console.refundKeepHint') },
                { value: 'end', label: t('console.refundEnd'), hint: t('console.refundEndHint') },
              ]}
              onChange={setPlan}
            />
          </div>
        ) : (
          <Notice>{t('console.refundOpen')}</Notice>
        )}
        {problem && <Notice tone="danger">{problem}</Notice>}
      </div>
    </Dialog>
  );
}
