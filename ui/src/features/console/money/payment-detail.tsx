import { ArrowLeft, Check, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { dateTime } from '~/i18n/format';
import { Button } from '~/kit/button';
import { IconButton } from '~/kit/icon-button';
import { Notice } from '~/kit/notice';
import { ScrollArea } from '~/kit/scroll-area';
import { sayFault } from '~/page/say-fault';
import { FactList } from '../fact-list';
import { saveInvoice, type Payment, type Surplus } from '../api';
import { may, type Act } from './payment-acts';
import { Receipt } from './receipt';
import type { Slip } from './slip';
import { SlipTable } from './slip-table';
import { buyerName, lineWords, money, orderWords, shortCode } from '../words';

type Props = {
  payment: Payment;
  slip: Slip;
  onRead: (slip: Slip) => void;
  mayChange: boolean;
  onBack?: () => void;
  onAsk: (act: Act) => void;
  onGivenBack: (surplus: Surplus) => void;
};

/** All that is known of one payment, and what staff can answer to it. */
export function PaymentDetail({ payment, slip, onRead, mayChange, onBack, onAsk, onGivenBack }: Props) {
  const compares = mayChange && payment.status === 'pending' && !!payment.receipt_type;
  return (
    <section aria-label={buyerName(payment)} className="flex min-w-0 flex-1 flex-col">
      <ScrollArea label={buyerName(payment)} className="px-4 py-5 sm:px-7">
        <div className="flex flex-wrap items-start gap-x-8 gap-y-6">
          <div className="grid min-w-0 flex-1 basis-80 gap-5">
            <div className="flex items-start gap-1">
              {onBack && (
                <IconButton label={t('common.back')} onClick={onBack} className="-ms-2">
                  <ArrowLeft size={20} aria-hidden="true" className="rtl:rotate-180" />
                </IconButton>
              )}
              <div className="min-w-0">
                <h2 className="text-lg font-bold">
                  <bdi>{buyerName(payment)}</bdi>
                </h2>
                <p className="text-muted">{orderWords(payment)}</p>
              </div>
            </div>
            {payment.surplus.map((surplus) => (
              <Notice key={surplus.surplus_id} tone="warning" title={t('console.surplusTitle')}>
                <p>{t('console.surplusText', { amount: money(surplus.amount, payment) })}</p>
                <p className="mt-1 text-xs break-all text-muted">
                  <bdi dir="ltr">{surplus.authority}</bdi>
                </p>
                {mayChange && (
                  <div className="mt-3">
                    <Button kind="outline" onClick={() => onGivenBack(surplus)}>
                      {t('console.givenBackAsk')}
                    </Button>
                  </div>
                )}
              </Notice>
            ))}
            <Lines payment={payment} />
            {compares && <SlipTable payment={payment} slip={slip} onChange={onRead} />}
            <Facts payment={payment} compared={compares} />
            {mayChange && may('confirm', payment) && <Notice>{t('console.confirmText')}</Notice>}
          </div>
          <Receipt payment={payment} />
        </div>
      </ScrollArea>
      <Acts payment={payment} mayChange={mayChange} onAsk={onAsk} />
    </section>
  );
}

function Acts({ payment, mayChange, onAsk }: Pick<Props, 'payment' | 'mayChange' | 'onAsk'>) {
  const allows = (act: Act) => mayChange && may(act, payment);
  const refuse = allows('void') ? 'void' : allows('refuse') ? 'refuse' : null;
  const handleSave = () => void saveInvoice(payment.payment_id).catch(sayFault);
  if (!refuse && !allows('confirm') && !payment.number) return null;
  return (
    <footer className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line bg-sunken px-4 py-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-7">
      {allows('refund') && (
        <Button className="text-danger!" onClick={() => onAsk('refund')}>
          {t('console.refundAsk')}
        </Button>
      )}
      {payment.number && (
        <Button kind="outline" icon={<Download size={17} aria-hidden="true" />} onClick={handleSave}>
          {t('console.savePdf')}
        </Button>
      )}
      {refuse && (
        <Button className="text-danger!" aria-keyshortcuts="r" onClick={() => onAsk(refuse)}>
          {t(refuse === 'void' ? 'console.voidAsk' : 'console.refuseAsk')}
        </Button>
      )}
      {allows('confirm') && (
        <Button
          kind="solid"
          aria-keyshortcuts="a"
          icon={<Check size={18} aria-hidden="true" />}
          onClick={() => onAsk('confirm')}
        >
          {t('console.confirm')}
        </Button>
      )}
    </footer>
  );
}

function Lines({ payment }: { payment: Payment }) {
  return (
    <table className="w-full rounded-card text-start ring-1 ring-line">
      <tbody>
        {payment.lines.map((line, index) => (
          <tr key={index} className="border-b border-line">
            <th scope="row" className="px-4 py-2.5 text-start font-normal text-muted">
              {lineWords(line)}
            </th>
            <td className="px-4 py-2.5 text-end whitespace-nowrap">{money(line.within ?? line.amount, payment)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="px-4 py-3 text-start font-semibold">
            {t('console.amount')}
          </th>
          <td className="px-4 py-3 text-end text-base font-bold whitespace-nowrap">{money(payment.total, payment)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function Facts({ payment, compared }: { payment: Payment; compared: boolean }) {
  const { user, reference, workspace, number, sent_at: sent, paid_at: paid, reason, refund, status } = payment;
  const facts: [string, ReactNode][] = [
    [t('console.payer'), <bdi key="payer">{user.name}</bdi>],
    [
      t('console.email'),
      <bdi key="email" dir="ltr">
        {user.email}
      </bdi>,
    ],
    [t('console.workspace'), workspace && <bdi>{workspace.title}</bdi>],
    [t('console.reference'), !compared && reference && <bdi dir="ltr">{reference}</bdi>],
    [t('console.sentAt'), sent && dateTime(sent)],
    [t('console.paidAt'), paid && dateTime(paid)],
    [t('console.invoiceNumber'), number && <bdi dir="ltr">{number}</bdi>],
    [t('console.order'), <bdi key="order">{shortCode(payment)}</bdi>],
    [t(status === 'void' ? 'console.why' : 'console.reason'), reason && <span dir="auto">{reason}</span>],
    [t('console.refundedAt'), refund && dateTime(refund.created_at)],
    [t('console.refundAmount'), refund && money(refund.amount, payment)],
    [t('console.refundReference'), refund?.reference && <bdi dir="ltr">{refund.reference}</bdi>],
    [t('console.why'), refund && <span dir="auto">{refund.reason}</span>],
    [
      t('console.refundPlan'),
      refund && workspace && t(refund.ends_plan ? 'console.refundEnded' : 'console.refundKept'),
    ],
  ];
  return <FactList facts={facts} />;
}
