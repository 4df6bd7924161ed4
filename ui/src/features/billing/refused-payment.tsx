import { CircleX } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { sayFault } from '~/page/say-fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';
import { pay, type Invoice } from './api';
import { Facts } from './facts';
import { orderWords } from './invoice-lines';
import { money } from './words';

/** Staff refused the payment: the reason, and the same order once more. */
export function RefusedPayment({ invoice }: { invoice: Invoice }) {
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    try {
      const begun = await pay(invoice, invoice.buyer, invoice.provider);
      if (begun) navigate(`/payment/${begun.payment_id}`, { replace: true });
    } catch (error) {
      sayFault(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mx-auto max-w-140 rounded-card border border-line bg-surface">
      <State
        page
        alert
        tone="danger"
        icon={<CircleX size={34} />}
        title={t('billing.failedTitle')}
        text={
          <>
            {invoice.reason && (
              <p className="mb-2 font-medium text-fg">{t('billing.reason', { reason: invoice.reason })}</p>
            )}
            <p>{t(invoice.provider === 'transfer' ? 'billing.failedTransfer' : 'billing.failedText')}</p>
          </>
        }
        className="max-w-none pb-6"
      />
      <div className="grid gap-6 px-6 pb-8 sm:px-8">
        <Facts
          rows={[
            [t('billing.plan'), orderWords(invoice)],
            [t('billing.sum'), money(invoice.total, invoice.currency)],
            invoice.reference ? [t('billing.trackingNumber'), <bdi key="ref">{invoice.reference}</bdi>] : null,
          ]}
        />
        <div className="flex justify-center">
          <Button kind="solid" busy={busy} onClick={() => void again()}>
            {t('billing.tryAgain')}
          </Button>
        </div>
      </div>
    </div>
  );
}
