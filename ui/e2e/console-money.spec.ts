import { readFile } from 'node:fs/promises';
import { expect, prefer, signIn, test } from './fixtures';
import { expectAccessible } from './looks';
import { Seller } from './seller';

let seller: Seller;

// Sums are of all that was sold: each test has a server of its own.
test.beforeEach(async ({ page }, { project }) => {
  seller = await Seller.start();
  await prefer(page, project.name.includes('phone') ? 'en' : 'fa');
  await signIn(page, await seller.server.session());
});
test.afterEach(() => seller.stop());

/** A workspace whose plan was paid, for a month. */
async function bought(): Promise<{ spaceId: string; paymentId: string; title: string }> {
  const buyer = await seller.buyer();
  const order = { plan_id: await seller.plan('standard'), space_id: buyer.spaceId, users_count: 2, period: 'monthly' };
  const paymentId = await seller.order(buyer, order, 'confirmed');
  const { title } = await seller.staff<{ title: string }>('GET', `admin/workspaces/${buyer.spaceId}`);
  return { spaceId: buyer.spaceId, paymentId, title };
}

test('staff read the revenue of months and save it as a file', async ({ page, isMobile }) => {
  await bought();
  const { paymentId } = await bought();
  await seller.staff('POST', `admin/payments/${paymentId}/refund`, { reason: 'سفارش تکراری', plan: 'end' });
  await page.goto(`${seller.url}/admin/revenue`);
  const months = page.getByRole(isMobile ? 'list' : 'table', { name: /^(۱۲ ماه گذشته|Last 12 months)$/ });
  await expect(months.getByRole(isMobile ? 'listitem' : 'row')).toHaveCount(isMobile ? 12 : 14);
  // The newest month stands first, in the calendar of the page.
  const newest = months.getByRole(isMobile ? 'listitem' : 'row').nth(isMobile ? 0 : 1);
  const now = new Intl.DateTimeFormat(isMobile ? 'en-US-u-ca-gregory' : 'fa-IR-u-ca-persian', {
    timeZone: 'Asia/Tehran',
    month: 'long',
  }).format();
  await expect(newest).toContainText(now);
  await expect(newest).toContainText(isMobile ? '391,600' : '۳۹۱٬۶۰۰');
  await expect(newest).toContainText(isMobile ? '195,800' : '۱۹۵٬۸۰۰');
  await expectAccessible(page);
  const plan = page.getByRole('table').filter({ has: page.getByRole('rowheader', { name: /^(استاندارد|Standard)$/ }) });
  await expect(plan).toContainText(isMobile ? '195,800' : '۱۹۵٬۸۰۰');

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^(ذخیره برای صفحه‌گسترده|Save as CSV)$/ }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text.startsWith('\ufeffyear,month,starts_on,plan,provider,currency')).toBe(true);
  expect(text).toMatch(/,standard,transfer,IRT,2,391600,0,35600,195800,195800\n/);
});

test(
  'staff find the plans that end soon and change one, and see before what changes',
  { tag: '@full' },
  async ({ page, isMobile }) => {
    const { spaceId, title } = await bought();
    await page.goto(`${seller.url}/admin/workspaces`);
    const list = page.getByRole(isMobile ? 'list' : 'table', { name: /^(فضاهای کاری|Workspaces)$/ });
    await page.getByRole('combobox', { name: /^(فیلتر|Filter)$/ }).click();
    await page.getByRole('option', { name: /^(پایان پلن تا ۳۰ روز دیگر|Plan ends within 30 days)$/ }).click();
    await expect(page).toHaveURL(/filter=ending/);
    await page.getByRole('combobox', { name: /^(پلن|Plan)$/ }).click();
    await page.getByRole('option', { name: /^(حرفه‌ای|Professional)$/ }).click();
    await expect(page.getByText(/^(فضایی این‌جا نیست|No workspace here)$/)).toBeVisible();
    await page.getByRole('combobox', { name: /^(پلن|Plan)$/ }).click();
    await page.getByRole('option', { name: /^(استاندارد|Standard)$/ }).click();
    await expectAccessible(page);
    await list.getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);

    await page.getByRole('button', { name: /^(گزینه‌های|Actions for)/ }).click();
    await page.getByRole('menuitem', { name: /^(تغییر پلن…|Change plan…)$/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: /^(پلن|Plan)$/ }).click();
    await page.getByRole('option', { name: /^(کسب‌وکار|Business)$/ }).click();
    await expect(dialog.getByLabel(/^(تعداد افراد|People)$/)).toHaveValue(isMobile ? '10' : '۱۰');
    const changes = dialog.getByRole('region', { name: /^(تغییرها|What changes)$/ });
    await expect(changes).toContainText(/۵۰۰ گیگابایت|500 GB/);
    await expectAccessible(page);
    await dialog.getByRole('textbox').last().fill('هدیه');

    // Somebody else changes it meanwhile: nothing is replaced that was not seen.
    const { seen } = await seller.staff<{ seen: string }>('GET', `admin/workspaces/${spaceId}/plan`);
    const ends_at = new Date(Date.now() + 40 * 86_400_000).toISOString();
    const other = { plan: 'professional', users_count: 3, ends_at, seen, reason: 'another gift' };
    await seller.staff('POST', `admin/workspaces/${spaceId}/plan`, other);
    const change = dialog.getByRole('button', { name: /^(تغییر پلن|Change plan)$/ });
    await change.click();
    await expect(dialog.getByText(/شخص دیگری این فضای کاری را تغییر داد|Another person changed this/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await page.getByRole('button', { name: /^(گزینه‌های|Actions for)/ }).click();
    await page.getByRole('menuitem', { name: /^(تغییر پلن…|Change plan…)$/ }).click();
    await expect(dialog.getByRole('combobox', { name: /^(پلن|Plan)$/ })).toContainText(/حرفه‌ای|Professional/);
    await dialog.getByRole('combobox', { name: /^(پلن|Plan)$/ }).click();
    await page.getByRole('option', { name: /^(کسب‌وکار|Business)$/ }).click();
    await dialog.getByRole('textbox').last().fill('هدیه');
    await change.click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('complementary').getByText(/^(کسب‌وکار|Business)$/)).toBeVisible();
  },
);
