import { useState } from 'react';
import { useLocation } from 'wouter';
import { sayFault } from '~/page/say-fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { cancelOrder, pay, type Invoice } from './api';
import { PendingPayment } from './pending-payment';

/** The gateway has not answered for the payment: the buyer left its page, or the answer is on its way. */
export function AtGateway({ invoice }: { invoice: Invoice }) {
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const goOn = async () => {
    setBusy(true);
    try {
      await pay(invoice, invoice.buyer, invoice.provider);
    } catch (error) {
      sayFault(error);
      setBusy(false);
    }
  };
  const giveUp = () =>
    cancelOrder(invoice.payment_id).then(
      () => navigate(invoice.space_id ? `/workspace/${invoice.space_id}/status` : '/plans'),
      sayFault,
    );
  return (
    <PendingPayment invoice={invoice} title={t('billing.gatewayTitle')} text={t('billing.gatewayText')}>
      <Button onClick={() => void giveUp()}>{t('billing.giveUp')}</Button>
      <Button kind="solid" busy={busy} onClick={() => void goOn()}>
        {t('billing.gatewayGoOn')}
      </Button>
    </PendingPayment>
  );
}
