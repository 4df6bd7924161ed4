import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { sayFault } from '~/page/say-fault';
import { t } from '~/i18n';
import { day } from '~/i18n/format';
import { Button } from '~/kit/button';
import { saveInvoice, type Invoice } from './api';
import { InvoiceTable } from './invoice-table';
import { PartyFacts } from './party-facts';
import { money, validity } from './words';

function Rows({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <div>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {rows
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="break-words">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

/** How it was paid, as the invoice names it. */
const wayOf = ({ provider }: Invoice) =>
  provider === 'transfer' ? t('billing.by_transfer') : provider === 'none' ? '' : t('billing.by_zarinpal');

/** The invoice as it is printed. */
export function InvoiceDocument({ invoice }: { invoice: Invoice }) {
  const { refund, number, paid_at: paid, reference, currency } = invoice;
  const way = wayOf(invoice);
  return (
    <section
      data-print
      aria-labelledby="document"
      className="mx-auto mt-5 max-w-180 rounded-card border border-line bg-surface p-6 sm:p-8 print:max-w-none print:border-0"
    >
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="document" className="text-base font-bold">
          {t('billing.invoice')} {number && <bdi dir="ltr">{number}</bdi>}
          {refund && (
            <span className="ms-3 rounded-md bg-warning-soft px-2 py-0.5 text-xs font-semibold text-warning">
              {t('billing.refunded')}
            </span>
          )}
        </h2>
        {paid && <span className="text-muted">{day(paid)}</span>}
      </div>
      <div className="mb-6 grid gap-x-8 gap-y-5 empty:hidden sm:grid-cols-2">
        <PartyFacts title={t('billing.seller')} party={invoice.seller} />
        <PartyFacts title={t('billing.buyer')} party={invoice.buyer} />
      </div>
      <p className="mb-4 flex flex-wrap gap-x-4">
        <span className="text-muted">{t('billing.boughtPeriod')}</span>
        <span>{validity(invoice)}</span>
      </p>
      <InvoiceTable invoice={invoice} />
      {(way || refund) && (
        <div className="mt-6 grid gap-x-8 gap-y-5 sm:grid-cols-2">
          {way && (
            <Rows
              title={t('billing.payment')}
              rows={[
                [t('billing.how'), way],
                [t('billing.trackingNumber'), reference],
              ]}
            />
          )}
          {refund && (
            <Rows
              title={t('billing.refund')}
              rows={[
                [t('billing.sum'), money(refund.amount, currency)],
                [t('billing.issued'), day(refund.created_at)],
                [t('billing.trackingNumber'), refund.reference],
                [t('billing.why'), refund.reason],
              ]}
            />
          )}
        </div>
      )}
    </section>
  );
}

/** The ways to keep an invoice. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const [busy, setBusy] = useState(false);
  const handleSave = () => {
    setBusy(true);
    void saveInvoice(invoice.payment_id)
      .catch(sayFault)
      .finally(() => setBusy(false));
  };
  return (
    <>
      {invoice.number && (
        <Button kind="outline" busy={busy} icon={<Download size={17} aria-hidden="true" />} onClick={handleSave}>
          {t('billing.savePdf')}
        </Button>
      )}
      <Button kind="outline" icon={<Printer size={17} aria-hidden="true" />} onClick={() => print()}>
        {t('billing.print')}
      </Button>
    </>
  );
}
