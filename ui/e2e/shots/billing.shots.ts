import path from 'node:path';
import { test, type Page } from '@playwright/test';
import { prefer, signIn } from '../fixtures';
import { Seller, type Buyer } from '../seller';

const out = path.resolve(import.meta.dirname, '../../../shots');
const sizes = [
  { size: '1440x900', phone: false, viewport: { width: 1440, height: 900 } },
  { size: '390x844', phone: true, viewport: { width: 390, height: 844 } },
];
// LOOKS=fa-light,en-dark only these; SHOTS=plans,order only those.
const looks = (process.env.LOOKS ?? 'fa-light,fa-dark,en-light,en-dark').split(',');
const wanted = process.env.SHOTS?.split(',');

const before = (space: object, locked: boolean) => ({
  ...space,
  plan_ends_at: new Date(Date.now() - 86_400_000).toISOString(),
  locked,
});

/** The workspaces as they are after the end of their plan. */
const ended = (locked: boolean) => (page: Page) =>
  page.route('**/api/storage/workspaces', async (route) => {
    const answer = await route.fetch();
    const { workspaces, ...rest } = (await answer.json()) as { workspaces: object[] };
    await route.fulfill({ json: { ...rest, workspaces: workspaces.map((space) => before(space, locked)) } });
  });

type Place = [name: string, path: string, prepare?: (page: Page) => Promise<unknown>];

/** Orders in every state, and the pages that show them. */
async function places(seller: Seller, buyer: Buyer): Promise<Place[]> {
  const { spaceId } = buyer;
  const space = `/workspace/${spaceId}`;
  const [standard, professional, business] = await Promise.all(
    ['standard', 'professional', 'business'].map((name) => seller.plan(name)),
  );
  const of = { space_id: spaceId, plan_id: professional };
  const upgrade = { ...of, users_count: 5, period: 'yearly', extra_storage: 20, intent: 'upgrade' };
  const done = await seller.order(buyer, upgrade, 'confirmed');
  const refunded = await seller.order(buyer, { plan_id: standard, users_count: 3, intent: 'create' }, 'confirmed');
  await seller.staff('POST', `admin/payments/${refunded}/refund`, { reason: 'سفارش تکراری بود.', reference: '991100' });
  const failed = await seller.order(buyer, { ...of, intent: 'renew' }, 'refused');
  const waiting = await seller.order(buyer, { ...of, intent: 'renew' }, 'sent');
  const larger = { space_id: spaceId, plan_id: business, users_count: 12, intent: 'upgrade' };
  const pending = await seller.order(buyer, larger, 'begun');
  await seller.order(buyer, { plan_id: standard, users_count: 2, intent: 'create' }, 'confirmed');
  return [
    ['plans', `/plans?space=${spaceId}`],
    ['plans of a new workspace', '/plans'],
    ['order of an upgrade', `${space}/upgrade?plan=${business}&users=12`],
    ['order of a renewal', `${space}/renew`],
    ['order', `/workspace/create/order?plan=${standard}`],
    ['payment by transfer', `/payment/${pending}`],
    ['payment waits', `/payment/${waiting}`],
    ['payment refused', `/payment/${failed}`],
    ['payment received', `/payment/${done}`],
    ['payment on paper', `/payment/${done}`, (page) => page.emulateMedia({ media: 'print' })],
    ['payment refunded', `/payment/${refunded}`],
    ['status of the plan', `${space}/status`],
    ['choice of a plan', '/workspace/create'],
    ['paid order', '/workspace'],
    ['plan has ended', space, ended(false)],
    ['plan is locked', space, ended(true)],
  ];
}

test('pictures of buying', async ({ browser }) => {
  const seller = await Seller.start();
  const buyer = await seller.buyer();
  const all = await places(seller, buyer);
  for (const look of looks) {
    const [lang, theme] = look.split('-') as ['fa' | 'en', 'light' | 'dark'];
    for (const { size, phone, viewport } of sizes) {
      const context = await browser.newContext({ viewport, hasTouch: phone, isMobile: phone });
      for (const [name, address, prepare] of all.filter(([one]) => !wanted || wanted.includes(one))) {
        const page = await context.newPage();
        await prefer(page, lang, theme);
        await signIn(page, buyer.tokens);
        await prepare?.(page);
        await page.goto(seller.url + address);
        await page.waitForTimeout(900);
        await page.screenshot({
          path: path.join(out, name, `${look}-${size}.png`),
          fullPage: name.startsWith('payment'),
        });
        await page.close();
      }
      await context.close();
    }
  }
  await seller.stop();
});
