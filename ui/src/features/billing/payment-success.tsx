import { CircleCheck } from 'lucide-react';
import { Link } from 'wouter';
import { startIn } from '~/api/visits';
import { t } from '~/i18n';
import { day, size } from '~/i18n/format';
import { buttonClass } from '~/kit/button';
import { State } from '~/kit/state';
import { usePlans, type Invoice } from './api';
import { Facts } from './facts';
import { InvoiceDocument, InvoiceActions } from './invoice-document';
import { orderWords } from './invoice-lines';
import { finishPath } from './paths';
import { TrialNote } from './trial';
import { GIB, money, planTitle } from './words';

function textOf(invoice: Invoice): string {
  const plan = planTitle(invoice.plan);
  if (invoice.status === 'paid') return t('billing.successCreate', { plan });
  return t('billing.successText', { title: invoice.workspace?.title ?? '', plan });
}

/** The payment arrived: the plan it bought, and the invoice. */
export function PaymentSuccess({ invoice }: { invoice: Invoice }) {
  const { plan, workspace, space_id: spaceId, trial } = invoice;
  const list = usePlans().data;
  const storage = plan.storage + invoice.extra_storage * GIB;
  return (
    <>
      <div className="mx-auto max-w-140 rounded-card border border-line bg-surface">
        <State
          page
          icon={<CircleCheck size={36} />}
          title={t(trial ? 'billing.successTrial' : 'billing.successTitle')}
          text={textOf(invoice)}
          className="max-w-none pb-6"
        />
        <div className="grid gap-6 px-6 pb-8 sm:px-8">
          <Facts
            rows={[
              [t('billing.plan'), orderWords(invoice)],
              [t('billing.rowStorage'), size(storage)],
              trial && list ? [t('billing.trialLength'), t('billing.days', { n: list.trial_days })] : null,
              workspace?.ends_at ? [t('billing.validUntil'), day(workspace.ends_at)] : null,
              trial ? null : [t('billing.sum'), money(invoice.total, invoice.currency)],
              invoice.number ? [t('billing.number'), <bdi key="n">{invoice.number}</bdi>] : null,
            ]}
          />
          {trial && <TrialNote endsAt={invoice.ends_at} list={list} />}
          <div className="flex flex-wrap justify-center gap-2">
            {invoice.status === 'paid' ? (
              <Link href={finishPath(invoice)} className={buttonClass('solid')}>
                {t('billing.makeSpace')}
              </Link>
            ) : (
              spaceId && (
                <Link href={startIn(spaceId)} className={buttonClass('solid')}>
                  {t('billing.toSpace')}
                </Link>
              )
            )}
            {invoice.number && <InvoiceActions invoice={invoice} />}
          </div>
        </div>
      </div>
      {invoice.number && <InvoiceDocument invoice={invoice} />}
    </>
  );
}
