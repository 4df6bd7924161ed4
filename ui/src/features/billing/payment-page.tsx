import { Ban, RotateCcw } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Link, Redirect } from 'wouter';
import { changed } from '~/api/changed';
import { Failed } from '~/page/failed';
import { LoadingBar } from '~/page/loading-bar';
import { PageLayout } from '~/page/page-layout';
import { t, useLang } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { State } from '~/kit/state';
import { useInvoice, type Invoice } from './api';
import { AtGateway } from './at-gateway';
import { InvoiceDocument, KeepInvoice } from './invoice-document';
import { OnlySelling } from './only-selling';
import { orderAgain } from './paths';
import { Refused } from './refused';
import { Steps } from './steps';
import { Succeeded } from './succeeded';
import { TransferForm } from './transfer-form';
import { Waiting } from './waiting';

function Ended({ invoice }: { invoice: Invoice }) {
  const refunded = invoice.status === 'refunded';
  const reason = invoice.refund?.reason ?? invoice.reason;
  return (
    <>
      <State
        page
        icon={refunded ? <RotateCcw size={34} /> : <Ban size={34} />}
        title={t(refunded ? 'billing.refundedTitle' : 'billing.voidTitle')}
        text={
          <>
            {reason && <p className="mb-2 font-medium text-fg">{t('billing.reason', { reason })}</p>}
            <p>{t(refunded ? 'billing.refundedText' : 'billing.voidText')}</p>
          </>
        }
        actions={
          <>
            <Link href={orderAgain(invoice)} className={buttonClass('solid')}>
              {t(refunded ? 'billing.orderAgain' : 'billing.tryAgain')}
            </Link>
            {refunded && <KeepInvoice invoice={invoice} />}
          </>
        }
      />
      {refunded && <InvoiceDocument invoice={invoice} />}
    </>
  );
}

function contentOf(invoice: Invoice): ReactNode {
  switch (invoice.status) {
    case 'draft':
      return <Redirect to={orderAgain(invoice)} replace />;
    case 'pending':
      if (invoice.provider !== 'transfer') return <AtGateway invoice={invoice} />;
      return invoice.sent_at ? <Waiting invoice={invoice} /> : <TransferForm invoice={invoice} />;
    case 'paid':
    case 'applied':
      return <Succeeded invoice={invoice} />;
    case 'failed':
      return <Refused invoice={invoice} />;
    default:
      return <Ended invoice={invoice} />;
  }
}

/** The payment of an invoice, by its state. It follows what staff decide. */
export function PaymentPage({ params: { payment_id: id = '' } }: { params: { payment_id?: string } }) {
  useLang();
  const { data, error, refetch } = useInvoice(id);
  const status = data?.status;
  useEffect(() => {
    // The workspace is on its plan from now on.
    if (status === 'paid' || status === 'applied') void changed.spaces();
  }, [status]);
  const step = status === 'paid' || status === 'applied' || (status === 'pending' && data?.sent_at) ? 3 : 2;
  return (
    <OnlySelling title="billing.payment">
      <PageLayout>
        {!data && (error ? <Failed page error={error} retry={refetch} /> : <LoadingBar />)}
        {data && (
          <>
            {status !== 'refunded' && status !== 'void' && <Steps at={step} />}
            {contentOf(data)}
          </>
        )}
      </PageLayout>
    </OnlySelling>
  );
}
