import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

async function create(page: Page, title: string) {
  await page.goto('/workspace/create');
  await page.getByLabel('نام فضای کاری').fill(title);
  await expect(page.getByText('این نام در دسترس است.')).toBeVisible();
  await page.getByRole('button', { name: 'ادامه' }).click();
}

test('a workspace is made, dressed, renamed and deleted', { tag: '@phone' }, async ({ member: page, isMobile }) => {
  const title = `استودیوی البرز ${isMobile ? 'همراه' : 'رومیزی'}`;
  await create(page, title);
  await page.getByLabel('رنگ ۵').first().check({ force: true });
  await page.getByRole('button', { name: 'ادامه' }).click();
  const invited = `mina-${isMobile ? 'phone' : 'desktop'}@example.com`;
  await page.getByLabel(/ایمیل اعضا/).fill('not an address');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'ساختن فضای کاری' })).toBeDisabled();
  await page.getByLabel(/ایمیل اعضا/).fill(invited);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'ساختن فضای کاری' }).click();
  await expect(page).toHaveURL(/\/workspace\/(?!create)[^/]+\/home$/);
  await expect(page.getByText(title).first()).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--brand')))
    .toBe('#a8326b');

  const space = page.url().replace(/\/home$/, '');
  await page.goto(`${space}/teammates`);
  await expect(page.getByText(invited).first()).toBeVisible();
  await page.goto(`${space}/settings`);
  await page.getByLabel('نام فضای کاری').fill(`${title} نو`);
  await page.getByRole('button', { name: 'ذخیره' }).click();
  await expect(page.getByText('نام فضای کاری تغییر کرد')).toBeVisible();

  await page.getByRole('button', { name: 'حذف این فضای کاری' }).click();
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: 'حذف برای همیشه' });
  await dialog.getByLabel('نام کامل فضای کاری').fill(title);
  await expect(button).toBeDisabled();
  await dialog.getByLabel('نام کامل فضای کاری').fill(`${title} نو`);
  await button.click();
  await expect(page).toHaveURL(/\/workspace$/);
  await expect(page.getByRole('link', { name: `${title} نو` })).toHaveCount(0);
});

test('an old address of the tab of tags leads to their page', async ({ member: page, world }) => {
  await page.goto(`/workspace/${world.spaceId}/settings`);
  await expect(page.getByRole('tab')).toHaveCount(3);
  await page.goto(`/workspace/${world.spaceId}/settings?tab=customField`);
  await expect(page).toHaveURL(/\/custom-fields$/);
  await expect(page.getByRole('heading', { name: 'برچسب‌ها', level: 1 })).toBeVisible();
});

test('a workspace opens at its home page, from its card and from the switcher', async ({ member: page, world }) => {
  await page.goto('/workspace');
  const card = page.getByRole('link', { name: /شرکت پارس‌نگار/ }).first();
  await card.click();
  await expect(page).toHaveURL(new RegExp(`/workspace/${world.spaceId}/home$`));
  await page.goto(`/workspace/${world.spaceId}/my`);
  await page.getByRole('button', { name: /شرکت پارس‌نگار/ }).click();
  await page
    .getByRole('menuitemradio', { name: 'شرکت پارس‌نگار' })
    .or(page.getByRole('menuitemcheckbox', { name: 'شرکت پارس‌نگار' }))
    .press('Enter');
  await expect(page).toHaveURL(new RegExp(`/workspace/${world.spaceId}/home$`));
});

test('a name that is taken is refused while it is typed', async ({ member: page }) => {
  await page.goto('/workspace/create');
  await page.getByLabel('نام فضای کاری').fill('شرکت پارس‌نگار');
  await expect(page.getByRole('alert')).toContainText('نام دیگری انتخاب کنید');
  await expect(page.getByRole('button', { name: 'ادامه' })).toBeDisabled();
});

test('a picture that is none is refused, a real one is shown', async ({ member: page, world }) => {
  await page.goto(`/workspace/${world.spaceId}/settings?tab=appearance`);
  const input = page.getByLabel('تصویر', { exact: true });
  await input.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(page.getByRole('alert')).toContainText('PNG یا JPEG');
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') });
  await expect(page.getByText('تصویر ذخیره شد')).toBeVisible();
  await page.getByRole('button', { name: 'حذف تصویر' }).click();
  await expect(page.getByText('تصویر حذف شد')).toBeVisible();
});

test('a workspace of nobody leads to the page of nowhere', async ({ member: page }) => {
  await page.goto('/workspace/0000000000000');
  await expect(page).toHaveURL(/\/404$/);
  await expect(page.getByRole('heading', { name: 'این صفحه پیدا نشد' })).toBeVisible();
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'این صفحه پیدا نشد' })).toBeVisible();
});

test(
  'the frame moves between places and makes the address tell',
  { tag: '@phone' },
  async ({ member: page, world }) => {
    await page.goto(`/workspace/${world.spaceId}`);
    await page.getByRole('link', { name: 'درایو من' }).click();
    await expect(page).toHaveURL(new RegExp(`/workspace/${world.spaceId}/my$`));
    await expect(page.getByRole('link', { name: 'درایو من' })).toHaveAttribute('aria-current', 'page');
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`/workspace/${world.spaceId}$`));
  },
);
