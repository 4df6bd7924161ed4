import type { Route } from '@playwright/test';
import { expect, prefer, test } from './fixtures';

test('the button of a menu keeps the focus when the code of menus comes @desktop', async ({ page }) => {
  await prefer(page, 'en');
  const waiting: Route[] = [];
  await page.route(/assets\/inside-[\w-]+\.js$/, (route) => void waiting.push(route));
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Language' });
  await button.focus();
  const first = await button.elementHandle();
  await expect.poll(() => waiting.length).toBe(1);
  await waiting[0]?.continue();
  await expect.poll(() => first?.evaluate((it) => it.isConnected)).toBe(false);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
});

test('a press is answered when the code of menus comes before the mouse button is let go @desktop', async ({
  page,
}) => {
  await prefer(page, 'en');
  const waiting: Route[] = [];
  await page.route(/assets\/inside-[\w-]+\.js$/, (route) => void waiting.push(route));
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Language' });
  const first = await button.elementHandle();
  await button.hover();
  await page.mouse.down();
  await expect.poll(() => waiting.length).toBe(1);
  await waiting[0]?.continue();
  await expect.poll(() => first?.evaluate((it) => it.isConnected)).toBe(false);
  await page.mouse.up();
  await page.getByRole('menuitemcheckbox', { name: 'فارسی' }).click({ timeout: 15_000 });
  await expect(page.getByRole('button', { name: 'زبان' })).toBeVisible();
});
