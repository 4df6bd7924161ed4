import { Link } from 'wouter';
import { t } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { useOrders } from './api';
import { finishPath } from './paths';
import { planTitle } from './words';

/** Orders that were paid and whose workspace is not made yet. */
export function PaidOrders() {
  const { data } = useOrders();
  if (!data?.length) return null;
  return (
    <div className="mb-6 grid gap-3">
      {data.map((order) => (
        <Notice key={order.payment_id}>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p>
              {t(order.trial ? 'billing.trialOrder' : 'billing.paidOrder', {
                plan: planTitle(order.plan),
                users: t('billing.users', { n: order.users_count }),
              })}
            </p>
            <Link href={finishPath(order)} className={buttonClass('solid')}>
              {t('billing.continueOrder')}
            </Link>
          </div>
        </Notice>
      ))}
    </div>
  );
}
