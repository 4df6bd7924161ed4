import { useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { todayIso } from '~/kit/calendar-math';
import { Dialog } from '~/kit/dialog';
import { Notice } from '~/kit/notice';
import { calendarLocale } from '~/page/dates/locale';
import { sayFault } from '~/page/say-fault';
import { confirmPayment, type Payment } from '../api';
import { compareSlip, mismatches, type Slip } from './slip';
import { bothAmounts } from './slip-table';
import { buyerName } from '../words';

type Props = { payment: Payment; slip: Slip; onClose: () => void; onDone: (title: string) => void };

/** Asks once: what was confirmed cannot be taken back. */
export function ConfirmPaymentDialog({ payment, slip, onClose, onDone }: Props) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await confirmPayment(payment.payment_id, slip.reference.trim());
      onDone(t('console.confirmed'));
    } catch (error) {
      sayFault(error);
      setBusy(false);
    }
  };
  const wrong = mismatches(compareSlip(payment, slip, todayIso(calendarLocale()))).length;
  const values = { amount: bothAmounts(payment), name: buyerName(payment) };
  return (
    <Dialog
      open
      calm
      onOpenChange={(open) => !open && onClose()}
      title={t('console.confirmTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" busy={busy} onClick={() => void confirm()}>
            {t('console.confirm')}
          </Button>
        </>
      }
    >
      <p className="text-pretty">{t('console.confirmQuestion', values)}</p>
      {wrong > 0 && (
        <div className="mt-3">
          <Notice tone="warning">{t('console.confirmDiffers', { n: wrong })}</Notice>
        </div>
      )}
    </Dialog>
  );
}
