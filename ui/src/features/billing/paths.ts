import type { Invoice } from './api';

/** The address at which the same can be ordered once more. */
export function orderAgain({ intent, space_id: spaceId, plan, users_count, period, trial }: Invoice): string {
  if (spaceId) return `/workspace/${spaceId}/${intent === 'renew' ? 'renew' : 'upgrade'}?plan=${plan.plan_id}`;
  const order = `plan=${plan.plan_id}&users=${users_count}&period=${period}`;
  return `/workspace/create/order?${order}${trial ? '&trial=1' : ''}`;
}

/** The address at which the workspace of a paid order is made. */
export const finishPath = ({ intent, payment_id }: Invoice) =>
  `/workspace/${intent === 'create_auto' ? 'create-auto' : 'create'}?payment_id=${payment_id}`;
