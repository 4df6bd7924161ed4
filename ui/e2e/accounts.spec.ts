import { expect, signIn, test } from './fixtures';
import { someone } from './people';
import { owner } from './server';

test('signing in leads back to where one was going', async ({ page, world }) => {
  await page.goto(`/workspace/${world.spaceId}/my?sort=name`);
  await expect(page).toHaveURL(/\/login\?redirect_to=/);

  await page.getByLabel('ایمیل یا شمارهٔ موبایل').fill('۰۹۱۲');
  await page.getByLabel('رمز عبور', { exact: true }).fill('nothing');
  await page.getByRole('button', { name: 'ورود', exact: true }).click();
  await expect(page.getByText('شمارهٔ موبایل باید ۱۱ رقم باشد')).toBeVisible();
  await expect(page.getByLabel('ایمیل یا شمارهٔ موبایل')).toHaveValue('0912');

  await page.getByLabel('ایمیل یا شمارهٔ موبایل').fill(owner.email);
  await page.getByRole('button', { name: 'ورود', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('درست نیست');

  await page.getByLabel('رمز عبور', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'ورود', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/workspace/${world.spaceId}/my\\?sort=name$`));

  await page.goto('/login');
  await expect(page).toHaveURL(new RegExp(`/workspace/${world.spaceId}/home$`));
});

test('signing out ends the session and forgets it', async ({ member: page }) => {
  await page.goto('/workspace');
  await page.getByRole('button', { name: 'حساب کاربری' }).click();
  await page.getByText('خروج از حساب').click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/workspace');
  await expect(page).toHaveURL(/\/login/);
});

test('language changes everything at once and is remembered', async ({ page, world }) => {
  // A new user, because the account remembers the choice too.
  const tokens = await world.server.add(someone('polyglot', 'آرش', 'پارسا'));
  await world.server.call('POST', 'storage/workspace', { title: 'ترجمه‌ها' }, tokens.access);
  await signIn(page, tokens);
  await page.goto('/workspace');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.getByRole('button', { name: 'زبان' }).click();
  await page.getByText('English').click();
  await expect(page.getByRole('heading', { name: 'Workspaces' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Workspaces' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('sessions end one by one and all at once', async ({ page, world }) => {
  const mine = await world.server.logIn();
  const other = await world.server.logIn();
  await world.server.logIn();
  await signIn(page, mine);
  await page.goto('/account/settings?tab=devices');
  const rows = page.getByRole('listitem').filter({ hasText: '127.0.0.1' });
  await expect(rows.first()).toContainText('همین دستگاه');

  const before = await rows.count();
  await rows.nth(1).getByRole('button').click();
  await expect(rows).toHaveCount(before - 1);

  await page.getByRole('button', { name: 'بستن همهٔ نشست‌های دیگر' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'بستن همهٔ نشست‌های دیگر' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText('نشست فعال دیگری وجود ندارد')).toBeVisible();
  await expect(world.server.call('GET', 'accounts/v1/users/me', undefined, other.access)).rejects.toThrow('401');
});
