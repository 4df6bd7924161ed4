import type { Route } from './route';
import { screen } from './screen';

const plans = screen(() => import('./features/billing/plans-page'), 'PlansPage', 'billing');
const newOrder = screen(() => import('./features/billing/order-pages'), 'NewOrderPage', 'billing');
const upgrade = screen(() => import('./features/billing/order-pages'), 'UpgradePage', 'billing');
const renew = screen(() => import('./features/billing/order-pages'), 'RenewPage', 'billing');
const payment = screen(() => import('./features/billing/payment-page'), 'PaymentPage', 'billing');
const status = screen(() => import('./features/billing/status-page'), 'StatusPage', 'billing');
const createAuto = screen(() => import('./features/billing/create-auto-page'), 'CreateAutoPage', 'billing');

/** Plans and payments. Their pages set the title themselves: where nothing is sold, no window may name them. */
export const billingRoutes: Route[] = [
  { path: '/plans', ...plans, need: 'public' },
  { path: '/payment/:payment_id', ...payment, need: 'login' },
  { path: '/workspace/create/order', ...newOrder, need: 'login' },
  { path: '/workspace/create-auto', ...createAuto, need: 'login' },
  { path: '/workspace/:workspace_id/upgrade', ...upgrade, need: { action: 'read', subject: 'plan' } },
  { path: '/workspace/:workspace_id/renew', ...renew, need: { action: 'read', subject: 'plan' } },
  { path: '/workspace/:workspace_id/status', ...status, need: { action: 'read', subject: 'plan' }, framed: true },
];
