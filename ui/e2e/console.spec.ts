import fs from 'node:fs/promises';
import { test as base, type Page } from '@playwright/test';
import { buyer, startSelling, transfer } from './console-samples';
import { expect, prefer, signIn } from './fixtures';
import { expectAccessible } from './looks';
import { Server, type Tokens } from './server';

type Shop = { server: Server; tokens: Tokens; bought: Tokens };

/** A service of its own: every test here changes what it sells. */
const test = base.extend<{ shop: Shop; staff: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  shop: async ({}, use) => {
    const { server, tokens } = await startSelling();
    const bought = await server.add(buyer);
    await use({ server, tokens, bought });
    await server.stop();
  },
  baseURL: async ({ shop }, use) => use(shop.server.url),
  staff: async ({ page, shop }, use, { project }) => {
    await prefer(page, project.name.includes('phone') ? 'en' : 'fa');
    await signIn(page, shop.tokens);
    await use(page);
  },
});

const own = { plan: 'business', users: 12, name: 'شرکت پارس‌نگار', reference: '881204' };
const others = { plan: 'standard', users: 3, name: 'Alborz Studio', reference: '77120' };

/** The sections of the console; a phone has them in a menu. */
async function openSections(page: Page, isMobile: boolean) {
  const name = /^(بخش‌های کنسول|Sections of the console)$/;
  if (isMobile) await page.getByRole('button', { name }).click();
  return page.getByRole('navigation', { name });
}

test('staff confirm and refuse payments, by the keyboard too', async ({ staff: page, shop, isMobile }) => {
  const { server, tokens, bought } = shop;
  await transfer(server, tokens, own);
  await transfer(server, bought, others);
  await page.goto('/workspace');
  await page.getByRole('button', { name: /^(حساب کاربری|Account)$/ }).click();
  await page.getByRole('menuitem', { name: /^(کنسول مدیریت|Admin console)$/ }).click();
  await expect(page).toHaveURL(/\/admin\/overview$/);
  const sections = await openSections(page, isMobile);
  const payments = sections.getByRole('link', { name: /^(پرداخت‌ها|Payments)/ });
  await expect(payments).toHaveText(/[2۲]$/);
  await payments.click();
  await expect(page).toHaveURL(/\/admin\/payments$/);
  const list = page.getByRole('list', { name: /^(پرداخت‌ها|Payments)$/ });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  if (isMobile) await list.getByRole('button', { name: others.name }).click();
  const detail = page.getByRole('region', { name: others.name });
  await expect(detail.getByText(others.reference)).toBeVisible();
  // 3 people at 89,000, and the tax of a tenth.
  await expect(detail.getByText(/^(۲۹۳٬۷۰۰\sتومان|293,700\sToman)$/)).toBeVisible();
  const receipt = page.getByRole('img', { name: /^(تصویر رسید|Picture of the receipt)$/ });
  await expect(receipt).toHaveJSProperty('naturalWidth', 1);
  await expectAccessible(page);

  if (!isMobile) {
    await page.keyboard.press('j');
    await expect(page.getByRole('region', { name: own.name })).toBeVisible();
    await page.keyboard.press('k');
    await expect(detail).toBeVisible();
  }
  // The Toman of the invoice are no Rial: the field is marked, and the reason has both amounts.
  const read = page.getByLabel(/^(مبلغ در رسید|Amount on the receipt)$/);
  await read.fill('2937000');
  await expect(page.getByRole('img', { name: /^(یکی است|Agrees)$/ })).toBeVisible();
  await read.fill('293700');
  await expect(page.getByRole('img', { name: /^(یکی نیست|Differs)$/ })).toBeVisible();
  await expect(page.getByText(/^(با فاکتور یکی نیست: مبلغ|Differs from the invoice: Amount)$/)).toBeVisible();
  await expectAccessible(page);
  if (isMobile) await page.getByRole('button', { name: 'Refuse…' }).click();
  else {
    await read.blur();
    await page.keyboard.press('r');
  }
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toHaveValue(
    /(۲۹۳٬۷۰۰\sریال.*۲٬۹۳۷٬۰۰۰\sریال|293,700\sRial.*2,937,000\sRial)/,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^(رسید تکراری|Sent before)$/ }).click();
  await expect(dialog.getByRole('textbox')).toHaveValue(/سفارش دیگری|another order/);
  await dialog.getByRole('textbox').fill('');
  await dialog.getByRole('button', { name: /^(رد پرداخت|Refuse payment)$/ }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('textbox').fill('رسید خوانا نیست.');
  await dialog.getByRole('button', { name: /^(رد پرداخت|Refuse payment)$/ }).click();
  await expect(dialog).toBeHidden();

  // The list moves on to the next one.
  await expect(list.getByRole('listitem')).toHaveCount(1);
  if (isMobile) await list.getByRole('button').click();
  await expect(page.getByRole('region', { name: own.name })).toBeVisible();
  if (isMobile) await page.getByRole('button', { name: 'Confirm payment' }).click();
  else await page.keyboard.press('a');
  await dialog.getByRole('button', { name: /^(تأیید پرداخت|Confirm payment)$/ }).click();
  await expect(
    page.getByRole('heading', { name: /^(پرداختی در انتظار تأیید نیست|No payment to confirm)$/ }),
  ).toBeVisible();
  await expectAccessible(page);

  await page.getByText(/^(ناموفق|Failed)$/).click();
  if (isMobile) await list.getByRole('button', { name: others.name }).click();
  await expect(page.getByText('رسید خوانا نیست.')).toBeVisible();
  // The money may come all the same.
  await expect(page.getByRole('button', { name: /^(تأیید پرداخت|Confirm payment)$/ })).toBeVisible();
  await page.getByText(/^(پرداخت‌شده|Paid)$/).click();
  if (isMobile) await list.getByRole('button', { name: own.name }).click();
  await expect(page.getByText(/^(شمارهٔ فاکتور|Invoice number)$/)).toBeVisible();
});

test('staff refund a payment, and give an order up', async ({ staff: page, shop, isMobile }) => {
  const { server, tokens, bought } = shop;
  const id = await transfer(server, tokens, own);
  await server.call('POST', `admin/payments/${id}/confirm`, {}, tokens.access);
  const space = await server.call<{ space_id: string }>(
    'POST',
    'storage/workspace',
    { title: 'پارس‌نگار', payment_id: id },
    tokens.access,
  );
  const begun = await transfer(server, bought, others, false);
  await page.goto('/admin/payments?state=paid');
  const list = page.getByRole('list', { name: /^(پرداخت‌ها|Payments)$/ });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  const sheet = page.waitForEvent('download');
  await page.getByRole('button', { name: /^(ذخیره برای صفحه‌گسترده|Save as CSV)$/ }).click();
  const cells = await fs.readFile(await (await sheet).path(), 'utf8');
  expect(cells).toContain(id);
  if (isMobile) await list.getByRole('button', { name: own.name }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^(دانلود PDF|Download PDF)$/ }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^invoice-\d{4}-000001\.pdf$/);
  expect((await fs.readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('button', { name: /^(بازپرداخت…|Refund…)$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^(بازپرداخت|Refund)$/ }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel(/^(دلیل|Reason)$/).fill('سفارش تکراری بود.');
  await dialog.getByLabel(/^(شمارهٔ پیگیری بازپرداخت|Tracking number of the refund)$/).fill('991100');
  await dialog.getByRole('radio', { name: /^(همین حالا تمام می‌شود|End it now)/ }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^(بازپرداخت|Refund)$/ }).click();
  await expect(dialog).toBeHidden();
  const detail = page.getByRole('region', { name: own.name });
  await expect(detail.getByText('سفارش تکراری بود.')).toBeVisible();
  await expect(detail.getByText('991100')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(بازپرداخت…|Refund…)$/ })).toHaveCount(0);
  const plan = () =>
    server
      .call<{ status: string }>('GET', `storage/workspace/${space.space_id}/current-plan`, undefined, tokens.access)
      .then(({ status }) => status);
  await expect.poll(plan).toBe('grace');

  // An order that only began is found by its short code.
  if (isMobile) await page.getByRole('button', { name: /^(بازگشت|Back)$/ }).click();
  const code = begun.slice(0, 8);
  await page
    .getByRole('searchbox', { name: /^(کد سفارش یا شمارهٔ فاکتور|Order code or invoice number)$/ })
    .fill(code.toLowerCase());
  await expect(list.getByRole('button', { name: others.name })).toBeVisible();
  if (isMobile) await list.getByRole('button', { name: others.name }).click();
  await expect(page.getByRole('region', { name: others.name }).getByText(code)).toBeVisible();
  await page.getByRole('button', { name: /^(لغو با دلیل…|Cancel order…)$/ }).click();
  await dialog.getByRole('textbox').fill('پلن اشتباه است.');
  await dialog.getByRole('button', { name: /^(لغو سفارش|Cancel order)$/ }).click();
  await expect(dialog).toBeHidden();
  const state = () =>
    server
      .call<{ status: string; reason: string }>('GET', `plan/invoice/${begun}`, undefined, bought.access)
      .then(({ status, reason }) => `${status}: ${reason}`);
  await expect.poll(state).toBe('void: پلن اشتباه است.');
});

test('receipts that come in appear by themselves, before orders that only began', async ({ staff: page, shop }) => {
  const { server, tokens, bought } = shop;
  await transfer(server, bought, others, false);
  await page.clock.install();
  await page.goto('/admin/payments');
  const list = page.getByRole('list', { name: /^(پرداخت‌ها|Payments)$/ });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await transfer(server, tokens, own);
  await page.clock.runFor(20_000);
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').first()).toContainText(own.name);
  await expect(list.getByRole('listitem').first()).toContainText(/رسید آمده|Receipt sent/);
});

test('a change of a plan is a new version, on sale or not', async ({ staff: page, shop, isMobile }) => {
  await page.goto('/admin/plans?plan=business');
  const price = page.getByLabel(/^(هر نفر در ماه|Per person, per month)$/);
  await price.fill('');
  await page.getByRole('button', { name: /^(ذخیره به‌عنوان نسخهٔ ۲|Save as version 2)$/ }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await price.fill('۲۲۹۰۰۰');
  await price.blur();
  await expect(price).toHaveValue(isMobile ? '229,000' : '۲۲۹٬۰۰۰');
  await expect(page.getByRole('complementary').getByText(/^(۲۲۹٬۰۰۰|229,000)$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^(ذخیره به‌عنوان نسخهٔ ۲|Save as version 2)$/ }).click();
  await expect(page.getByText(/^(نسخهٔ ۲|Version 2)$/)).toBeVisible();
  // It is asked for the reason first.
  await page.getByRole('button', { name: /^(توقف فروش|Withdraw)$/ }).click();
  const asked = page.getByRole('dialog');
  await asked.getByRole('button', { name: /^(توقف فروش|Withdraw)$/ }).click();
  await expect(asked.getByRole('alert')).toBeVisible();
  await asked.getByRole('textbox').fill('A better plan comes');
  await asked.getByRole('button', { name: /^(توقف فروش|Withdraw)$/ }).click();
  await expect(asked).toBeHidden();
  await expect(page.getByRole('button', { name: /^(گذاشتن برای فروش|Put on sale)$/ })).toBeVisible();

  const onSale = async () => {
    const { plans } = await shop.server.call<{ plans: { name: string; price_per_user: number }[] }>('GET', 'plan/all');
    return plans.find(({ name }) => name === 'business')?.price_per_user;
  };
  await expect.poll(onSale).toBeUndefined();
  await page.getByRole('button', { name: /^(گذاشتن برای فروش|Put on sale)$/ }).click();
  await expect.poll(onSale).toBe(229_000);
});

test('discount codes are made, changed and withdrawn', async ({ staff: page }) => {
  await page.goto('/admin/discounts');
  await expect(page.getByRole('heading', { name: /^(هنوز کد تخفیفی نیست|No discount codes yet)$/ })).toBeVisible();
  await page.getByRole('button', { name: /^(کد تخفیف جدید|New discount code)$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel(/^(درصد|Percentage)$/, { exact: true })
    .last()
    .fill('120');
  await dialog.getByRole('button', { name: /^(ساختن کد|Create code)$/ }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(2);
  await expectAccessible(page);
  await dialog.getByLabel(/^(کد|Code)$/).fill('nowruz');
  await dialog.getByRole('textbox', { name: /^(درصد|Percentage)$/ }).fill('20');
  await dialog.getByRole('textbox', { name: /^(سقف تخفیف|Most that it takes off)$/ }).fill('500000');
  await dialog.getByRole('switch', { name: /^(تاریخ پایان دارد|Has an end date)$/ }).click();
  await dialog.getByRole('checkbox', { name: /^(کسب‌وکار|Business)$/ }).click();
  await dialog.getByRole('button', { name: /^(ساختن کد|Create code)$/ }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('listitem').filter({ hasText: 'NOWRUZ' });
  await expect(row.getByText(/۵۰۰٬۰۰۰\sتومان، کسب‌وکار، تا|500,000\sToman, Business, until/)).toBeVisible();
  await expectAccessible(page);

  await row.getByRole('button', { name: /^(تغییر کد|Change code)/ }).click();
  await dialog
    .getByText(/^(مبلغ ثابت|Fixed amount)$/)
    .first()
    .click();
  await dialog.getByRole('textbox', { name: /^(مبلغ ثابت|Fixed amount)$/ }).fill('50000');
  await dialog.getByRole('button', { name: /^(ذخیره|Save)$/ }).click();
  await expect(row.getByText(/^(۵۰٬۰۰۰\sتومان|50,000\sToman)/)).toBeVisible();
  await row.getByRole('button', { name: /^(متوقف کردن|Withdraw)/ }).click();
  await expect(row.getByText(/^(متوقف|Withdrawn)$/)).toBeVisible();
});

test('selling is set, and switched off with all its pages', async ({ staff: page, isMobile }) => {
  await page.goto('/admin/settings');
  const iban = page.getByLabel(/^(شمارهٔ شبا|IBAN)$/);
  await expect(iban).toHaveValue('IR062960000000100324200001');
  await iban.fill('IR07 2960 0000 0010 0324 2000 01');
  await expect(page.getByText(/^(رقم‌های کنترلی این شبا|The check digits of this IBAN)/)).toBeVisible();
  await page.getByLabel(/^(شمارهٔ کارت|Card number)$/).fill('۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۲');
  await expect(page.getByText(/^(این شمارهٔ کارت درست|This card number)/)).toBeVisible();
  await expectAccessible(page);
  // A warning only: it can be saved.
  const card = page.locator('form').filter({ has: iban });
  await card.getByRole('button', { name: /^(ذخیره|Save)$/ }).click();
  await expect(iban).toHaveValue('IR072960000000100324200001');
  const tax = page.getByLabel(/^(مالیات|Tax)$/);
  await tax.fill('9.5');
  const prices = page.locator('form').filter({ has: tax });
  await prices.getByRole('button', { name: /^(ذخیره|Save)$/ }).click();
  await expect(prices.getByRole('button', { name: /^(ذخیره|Save)$/ })).toBeDisabled();
  await page.reload();
  await expect(tax).toHaveValue(/^(۹٫۵|9\.5)$/);

  const sections = await openSections(page, isMobile);
  await expect(sections.locator('a[href^="/admin/"]')).toHaveCount(18);
  if (isMobile) await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: /^(فروش پلن|Sell plans)$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(توقف فروش|Stop selling)$/ })
    .click();
  await expect(page.getByRole('switch', { name: /^(فروش پلن|Sell plans)$/ })).not.toBeChecked();
  await expect(page.getByRole('link', { name: /^(پلن‌ها|Plans)$/ })).toHaveCount(0);
  await expect(iban).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/admin/plans');
  await expect(page).toHaveURL(/\/admin\/overview$/);
});

test('others than staff see that there is no console', async ({ page, shop }) => {
  await signIn(page, shop.bought);
  await page.goto('/admin/payments');
  await expect(page).toHaveURL(/\/404$/);
  await page.goto('/workspace');
  await page.getByRole('button', { name: /^(حساب کاربری|Account)$/ }).click();
  await expect(page.getByRole('menuitem', { name: /^(خروج از حساب|Sign out)$/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^(کنسول مدیریت|Admin console)$/ })).toHaveCount(0);
});
