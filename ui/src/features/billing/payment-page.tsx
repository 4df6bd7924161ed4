import { Ban, RotateCcw } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Link, Redirect } from 'wouter';
import { changed } from '~/api/changed';
import { FailureState } from '~/page/failure-state';
import { LoadingBar } from '~/page/loading-bar';
import { PageLayout } from '~/page/page-layout';
import { t, useLang } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { State } from '~/kit/state';
import { useInvoice, type Invoice } from './api';
import { AtGateway } from './at-gateway';
import { InvoiceDocument, InvoiceActions } from './invoice-document';
import { SellingGuard } from './selling-guard';
import { orderAgain } from './paths';
import { RefusedPayment } from './refused-payment';
import { Steps } from './steps';
import { PaymentSuccess } from './payment-success';
import { TransferForm } from './transfer-form';
import { ReceiptWait } from './receipt-wait';

function ClosedPayment({ invoice }: { invoice: Invoice }) {
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
            {refunded && <InvoiceActions invoice={invoice} />}
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
      return invoice.sent_at ? <ReceiptWait invoice={invoice} /> : <TransferForm invoice={invoice} />;
    case 'paid':
    case 'applied':
      return <PaymentSuccess invoice={invoice} />;
    case 'failed':
      return <RefusedPayment invoice={invoice} />;
    default:
      return <ClosedPayment invoice={invoice} />;
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
    <SellingGuard title="billing.payment">
      <PageLayout>
        {!data && (error ? <FailureState page error={error} retry={refetch} /> : <LoadingBar />)}
        {data && (
          <>
            {status !== 'refunded' && status !== 'void' && <Steps at={step} />}
            {contentOf(data)}
          </>
        )}
      </PageLayout>
    </SellingGuard>
  );
}
