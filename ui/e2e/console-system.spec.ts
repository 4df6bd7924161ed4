import { chmod } from 'node:fs/promises';
import path from 'node:path';
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
  await expect(page).toHaveURL(/\/admin\/settings$/);
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

test('a found event opens alone in the audit log, and the filters are in the address', async ({
  staff: page,
  isMobile,
}) => {
  await page.goto('/admin');
  if (isMobile) await page.getByRole('button', { name: 'Search the console' }).click();
  const field = page.getByRole('searchbox', { name: /^(جست‌وجو در کنسول|Search the console)$/ });
  await field.fill('1');
  // A search begins with two letters or digits.
  await field.fill('01');
  await page
    .getByRole('listitem')
    .filter({ hasText: /رویداد|Event/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/admin\/audit\?event=1$/);
  const events = page.locator('main ol > li');
  await expect(events).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^(پاک کردن فیلترها|Clear filters)$/ }).click();
  await expect(page).toHaveURL(/\/admin\/audit$/);
  await expect(events).not.toHaveCount(1);
});

test('an auditor sees no more sections than the role reads, a support agent fewer', async ({ staff: page, own }) => {
  const boss = await own.session();
  const reads = { auditor: 14, support: 6, finance: 3 };
  for (const [role, count] of Object.entries(reads)) {
    const email = `${role}@example.com`;
    const person = { first_name: role, last_name: 'Staff', email, password: 'Correct-1-horse' };
    await own.add(person);
    const found = await own.call<{ people: { user_id: string }[] }>(
      'GET',
      `admin/people?query=${email}`,
      undefined,
      boss.access,
    );
    const body = { role, reason: 'asked' };
    await own.call('PUT', `admin/people/${found.people[0]?.user_id}/staff`, body, boss.access);
    const theirs = await page.context().browser()!.newPage();
    await prefer(theirs, 'en');
    // A session from before the role has none of its rights.
    await signIn(theirs, await own.logIn(person));
    await theirs.goto(`${own.url}/admin`);
    const sections = theirs.getByRole('navigation', { name: 'Sections of the console' });
    await expect(sections.locator('a[href^="/admin/"]')).toHaveCount(count);
    // What is no section of theirs leads to the first one that is.
    await theirs.goto(`${own.url}/admin/${role === 'auditor' ? 'nothing' : 'audit'}`);
    await expect(theirs).toHaveURL(/\/admin\/overview$/);
    await theirs.close();
  }
});

test('staff make a copy and see that it is whole', async ({ page }) => {
  const own = await Server.start('--backup-to', 'copies');
  try {
    await prefer(page, 'en');
    await signIn(page, await own.setUp('شرکت پارس‌نگار'));
    await page.goto(`${own.url}/admin/copies`);
    await page.getByRole('button', { name: 'Back up and compare' }).click();
    await expect(page.getByText('The last manual backup is complete and matches the target')).toBeVisible();
    await expectAccessible(page);
  } finally {
    await own.stop();
  }
});

test('staff have the server examined and read what to mend', async ({ page }) => {
  const own = await Server.start();
  try {
    await prefer(page, 'en');
    await signIn(page, await own.setUp('شرکت پارس‌نگار'));
    await page.goto(`${own.url}/admin/health`);
    await expect(page.getByText('The server hasn’t been examined since it started')).toBeVisible();
    await page.getByRole('button', { name: 'Examine now' }).click();
    const target = page.getByRole('listitem').filter({ hasText: 'no backup target is set' }).first();
    await expect(target).toContainText('Backup target');
    await expect(target).toContainText('Worth a look');
    await expect(target).toContainText('Set backup-to');
    await expect(page.getByRole('listitem').filter({ hasText: 'Data folder' })).toContainText('Fine');
    await expectAccessible(page);
    await page.goto(`${own.url}/admin/jobs`);
    await expect(page.getByRole('row').filter({ hasText: 'Examine the server' })).toBeVisible();
  } finally {
    await own.stop();
  }
});

test('what the server found is said in Persian, and a command is copied as it is', async ({ page, context }) => {
  const own = await Server.start();
  try {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: own.url });
    await prefer(page, 'fa');
    await signIn(page, await own.setUp('شرکت پارس‌نگار'));
    await chmod(path.join(own.home, 'data'), 0o755);
    await page.goto(`${own.url}/admin/health`);
    await page.getByRole('button', { name: 'بررسی سلامت' }).click();
    const folder = page.getByRole('listitem').filter({ hasText: 'پوشهٔ داده‌ها' }).first();
    await expect(folder).toContainText('دسترسی آن 0755 است و حساب‌های دیگر دستگاه هم می‌توانند بازش کنند.');
    await expect(folder.locator('bdi', { hasText: '0755' })).toHaveAttribute('dir', 'ltr');
    await folder.getByRole('button', { name: 'کپی فرمان' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`chmod 700 ${path.join(own.home, 'data')}`);
    await expectAccessible(page);
    await prefer(page, 'en');
    await page.reload();
    await expect(page.getByRole('listitem').filter({ hasText: 'Data folder' }).first()).toContainText(
      'its mode is 0755',
    );
  } finally {
    await own.stop();
  }
});

test(
  'a phone has the sections in a menu, the way back to the drive and a button for the palette',
  { tag: '@phone' },
  async ({ staff: page, isMobile }) => {
    if (!isMobile) await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/admin');
    await page.getByRole('button', { name: /^(بخش‌های کنسول|Sections of the console)$/ }).click();
    const menu = page.getByRole('dialog');
    await expectAccessible(page);
    await menu.getByRole('link', { name: /^(گزارش زنده|Live log)$/ }).click();
    await expect(page).toHaveURL(/\/admin\/log$/);
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: /^(فهرست فرمان‌ها|Command palette)$/ }).click();
    await page.getByRole('combobox').fill(isMobile ? 'Security events' : 'رویدادهای امنیتی');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/events$/);
    await page.getByRole('button', { name: /^(بخش‌های کنسول|Sections of the console)$/ }).click();
    await menu.getByRole('link', { name: /^(بازگشت به درایو|Back to the drive)$/ }).click();
    await expect(page).toHaveURL(/\/workspace/);
  },
);
