import { useState } from 'react';
import { faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { Dialog } from '~/kit/dialog';
import { Field, inputClass } from '~/kit/field';
import { refusePayment, type Payment } from './api';
import { buyerName } from './words';

type Props = { payment: Payment; onClose: () => void; onDone: (title: string) => void };

/** Takes the reason, which the buyer reads. */
export function RefuseDialog({ payment, onClose, onDone }: Props) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const refuse = async () => {
    if (!reason.trim()) {
      setProblem(t('console.reasonNeeded'));
      return;
    }
    setBusy(true);
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
      <Field label={t('console.reason')} hint={t('console.reasonHint')} error={problem || undefined}>
        {(aria) => (
          <textarea
            {...aria}
            dir="auto"
            rows={3}
            maxLength={500}
            placeholder=" "
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setProblem('');
            }}
            className={cx(inputClass, 'h-auto! py-2')}
          />
        )}
      </Field>
    </Dialog>
  );
}
