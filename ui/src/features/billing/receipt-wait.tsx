import { useState } from 'react';
import { Link } from 'wouter';
import { startIn } from '~/api/visits';
import { t } from '~/i18n';
import { when } from '~/i18n/format';
import { Button, buttonClass } from '~/kit/button';
import type { Invoice } from './api';
import { PendingPayment } from './pending-payment';
import { TransferForm } from './transfer-form';

/** The receipt was sent; staff confirm it. */
export function ReceiptWait({ invoice }: { invoice: Invoice }) {
  const [again, setAgain] = useState(false);
  if (again) return <TransferForm invoice={invoice} onSent={() => setAgain(false)} />;
  return (
    <PendingPayment
      invoice={invoice}
      title={t('billing.waitingTitle')}
      text={t('billing.waitingText')}
      facts={[
        invoice.sent_at ? [t('billing.sentAt'), when(invoice.sent_at)] : null,
        [t('billing.orderCode'), <bdi key="id">{invoice.payment_id.slice(0, 8)}</bdi>],
      ]}
    >
      <Link href={invoice.space_id ? startIn(invoice.space_id) : '/workspace'} className={buttonClass('solid')}>
        {t(invoice.space_id ? 'billing.toSpace' : 'billing.toSpaces')}
      </Link>
      <Button kind="outline" onClick={() => setAgain(true)}>
        {t('billing.sendOther')}
      </Button>
    </PendingPayment>
  );
}
