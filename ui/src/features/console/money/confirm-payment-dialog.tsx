import { useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { sayFault } from '~/page/say-fault';
import { confirmPayment, type Payment } from '../api';
import { buyerName, money } from '../words';

type Props = { payment: Payment; onClose: () => void; onDone: (title: string) => void };

/** Asks once: what was confirmed cannot be taken back. */
export function ConfirmPaymentDialog({ payment, onClose, onDone }: Props) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await confirmPayment(payment.payment_id);
      onDone(t('console.confirmed'));
    } catch (error) {
      sayFault(error);
      setBusy(false);
    }
  };
  const values = { amount: money(payment.total, payment), name: buyerName(payment) };
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
      <p className="mt-2 text-pretty text-muted">{t('console.confirmText')}</p>
    </Dialog>
  );
}
