import fs from 'node:fs/promises';
import { enter, expect, test } from './buying';
import { expectAccessible } from './looks';

const words = {
  fa: {
    upgrade: /^ارتقا به حرفه‌ای$/,
    order: 'ارتقا به حرفه‌ای',
    people: 'تعداد افراد',
    more: 'بیشتر: تعداد افراد',
    code: 'کد تخفیف',
    apply: 'اعمال',
    invalid: 'کد تخفیف درست نیست.',
    applied: 'کد تخفیف اعمال شد.',
    pay: /^پرداخت [\d۰-۹]/,
    transfer: 'پرداخت با انتقال بانکی',
    send: 'ارسال رسید',
    wrongType: /فقط تصویر JPEG/,
    receipt: 'رسید',
    waiting: 'رسید شما ثبت شد',
    success: 'پرداخت انجام شد',
    pdf: 'دانلود PDF',
    status: 'پلن فضای کاری',
    active: 'فعال',
    trial: /شروع ۳۰ روز رایگان: استاندارد/,
    start: 'شروع دورهٔ آزمایشی',
    follows: /پولی کم نمی‌شود/,
    started: 'دورهٔ آزمایشی شروع شد',
    make: 'ساختن فضای کاری',
    name: 'نام فضای کاری',
    free: 'این نام در دسترس است.',
    next: 'ادامه',
    failed: 'پرداخت تأیید نشد',
    again: 'تلاش دوباره',
    enterBuyer: 'وارد کردن مشخصات',
    company: 'نام شرکت یا سازمان',
    companyId: 'شناسهٔ ملی',
    wrongDigits: 'این شماره درست نیست. رقم‌های آن را دوباره ببینید.',
    edit: 'ویرایش',
    person: 'شخص حقیقی',
    personId: 'کد ملی',
    save: 'ذخیره',
    seller: /نزد فروشنده است/,
  },
  en: {
    upgrade: /^Upgrade to Professional$/,
    order: 'Upgrade to Professional',
    people: 'People',
    more: 'More: People',
    code: 'Discount code',
    apply: 'Apply',
    invalid: 'The discount code isn’t valid.',
    applied: 'The discount code is applied.',
    pay: /^Pay \d/,
    transfer: 'Pay by bank transfer',
    send: 'Send receipt',
    wrongType: /Only JPEG and PNG/,
    receipt: 'Receipt',
    waiting: 'We have your receipt',
    success: 'Payment received',
    pdf: 'Download PDF',
    status: 'Workspace plan',
    active: 'Active',
    trial: /Try free for 30 days: Standard/,
    start: 'Start the trial',
    follows: /Nothing is charged/,
    started: 'The trial has started',
    make: 'Create a workspace',
    name: 'Workspace name',
    free: 'This name is available.',
    next: 'Continue',
    failed: 'The payment was not confirmed',
    again: 'Try again',
    enterBuyer: 'Enter details',
    company: 'Company name',
    companyId: 'Company ID',
    wrongDigits: 'That number isn’t valid. Check its digits.',
    edit: 'Edit',
    person: 'A person',
    personId: 'National ID',
    save: 'Save',
    seller: /the seller has it/,
  },
} as const;

const receipt = { name: 'receipt.png', mimeType: 'image/png' };

for (const lang of ['fa', 'en'] as const) {
  const w = words[lang];

  test(`a workspace is upgraded: code, transfer, receipt, confirmation @${lang}`, async ({ page, seller }) => {
    const { spaceId } = await enter(page, seller, lang);
    await page.goto(`${seller.url}/plans?space=${spaceId}`);
    await expectAccessible(page);
    // The plan takes three people at least.
    for (const people of [2, 3]) {
      await page.getByRole('button', { name: w.more }).click();
      await expect(page.getByLabel(w.people, { exact: true })).toHaveValue(people.toLocaleString(lang));
    }
    await page.getByRole('link', { name: w.upgrade }).click();

    await expect(page.getByRole('heading', { name: w.order, level: 1 })).toBeVisible();
    await page.getByRole('button', { name: w.more }).click();
    const pay = page.getByRole('button', { name: w.pay });
    await expect(pay).toBeEnabled();
    const before = await pay.innerText();
    await page.getByLabel(w.code).fill('wrong');
    await page.getByRole('button', { name: w.apply }).click();
    await expect(page.getByText(w.invalid)).toBeVisible();
    await page.getByLabel(w.code).fill(seller.code.toLowerCase());
    await page.getByRole('button', { name: w.apply }).click();
    await expect(page.getByText(w.applied)).toBeAttached();
    await expect(pay).toBeEnabled();
    await expect(pay).not.toHaveText(before);
    await expectAccessible(page);
    await pay.click();

    await expect(page.getByRole('heading', { name: w.transfer })).toBeVisible();
    await expectAccessible(page);
    const choice = page.locator('input[type=file]').first();
    await choice.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
    await expect(page.getByText(w.wrongType)).toBeVisible();
    await choice.setInputFiles({ ...receipt, buffer: seller.picture });
    await page.getByRole('button', { name: w.send }).click();
    await expect(page.getByRole('heading', { name: w.waiting })).toBeVisible();
    await expectAccessible(page);

    const paymentId = page.url().split('/').at(-1) ?? '';
    await seller.refuse(paymentId, 'رسید خوانا نیست');
    await page.reload();
    await expect(page.getByRole('heading', { name: w.failed })).toBeVisible();
    // It was a transfer: no bank gives it back by itself.
    await expect(page.getByText(w.seller)).toBeVisible();
    await expect(page.locator('body')).not.toContainText(/۷۲ ساعت|72 hours/);
    await expect(page.getByText('رسید خوانا نیست')).toBeVisible();
    await page.getByRole('button', { name: w.again }).click();
    await choice.setInputFiles({ ...receipt, buffer: seller.picture });
    await page.getByRole('button', { name: w.send }).click();
    await expect(page.getByRole('heading', { name: w.waiting })).toBeVisible();
    await seller.confirm(paymentId);
    // The page asks by itself.
    await expect(page.getByRole('heading', { name: w.success })).toBeVisible();
    await expectAccessible(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: w.pdf }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^invoice-\d{4}-\d{6}\.pdf$/);
    expect((await fs.readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    // On paper there is the invoice alone, with its parties.
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('شرکت ابر انبار')).toBeVisible();
    await expect(page.getByRole('heading', { name: w.success })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });

    await page.goto(`${seller.url}/workspace/${spaceId}/status`);
    await expect(page.getByRole('heading', { name: w.status, level: 1 })).toBeVisible();
    await expect(page.getByText(w.active, { exact: true })).toBeVisible();
    await expect(page.locator(`a[href="/payment/${paymentId}"]`)).toBeVisible();
    await expectAccessible(page);
  });

  test(`the numbers of the buyer are checked, kept for the workspace, and stand on the invoice as typed @${lang}`, async ({
    page,
    seller,
  }) => {
    const { spaceId } = await enter(page, seller, lang);
    const plan = await seller.plan('professional');
    await page.goto(`${seller.url}/workspace/${spaceId}/upgrade?plan=${plan}&users=4`);
    await page.getByRole('button', { name: w.enterBuyer }).click();
    await page.getByLabel(w.company, { exact: true }).fill('Pars');
    await page.getByLabel(w.companyId, { exact: true }).fill('۱۴۰۰۷۶۵۰۹۱۳');
    const pay = page.getByRole('button', { name: w.pay });
    await pay.click();
    await expect(page.getByText(w.wrongDigits)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel(w.companyId, { exact: true }).fill('۱۴۰۰۷۶۵۰۹۱۲');
    await pay.click();
    await page.waitForURL(/payment/);
    const id = page.url().split('/').at(-1) ?? '';
    await seller.confirm(id);
    await expect(page.getByRole('heading', { name: w.success })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: /^14007650912$/ })).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveCount(4);
    await expectAccessible(page);
    await page.goto(`${seller.url}/workspace/${spaceId}/status`);
    await expect(page.getByText('14007650912')).toBeVisible();
    await page.getByRole('button', { name: w.edit, exact: true }).click();
    await page.getByText(w.person, { exact: true }).click();
    await page.getByLabel(w.personId, { exact: true }).fill('0499370899');
    await page.getByRole('button', { name: w.save, exact: true }).click();
    await expect(page.getByText('0499370899')).toBeVisible();
    await page.goto(`${seller.url}/payment/${id}`);
    await expect(page.getByRole('definition').filter({ hasText: /^14007650912$/ })).toBeVisible();
  });

  test(`a trial is ordered, and its workspace made later @${lang}`, async ({ page, seller }) => {
    await enter(page, seller, lang);
    await page.goto(`${seller.url}/plans`);
    await page.getByRole('link', { name: w.trial }).click();
    await expect(page.getByText(w.follows)).toBeVisible();
    await page.getByRole('button', { name: w.start, exact: true }).click();
    await expect(page.getByRole('heading', { name: w.started })).toBeVisible();
    await expect(page.getByText(w.follows)).toBeVisible();
    await expectAccessible(page);
    // A trial is no invoice.
    await expect(page.getByRole('columnheader')).toHaveCount(0);
    // The browser was closed here: the list of workspaces has the order.
    await page.goto(`${seller.url}/workspace`);
    await page.locator('a[href*="payment_id="]').click();
    await page.getByLabel(w.name).fill(`Alborz ${lang}`);
    await expect(page.getByText(w.free)).toBeVisible();
    await page.getByRole('button', { name: w.next }).click();
    await page.getByRole('button', { name: w.next }).click();
    await page.getByRole('button', { name: w.make }).click();
    await expect(page).toHaveURL(/\/workspace\/(?!create)[^/]+\/home$/);
    const spaceOf = page.url().split('/').at(-2) ?? '';
    await page.goto(`${seller.url}/workspace`);
    await expect(page.getByText(`Alborz ${lang}`)).toBeVisible();
    await page.goto(`${seller.url}/workspace/${spaceOf}/status`);
    await expect(page.getByText(w.follows)).toBeVisible();
    await page.goto(`${seller.url}/workspace`);
    await expect(page.locator('a[href*="payment_id="]')).toHaveCount(0);
  });
}

test('a server that sells nothing has no page of plans and no word of them @fa', async ({ member: page, world }) => {
  const selling = /پلن|ارتقا|تعرفه|رایگان|فاکتور|خرید|قیمت/;
  for (const path of ['/plans', '/payment/x', '/workspace/create/order?plan=1']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'این صفحه پیدا نشد' })).toBeVisible();
    await expect(page).not.toHaveTitle(selling);
  }
  for (const path of [
    `/workspace/${world.spaceId}/renew`,
    `/workspace/${world.spaceId}/upgrade`,
    '/workspace/create-auto',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'این‌جا چیزی فروخته نمی‌شود' })).toBeVisible();
    await expect(page.locator('body')).not.toContainText(selling);
    await expectAccessible(page);
  }
  await page.goto(`/workspace/${world.spaceId}/status`);
  await expect(page.getByRole('heading', { name: 'مصرف فضای کاری', level: 1 })).toBeVisible();
  await expect(page.getByText('نسخه‌های قبلی')).toBeVisible();
  await expect(page).not.toHaveTitle(selling);
  await expectAccessible(page);
  const places = [
    `/workspace/${world.spaceId}/status`,
    '/workspace',
    '/workspace/create',
    `/workspace/${world.spaceId}/home`,
    `/workspace/${world.spaceId}`,
  ];
  for (const path of [...places, `/workspace/${world.spaceId}/settings`, '/account/settings']) {
    await page.goto(path);
    await expect(page.locator('main').getByRole('heading').first()).toBeVisible();
    await expect(page.locator('body')).not.toContainText(selling);
  }
});
