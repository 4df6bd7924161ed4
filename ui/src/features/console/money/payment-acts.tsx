import { t } from '~/i18n';
import { ActDialog } from '../act-dialog';
import { voidPayment, type Payment, type Surplus } from '../api';
import type { Slip } from './slip';
import { RefuseDialog } from './refuse-dialog';
import { ConfirmPaymentDialog } from './confirm-payment-dialog';
import { GivenBackDialog } from './given-back-dialog';
import { RefundDialog } from './refund-dialog';
import { buyerName } from '../words';

export type Act = 'confirm' | 'refuse' | 'void' | 'refund';

/** The question to staff: an act on a payment, or a surplus payment that was given back. */
export type Asked = { readonly payment: Payment; readonly act: Act | Surplus };

/** Money may come after an order was refused or given up; then it counts all the same. */
export function may(act: Act, { status, provider, total, receipt_type: receipt }: Payment): boolean {
  switch (act) {
    case 'confirm':
      return provider === 'transfer' && ['pending', 'failed', 'void'].includes(status);
    case 'refuse':
      return status === 'pending' && !!receipt;
    case 'void':
      return status === 'pending' && !receipt;
    default:
      return total > 0 && (status === 'paid' || status === 'applied');
  }
}

type Props = { asked: Asked; slip: Slip; onClose: () => void; onDone: (title: string) => void };

/** The dialog of an act. */
export function PaymentDialog({ asked: { payment, act }, slip, onClose, onDone }: Props) {
  const props = { payment, onClose, onDone };
  const name = buyerName(payment);
  if (typeof act === 'object') return <GivenBackDialog {...props} surplus={act} />;
  if (act === 'confirm') return <ConfirmPaymentDialog {...props} slip={slip} />;
  if (act === 'refund') return <RefundDialog {...props} />;
  if (act === 'refuse') return <RefuseDialog {...props} slip={slip} />;
  return (
    <ActDialog
      danger
      title={t('console.voidTitle', { name })}
      act={t('console.void')}
      reader={{ label: t('console.why'), hint: t('console.reasonHint') }}
      onClose={onClose}
      onAct={async (reason) => {
        await voidPayment(payment.payment_id, reason);
        onDone(t('console.voided'));
      }}
    />
  );
}
