import { enter, expect, test } from './buying';
import { prefer, signIn } from './fixtures';
import { expectAccessible } from './looks';
import { owner, Server } from './server';
import { someone } from './people';

test('a paid order of a workspace without a wizard is made at once @fa', async ({ page, seller }) => {
  const buyer = await enter(page, seller, 'fa');
  const plan_id = await seller.plan('standard');
  const id = await seller.order(buyer, { plan_id, users_count: 2, intent: 'create_auto' }, 'confirmed');
  await page.goto(`${seller.url}/payment/${id}`);
  await page.getByRole('link', { name: 'ساختن فضای کاری' }).click();
  await expect(page).toHaveURL(/\/workspace\/(?!create)[^/]+\/home$/);
});

test('a price that changes in the meantime is shown before anything is paid @fa', async ({ page, seller }) => {
  await enter(page, seller, 'fa');
  const plan = await seller.plan('enterprise');
  await page.goto(`${seller.url}/workspace/create/order?plan=${plan}&period=monthly`);
  const pay = page.getByRole('button', { name: /^پرداخت [۰-۹]/ });
  await expect(pay).toBeEnabled();
  await seller.reprice('enterprise', 350_000);
  await pay.click();
  // A hundred people and a tax of 10 %.
  await expect(page.getByText(/قیمت تغییر کرده است. مبلغ جدید: ۳۸٬۵۰۰٬۰۰۰/)).toBeVisible();
  await expect(pay).toContainText('۳۸٬۵۰۰٬۰۰۰');
  await pay.click();
  await expect(page.getByRole('heading', { name: 'پرداخت با انتقال بانکی' })).toBeVisible();
  await page.getByRole('button', { name: 'لغو سفارش' }).click();
  await expect(page).toHaveURL(/\/plans$/);
});

test('a plan that has ended says so, and to whom to talk @fa', async ({ page, browser, seller }) => {
  const buyer = await enter(page, seller, 'fa');
  const { spaceId } = buyer;
  const plan_id = await seller.plan('professional');
  await seller.order(buyer, { space_id: spaceId, plan_id, users_count: 5, intent: 'upgrade' }, 'confirmed');
  await page.route('**/api/storage/workspaces', async (route) => {
    const answer = await route.fetch();
    const { workspaces, ...rest } = (await answer.json()) as { workspaces: object[] };
    const over = { plan_ends_at: new Date(Date.now() - 86_400_000).toISOString(), locked: true };
    await route.fulfill({ json: { ...rest, workspaces: workspaces.map((space) => ({ ...space, ...over })) } });
  });
  await page.goto(`${seller.url}/workspace/${spaceId}`);
  const banner = page.getByRole('region', { name: 'پلن' });
  await expect(banner).toContainText('منقضی شده است');
  await page.getByRole('button', { name: 'جدید', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'پوشهٔ جدید' })).toBeDisabled();
  await expect(page.getByRole('menuitem', { name: 'پوشهٔ جدید' })).toContainText('فقط خواندنی');
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await banner.getByRole('link', { name: 'تمدید' }).click();
  await expect(page.getByRole('heading', { name: 'تمدید پلن حرفه‌ای' })).toBeVisible();

  const helper = someone('helper-of-buyer', 'نیما', 'کریمی');
  const tokens = await seller.server.add(helper);
  const call = (method: string, route: string, body: unknown, access = buyer.tokens.access) =>
    seller.server.call(method, route, body, access);
  await call('PUT', `storage/workspace/${spaceId}/access`, { access: 'public' });
  await call('POST', `storage/workspace/${spaceId}/join`, undefined, tokens.access);
  await call('PATCH', `role/v1/space/${spaceId}/change-members`, { role_id: 'admin', emails: [helper.email] });
  const other = await browser.newPage();
  await prefer(other, 'fa');
  await signIn(other, tokens);
  await other.goto(`${seller.url}/workspace/${spaceId}/renew`);
  await expect(other.getByText('از مینا رضایی بخواهید')).toBeVisible();
  await other.goto(`${seller.url}/workspace/${spaceId}/status`);
  await expect(other.getByText('از مینا رضایی بخواهید')).toBeVisible();
  await expect(other.getByRole('link', { name: 'تمدید' })).toHaveCount(0);
  await other.close();
});

test('the set-up decides that plans are sold @fa', async ({ page }) => {
  const server = await Server.start();
  await page.goto(`${server.url}/setup?token=${server.token}`);
  await page.getByLabel('نام', { exact: true }).fill(owner.first_name);
  await page.getByLabel('نام خانوادگی').fill(owner.last_name);
  await page.getByLabel('ایمیل').fill(owner.email);
  await page.getByLabel('رمز عبور', { exact: true }).fill(owner.password);
  await page.getByLabel('نام فضای کاری').fill('خانوادهٔ رضایی');
  await expect(page.getByRole('radio', { name: 'برای تیم خودمان' })).toBeChecked();
  await page.getByText('سرویس برای مشتریان').click();
  await page.getByRole('button', { name: 'شروع' }).click();
  await expect(page).toHaveURL(/\/admin\/first-steps$/);
  await page.goto(`${server.url}/plans`);
  await expect(page.getByRole('heading', { name: 'پلن‌ها', level: 1 })).toBeVisible();
  await server.stop();
});
