import { test as base } from '@playwright/test';
import { expect } from './fixtures';
import { owner, Server } from './server';

const test = base.extend<{ server: Server }>({
  server: async ({ browserName }, use) => {
    expect(browserName).toBe('chromium');
    const server = await Server.start();
    await use(server);
    await server.stop();
  },
});

test('an empty machine becomes a workspace', async ({ page, server }) => {
  await page.goto(`${server.url}/setup?token=${server.token}`);
  await page.getByRole('button', { name: 'شروع' }).click();
  await expect(page.getByText('این بخش را پر کنید.').first()).toBeVisible();

  await page.getByLabel('نام', { exact: true }).fill(owner.first_name);
  await page.getByLabel('نام خانوادگی').fill(owner.last_name);
  await page.getByLabel('ایمیل').fill(owner.email);
  await page.getByLabel('رمز عبور', { exact: true }).fill('short');
  await expect(page.getByRole('status', { name: 'قدرت رمز عبور' })).toHaveText('ضعیف');
  // Meets every rule of letters, and is one of the first that anyone would guess.
  await page.getByLabel('رمز عبور', { exact: true }).fill('Password1!');
  await expect(page.getByRole('listitem').filter({ hasText: 'رایج نباشد' })).toContainText('رعایت نشده');
  await expect(page.getByRole('status', { name: 'قدرت رمز عبور' })).toHaveText('ضعیف');
  await page.getByLabel('رمز عبور', { exact: true }).fill('Kj8#mQ2!x');
  await expect(page.getByRole('status', { name: 'قدرت رمز عبور' })).toHaveText('متوسط');
  await page.getByLabel('رمز عبور', { exact: true }).fill(owner.password);
  await expect(page.getByRole('status', { name: 'قدرت رمز عبور' })).toHaveText('قوی');
  await page.getByLabel('نام فضای کاری').fill('خانوادهٔ رضایی');
  await page.getByRole('button', { name: 'شروع' }).click();

  // The rest of the first hour is offered, and left by one press.
  await expect(page).toHaveURL(/\/admin\/first-steps$/);
  await page.getByRole('link', { name: 'رفتن به فضای کاری' }).click();
  await expect(page).toHaveURL(/\/workspace\/[^/]+\/home$/);
  await expect(page.getByText('خانوادهٔ رضایی').first()).toBeVisible();

  await page.goto(`${server.url}/setup?token=${server.token}`);
  await expect(page.getByRole('heading', { name: 'راه‌اندازی انجام شده است' })).toBeVisible();
});

test('a wrong link is refused in words of its own', async ({ page, server }) => {
  await page.goto(`${server.url}/setup`);
  await expect(page.getByRole('heading', { name: 'لینک راه‌اندازی کامل نیست' })).toBeVisible();

  await page.goto(`${server.url}/login`);
  await expect(page.getByText('این سرور هنوز راه‌اندازی نشده است.')).toBeVisible();

  await page.goto(`${server.url}/setup?token=wrong`);
  await page.getByText('English').click();
  await page.getByLabel('First name').fill('Sara');
  await page.getByLabel('Last name').fill('Mohammadi');
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByLabel('Workspace name').fill('Acme');
  await page.getByRole('button', { name: 'Get started' }).click();
  await expect(page.getByRole('alert')).toContainText('no longer works');
});

test('the button of the set-up is in sight on a laptop, and errors stand at their fields', async ({ page, server }) => {
  const start = page.getByRole('button', { name: /^(شروع|Get started)$/ });
  for (const lang of ['فارسی', 'English']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${server.url}/setup?token=${server.token}`);
    await page.getByText(lang).click();
    await expect(start).toBeInViewport({ ratio: 1 });
    // On a phone it follows the last field, and lies over none.
    await page.setViewportSize({ width: 390, height: 700 });
    await start.click();
    await expect(page.locator('[aria-invalid]')).toHaveCount(5);
    await expect(page.locator('[aria-invalid]').first()).toBeFocused();
    await expect(page.locator('[aria-invalid]').first()).toBeInViewport({ ratio: 1 });
    const aside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(aside).toBeLessThanOrEqual(0);
    for (const field of await page.locator('[aria-invalid]').all()) {
      const [box, note] = await Promise.all([
        field.boundingBox(),
        page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).boundingBox(),
      ]);
      expect((note?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)).toBeLessThan(12);
    }
  }
});
