import type { Page } from '@playwright/test';
import { expect } from './fixtures';
import type { Buyer, Seller } from './seller';

/** A page of buying or of the console, as staff or a buyer see it. */
export interface SellingPlace {
  name: string;
  path: string;
  staff?: boolean;
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
  open?: (page: Page) => Promise<unknown>;
  /** For a picture alone: what lies on paper. */
  paper?: boolean;
  /** The state is looked at in a test of its own; on a phone the page has another layout. */
  layout?: boolean;
}

/** The workspaces as they are after the end of their plan. */
const ended = (locked: boolean) => (page: Page) =>
  page.route('**/api/storage/workspaces', async (route) => {
    const answer = await route.fetch();
    const { workspaces, ...rest } = (await answer.json()) as { workspaces: object[] };
    const over = { plan_ends_at: new Date(Date.now() - 86_400_000).toISOString(), locked };
    await route.fulfill({ json: { ...rest, workspaces: workspaces.map((space) => ({ ...space, ...over })) } });
  });

const press = (button: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

/** Makes orders in every state; answers all pages that show them, for the buyer and for staff. */
export async function sellingPlaces(seller: Seller, buyer: Buyer): Promise<SellingPlace[]> {
  const { spaceId } = buyer;
  const space = `/workspace/${spaceId}`;
  const [standard, professional, business] = await Promise.all(
    ['standard', 'professional', 'business'].map((name) => seller.plan(name)),
  );
  const of = { space_id: spaceId, plan_id: professional };
  const upgrade = { ...of, users_count: 5, period: 'yearly', extra_storage: 20, intent: 'upgrade' };
  const done = await seller.order(buyer, upgrade, 'confirmed');
  const failed = await seller.order(buyer, { ...of, intent: 'renew' }, 'refused');
  const waiting = await seller.order(buyer, { ...of, intent: 'renew' }, 'sent');
  const refunded = await seller.order(buyer, { plan_id: standard, users_count: 3, intent: 'create' }, 'confirmed');
  await seller.staff('POST', `admin/payments/${refunded}/refund`, { reason: 'سفارش تکراری بود.', reference: '991100' });
  await seller.order(buyer, { plan_id: standard, users_count: 2, intent: 'create' }, 'confirmed');
  // The last one: a buyer pays one order of a new workspace at a time.
  const pending = await seller.order(buyer, { plan_id: business, users_count: 12, intent: 'create' }, 'begun');
  return [
    { name: 'plans', path: `/plans?space=${spaceId}`, layout: true },
    { name: 'plans of a new workspace', path: '/plans' },
    { name: 'order of an upgrade', path: `${space}/upgrade?plan=${business}&users=12`, layout: true },
    { name: 'order of a renewal', path: `${space}/renew` },
    { name: 'order', path: `/workspace/create/order?plan=${standard}` },
    { name: 'payment by transfer', path: `/payment/${pending}`, layout: true },
    { name: 'payment waits', path: `/payment/${waiting}` },
    { name: 'payment refused', path: `/payment/${failed}` },
    { name: 'payment received', path: `/payment/${done}` },
    {
      name: 'payment on paper',
      path: `/payment/${done}`,
      paper: true,
      before: (page) => page.emulateMedia({ media: 'print' }),
    },
    { name: 'payment refunded', path: `/payment/${refunded}` },
    { name: 'status of the plan', path: `${space}/status`, layout: true },
    { name: 'choice of a plan', path: '/workspace/create' },
    { name: 'paid order', path: '/workspace' },
    { name: 'plan has ended', path: space, before: ended(false) },
    { name: 'plan is locked', path: space, before: ended(true) },
    { name: 'console: payments', path: '/admin/payments', staff: true, layout: true },
    { name: 'console: a payment', path: `/admin/payments?payment=${waiting}`, staff: true },
    {
      name: 'console: a refusal',
      path: `/admin/payments?payment=${waiting}`,
      staff: true,
      open: press(/^(رد با دلیل…|Refuse…)$/),
    },
    { name: 'console: payments to return', path: '/admin/payments?state=surplus', staff: true },
    { name: 'console: revenue', path: '/admin/revenue', staff: true, layout: true },
    { name: 'console: plans that end', path: '/admin/workspaces?filter=ending', staff: true },
    { name: 'console: plans', path: '/admin/plans', staff: true },
    { name: 'console: a plan', path: '/admin/plans?plan=business', staff: true, layout: true },
    { name: 'console: discount codes', path: '/admin/discounts', staff: true },
    {
      name: 'console: a discount code',
      path: '/admin/discounts',
      staff: true,
      open: press(/^(کد تخفیف جدید|New discount code)$/),
    },
    { name: 'console: settings', path: '/admin/settings', staff: true, layout: true },
  ];
}
