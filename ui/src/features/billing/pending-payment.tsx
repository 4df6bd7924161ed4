import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { State } from '~/kit/state';
import type { Invoice } from './api';
import { Facts } from './facts';
import { orderWords } from './invoice-lines';
import { money } from './words';

type Props = {
  invoice: Invoice;
  title: string;
  text: string;
  /** Further facts, beside the plan and the amount. */
  facts?: Parameters<typeof Facts>[0]['rows'];
  /** Actions of the buyer meanwhile. */
  children: ReactNode;
};

/** A payment that somebody else has to answer for. */
export function PendingPayment({ invoice, title, text, facts = [], children }: Props) {
  return (
    <div className="mx-auto max-w-140 rounded-card border border-line bg-surface">
      <State page icon={<Hourglass size={34} />} title={title} text={text} className="max-w-none pb-6" />
      <div className="grid gap-6 px-6 pb-8 sm:px-8">
        <Facts
          rows={[
            [t('billing.plan'), orderWords(invoice)],
            [t('billing.sum'), money(invoice.total, invoice.currency)],
            ...facts,
          ]}
        />
        <div className="flex flex-wrap justify-center gap-2">{children}</div>
      </div>
    </div>
  );
}
