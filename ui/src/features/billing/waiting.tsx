import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { startIn } from '~/api/visits';
import { t } from '~/i18n';
import { when } from '~/i18n/format';
import { Button, buttonClass } from '~/kit/button';
import { State } from '~/kit/state';
import type { Invoice } from './api';
import { Facts } from './facts';
import { orderWords } from './invoice-lines';
import { TransferForm } from './transfer-form';
import { money } from './words';

/** The receipt was sent; staff confirm it. */
export function Waiting({ invoice }: { invoice: Invoice }) {
  const [again, setAgain] = useState(false);
  if (again) return <TransferForm invoice={invoice} onSent={() => setAgain(false)} />;
  return (
    <div className="mx-auto max-w-140 rounded-card border border-line bg-surface">
      <State
        page
        icon={<Hourglass size={34} />}
        title={t('billing.waitingTitle')}
        text={t('billing.waitingText')}
        className="max-w-none pb-6"
      />
      <div className="grid gap-6 px-6 pb-8 sm:px-8">
        <Facts
          rows={[
            [t('billing.plan'), orderWords(invoice)],
            [t('billing.sum'), money(invoice.total, invoice.currency)],
            invoice.sent_at ? [t('billing.sentAt'), when(invoice.sent_at)] : null,
            [t('billing.orderCode'), <bdi key="id">{invoice.payment_id.slice(0, 8)}</bdi>],
          ]}
        />
        <div className="flex flex-wrap justify-center gap-2">
          <Link href={invoice.space_id ? startIn(invoice.space_id) : '/workspace'} className={buttonClass('solid')}>
            {t(invoice.space_id ? 'billing.toSpace' : 'billing.toSpaces')}
          </Link>
          <Button kind="outline" onClick={() => setAgain(true)}>
            {t('billing.sendOther')}
          </Button>
        </div>
      </div>
    </div>
  );
}
