import { test as base, type Page } from '@playwright/test';
import { expect, prefer, signIn } from './fixtures';
import { expectAccessible } from './looks';
import { Server } from './server';

type Desk = { server: Server };

/** A service of its own: its outbox holds what this test sends. */
const test = base.extend<{ desk: Desk; staff: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  desk: async ({}, use) => {
    const server = await Server.start();
    await use({ server });
    await server.stop();
  },
  baseURL: async ({ desk }, use) => use(desk.server.url),
  staff: async ({ page, desk }, use, { project }) => {
    const tokens = await desk.server.setUp('شرکت پارس‌نگار');
    await prefer(page, project.name.includes('phone') ? 'en' : 'fa');
    await signIn(page, tokens);
    await use(page);
  },
});

test('staff send a test message, read it without secrets, cancel it and send it again', async ({
  staff: page,
  isMobile,
}) => {
  await page.goto('/admin/outbox');
  await expect(page.getByText(/^(سرور ایمیل تنظیم نشده است|No mail server is set up)$/)).toBeVisible();
  for (const to of ['first@example.com', 'second@example.com']) {
    await page.getByRole('button', { name: /^(پیام آزمایشی|Test message)$/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(to);
    await dialog.getByRole('button', { name: /^(ارسال|Send)$/ }).click();
    await expect(dialog).toBeHidden();
  }
  const list = page.getByRole('list', { name: /^(صندوق خروجی|Outbox)$/ });
  const second = list.getByRole('button', { name: /second@example\.com/ });
  await expect(second).toContainText(/نگه‌داشته‌شده|Kept/);
  if (isMobile) await second.click();
  const detail = page.getByRole('region', { name: /^(پیام آزمایشی|Test message)$/ });
  await expect(detail.getByText('second@example.com')).toBeVisible();
  await expect(detail.getByText(/کنسول انبار|console of Anbar/)).toBeVisible();
  await expect(detail.getByText(/••••••/)).toBeVisible();
  await expectAccessible(page);
  if (!isMobile) {
    await page.keyboard.press('j');
    await expect(detail.getByText('first@example.com')).toBeVisible();
    await page.keyboard.press('k');
    await expect(detail.getByText('second@example.com')).toBeVisible();
  }
  await detail.getByRole('button', { name: /^(لغو ارسال|Cancel sending)$/ }).click();
  await expect(detail.getByText(/^(لغوشده|Canceled)$/)).toBeVisible();
  await detail.getByRole('button', { name: /^(ارسال دوباره|Resend)$/ }).click();
  await expect(detail.getByText(/^(نگه‌داشته‌شده|Kept)$/)).toBeVisible();
});

test('the templates are shown in both languages', async ({ staff: page }) => {
  await page.goto('/admin/outbox');
  await page.getByRole('button', { name: /^(نمونهٔ پیام‌ها|Templates)$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^(انگلیسی|English)$/).click();
  await expect(dialog.getByText('Your Anbar code: 123456')).toBeVisible();
  await dialog.getByText(/^(فارسی|Persian)$/).click();
  await expect(dialog.getByText('کد تأیید انبار: 123456')).toBeVisible();
  await expectAccessible(page);
});
