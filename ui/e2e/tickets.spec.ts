import { test as base, type Page } from '@playwright/test';
import { buyer } from './console-samples';
import { expect, prefer, signIn } from './fixtures';
import { expectAccessible } from './looks';
import { Server, type Tokens } from './server';

type Desk = { server: Server; staff: Tokens; user: Tokens };

/** A service of its own, with staff and a user. */
const test = base.extend<{ desk: Desk; person: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  desk: async ({}, use) => {
    const server = await Server.start('--signup=open');
    const staff = await server.setUp('شرکت پارس‌نگار');
    const user = await server.add(buyer);
    await use({ server, staff, user });
    await server.stop();
  },
  baseURL: async ({ desk }, use) => use(desk.server.url),
  person: async ({ page, desk }, use, { project }) => {
    await prefer(page, project.name.includes('phone') ? 'fa' : 'en');
    await signIn(page, desk.user);
    await use(page);
  },
});

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Opened {
  id: string;
  version: number;
}

const ask = (server: Server, tokens: Tokens, subject: string, department = 'technical') =>
  server.call<Opened>(
    'POST',
    'support/tickets',
    { subject, department, description: 'سلام، آپلود قطع می‌شود.' },
    tokens.access,
  );

test('a user asks, reads the answer and closes the ticket @phone', async ({ person: page, desk }) => {
  await page.goto('/workspace');
  await page.getByRole('button', { name: /^(حساب کاربری|Account)$/ }).click();
  await page.getByRole('menuitem', { name: /^(پشتیبانی|Support)$/ }).click();
  await expect(page).toHaveURL(/\/ticket$/);
  await expect(page.getByRole('heading', { name: /^(هنوز تیکتی ندارید|You have no tickets yet)$/ })).toBeVisible();
  await page.getByRole('link', { name: /^(تیکت جدید|New ticket)$/ }).click();

  await page.getByRole('button', { name: /^(فرستادن تیکت|Send ticket)$/ }).click();
  await expect(page.getByRole('alert')).toHaveCount(2);
  await page.getByRole('radio', { name: /^(مالی|Billing)/ }).check();
  await page.getByLabel(/^(موضوع|Subject)$/).fill('Broken <b>upload</b>');
  await page.getByLabel(/^(شرح|Description)$/).fill('<img src=x onerror=alert(1)> https://example.org/help.');
  const files = page.locator('input[type=file]');
  await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(page.getByRole('alert').filter({ hasText: 'notes.txt' })).toBeVisible();
  await files.setInputFiles({ name: 'shot.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^(فرستادن تیکت|Send ticket)$/ }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Broken <b>upload</b>' })).toBeVisible();
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  const link = page.getByRole('link', { name: 'https://example.org/help' });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(page.getByRole('button', { name: /shot\.png/ })).toBeVisible();
  await expect(page.getByLabel(/^(کد پیگیری|Tracking code)$/)).toHaveValue(/^TK-[2-9A-Z]{8}$/);
  await page.getByLabel(/^(پاسخ شما|Your reply)$/).fill('One more thing.');
  await page.getByRole('button', { name: /^(فرستادن|Send)$/ }).click();
  await expect(page.getByText('One more thing.')).toBeVisible();

  const id = page.url().split('/').pop() ?? '';
  const { server, staff } = desk;
  const { version } = await server.call<Opened>('GET', `admin/tickets/${id}`, undefined, staff.access);
  await server.call('POST', `admin/tickets/${id}/reply`, { version, text: 'Please try again.' }, staff.access);
  await page.goto('/ticket');
  await expect(page.getByRole('img', { name: /^(پاسخ خوانده‌نشده|Unread reply)$/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /Broken/ }).click();
  await expect(page.getByText('Please try again.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: /^(بستن تیکت…|Close ticket…)$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(بستن تیکت|Close ticket)$/ })
    .click();
  await expect(page.getByText(/این تیکت بسته است|This ticket is closed/)).toBeVisible();
  await page.goto('/ticket');
  await expect(page.getByText(/^(تیکتی در این وضعیت نیست|No tickets in this state)$/)).toBeVisible();
});

test('staff answer tickets, by the keyboard too', async ({ page, desk, isMobile }) => {
  const { server, staff, user } = desk;
  const first = await ask(server, user, 'رسید پرداخت را فرستادم', 'financial');
  await ask(server, user, 'آپلود قطع می‌شود');
  await server.call('POST', 'admin/support/canned', { title: 'سلام', text: 'سلام، بررسی می‌کنیم.' }, staff.access);
  await prefer(page, isMobile ? 'fa' : 'en');
  await signIn(page, staff);
  await page.goto('/admin/tickets');
  const list = page.getByRole('list', { name: /^(تیکت‌ها|Tickets)$/ });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  // The one of billing is due first.
  await expect(list.getByRole('listitem').first()).toContainText('رسید پرداخت');
  if (isMobile) await list.getByRole('button', { name: /رسید پرداخت/ }).click();
  const detail = page.getByRole('region', { name: 'رسید پرداخت را فرستادم' });
  await expect(detail.getByText('سلام، آپلود قطع می‌شود.')).toBeVisible();
  await expectAccessible(page);

  if (!isMobile) {
    await page.keyboard.press('j');
    await expect(page.getByRole('region', { name: 'آپلود قطع می‌شود' })).toBeVisible();
    await page.keyboard.press('k');
    await expect(detail).toBeVisible();
    await page.keyboard.press('n');
    await expect(page.getByLabel('Note for colleagues')).toBeFocused();
  } else await page.getByText('یادداشت داخلی').click();
  await page.getByLabel(/^(یادداشت برای همکاران|Note for colleagues)$/).fill('از بانک بپرسیم.');
  await page.getByRole('button', { name: /^(افزودن یادداشت|Add note)$/ }).click();
  await expect(detail.getByText('از بانک بپرسیم.')).toBeVisible();

  // A colleague was faster.
  await page.getByRole('textbox', { name: /^(پاسخ|Reply)$/ }).fill('سلام');
  const { version } = await server.call<Opened>('GET', `admin/tickets/${first.id}`, undefined, staff.access);
  await server.call('POST', `admin/tickets/${first.id}/note`, { version, text: 'من جواب می‌دهم.' }, staff.access);
  await page.getByRole('button', { name: /^(فرستادن|Send)$/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: /در این فاصله|meanwhile/ })).toBeVisible();
  await expect(detail.getByText('من جواب می‌دهم.')).toBeVisible();
  await page.getByRole('button', { name: /^(درج متن آماده|Insert canned text)$/ }).click();
  await page.getByRole('menuitem', { name: 'سلام' }).click();
  await page.getByRole('button', { name: /^(فرستادن و حل‌شده|Send and solve)$/ }).click();
  await expect(detail.getByText('سلام، بررسی می‌کنیم.')).toBeVisible();
  await expect(detail.getByRole('button', { name: /^(باز کردن دوباره|Reopen)$/ })).toBeVisible();
  await expectAccessible(page);
});

test('staff act on several tickets at once, and one leads to its person', async ({ page, desk }) => {
  const { server, staff, user } = desk;
  await ask(server, user, 'رسید پرداخت را فرستادم', 'financial');
  await ask(server, user, 'آپلود قطع می‌شود');
  await prefer(page, 'en');
  await signIn(page, staff);
  await page.goto('/admin/tickets');
  await expect(page.getByRole('button', { name: 'Open 2' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Overdue 0' })).toBeVisible();
  const choose = async () => {
    for (const box of await page.getByRole('checkbox').all()) await box.click();
  };
  await choose();
  const bar = page.getByRole('group', { name: '2 tickets selected' });
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('menuitem').nth(1).click();
  await expect(page.getByText('2 tickets assigned')).toBeVisible();
  await choose();
  await bar.getByRole('button', { name: 'Solved' }).click();
  await expect(page.getByRole('button', { name: 'Solved 2' })).toBeVisible();
  // The filters are in the address, and a ticket leads to its person with their tickets.
  await page.getByRole('button', { name: 'Solved 2' }).click();
  await expect(page).toHaveURL(/status=solved/);
  await page.reload();
  await page
    .getByRole('region', { name: /رسید|آپلود/ })
    .getByRole('link')
    .first()
    .click();
  await expect(page).toHaveURL(/\/admin\/people\?person=/);
  await page.getByRole('tab', { name: 'Tickets' }).click();
  await expect(page).toHaveURL(/tab=tickets/);
  await expect(page.getByRole('link', { name: 'آپلود قطع می‌شود' })).toBeVisible();
  await expectAccessible(page);
});
