import { CircleCheck, Printer } from 'lucide-react';
import { Link } from 'wouter';
import { startIn } from '~/api/visits';
import { t } from '~/i18n';
import { day, ownDigits, size } from '~/i18n/format';
import { Button, buttonClass } from '~/kit/button';
import { State } from '~/kit/state';
import type { Invoice, Party } from './api';
import { partyLine } from './buyer';
import { Facts } from './facts';
import { InvoiceLines, orderWords } from './invoice-lines';
import { finishPath } from './paths';
import { GIB, money, planTitle } from './words';

function textOf(invoice: Invoice): string {
  const plan = planTitle(invoice.plan);
  if (invoice.status === 'paid') return t('billing.successCreate', { plan });
  return t('billing.successText', { title: invoice.workspace?.title ?? '', plan });
}

function PartyRow({ name, party }: { name: string; party: Party }) {
  const line = partyLine(party);
  if (!line) return null;
  return (
    <div className="flex gap-3">
      <dt className="w-20 shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0">{ownDigits(line)}</dd>
    </div>
  );
}

/** The invoice as it is printed. */
function Document({ invoice }: { invoice: Invoice }) {
  return (
    <section
      data-print
      aria-labelledby="document"
      className="mx-auto mt-5 max-w-140 rounded-card border border-line bg-surface p-6 sm:p-8 print:max-w-none print:border-0"
    >
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="document" className="text-base font-bold">
          {t('billing.invoice')} {invoice.number && <bdi>{ownDigits(invoice.number)}</bdi>}
        </h2>
        {invoice.paid_at && <span className="text-muted">{day(invoice.paid_at)}</span>}
      </div>
      <dl className="mb-5 grid gap-2 empty:hidden">
        <PartyRow name={t('billing.seller')} party={invoice.seller} />
        <PartyRow name={t('billing.buyer')} party={invoice.buyer} />
      </dl>
      <InvoiceLines invoice={invoice} total={t('billing.total')} />
    </section>
  );
}

/** The payment arrived: the plan it bought, and the invoice. */
export function Succeeded({ invoice }: { invoice: Invoice }) {
  const { plan, workspace, space_id: spaceId, trial } = invoice;
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
              workspace?.ends_at ? [t('billing.validUntil'), day(workspace.ends_at)] : null,
              trial ? null : [t('billing.sum'), money(invoice.total, invoice.currency)],
              invoice.number ? [t('billing.number'), <bdi key="n">{ownDigits(invoice.number)}</bdi>] : null,
            ]}
          />
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
            <Button kind="outline" icon={<Printer size={17} aria-hidden="true" />} onClick={() => print()}>
              {t('billing.print')}
            </Button>
          </div>
        </div>
      </div>
      <Document invoice={invoice} />
    </>
  );
}
