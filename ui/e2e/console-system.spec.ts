import { test as base, type Page } from '@playwright/test';
import { expect, prefer, signIn } from './fixtures';
import { expectAccessible } from './looks';
import { Server } from './server';

const test = base.extend<{ own: Server; staff: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  own: async ({}, use) => {
    const server = await Server.start();
    await use(server);
    await server.stop();
  },
  baseURL: async ({ own }, use) => use(own.url),
  staff: async ({ page, own }, use, { project }) => {
    const tokens = await own.setUp('شرکت پارس‌نگار');
    await prefer(page, project.name.includes('phone') ? 'en' : 'fa');
    await signIn(page, tokens);
    await use(page);
  },
});

test('staff start a job and see how it went', async ({ staff: page, own }) => {
  await page.goto('/admin/jobs');
  const row = page.getByRole('row', { name: /(فراموشی کدهای قدیمی|Forget old codes)/ });
  await row.getByRole('button', { name: /^(اجرا|Run now)/ }).click();
  await expect(row.getByText(/^(موفق|Done)$/)).toBeVisible();
  await expectAccessible(page);
  // The shell asks the running server, and waits for the end.
  await own.shell(['jobs', 'run', 'codes_expire', '--json']);
  await own.shell(['jobs', 'list']);
  await expect(own.shell(['jobs', 'run', 'nothing'])).rejects.toThrow('there is no job');
});

test('the log shows lines as they come, and can be filtered', async ({ staff: page, own }) => {
  await page.goto('/admin/log');
  const lines = page.getByRole('log');
  await page.getByRole('searchbox', { name: /^(جست‌وجو در گزارش|Search the log)$/ }).fill('kind=test');
  await expect(page.getByText(/^(خطی با این فیلترها نیست|No lines match these filters)$/)).toBeVisible();
  const { access } = await own.session();
  await own.call('POST', 'admin/outbox/test', { to: 'watched@example.com', language: 'en' }, access);
  await expect(lines).toContainText('kind=test');
  await expect(lines).not.toContainText('watched@example.com');
  await expectAccessible(page);
});

test('the overview names what needs attention, and leads there', async ({ staff: page }) => {
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin\/overview$/);
  const attention = page.getByRole('list', { name: /^(نیازمند رسیدگی|Needs attention)$/ });
  await expect(attention.getByText(/^(نسخهٔ پشتیبان گرفته نمی‌شود|No backup is set up)$/)).toBeVisible();
  await expectAccessible(page);
  await attention
    .getByRole('listitem')
    .filter({ hasText: /سرور ایمیل|mail server/ })
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(/\/admin\/outbox$/);
});

test('settings change at once, and are undone from their history', async ({ staff: page, own }) => {
  await page.goto('/admin/settings');
  const form = page.locator('form').filter({ hasText: /^(ثبت‌نام|Sign-up)/ });
  await form.getByRole('combobox').click();
  await page.getByRole('option', { name: /^(فقط دعوت‌شدگان از سوی کارکنان|Only people invited by staff)/ }).click();
  await form.getByRole('button', { name: /^(ذخیره|Save)$/ }).click();
  const history = page.getByRole('list', { name: /^(تاریخچهٔ تنظیمات|History of settings)$/ });
  await expect(history.getByRole('listitem')).toHaveCount(1);
  const mode = async () => (await own.call<{ signup: string }>('GET', 'setup')).signup;
  expect(await mode()).toBe('closed');
  await expectAccessible(page);
  await history.getByRole('button', { name: /^(واگرد|Undo)$/ }).click();
  await expect(history.getByRole('listitem')).toHaveCount(2);
  expect(await mode()).toBe('invited');
});
