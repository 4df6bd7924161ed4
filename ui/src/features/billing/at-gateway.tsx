import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { sayFault } from '~/page/say-fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';
import { cancelOrder, pay, type Invoice } from './api';
import { Facts } from './facts';
import { orderWords } from './invoice-lines';
import { money } from './words';

/** The gateway has not answered for the payment: the buyer left its page, or the answer is on its way. */
export function AtGateway({ invoice }: { invoice: Invoice }) {
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const goOn = async () => {
    setBusy(true);
    try {
      await pay(invoice, invoice.buyer, 'zarinpal');
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
    <div className="mx-auto max-w-140 rounded-card border border-line bg-surface">
      <State
        page
        icon={<Hourglass size={34} />}
        title={t('billing.gatewayTitle')}
        text={t('billing.gatewayText')}
        className="max-w-none pb-6"
      />
      <div className="grid gap-6 px-6 pb-8 sm:px-8">
        <Facts
          rows={[
            [t('billing.plan'), orderWords(invoice)],
            [t('billing.sum'), money(invoice.total, invoice.currency)],
          ]}
        />
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={() => void giveUp()}>{t('billing.giveUp')}</Button>
          <Button kind="solid" busy={busy} onClick={() => void goOn()}>
            {t('billing.gatewayGoOn')}
          </Button>
        </div>
      </div>
    </div>
  );
}
