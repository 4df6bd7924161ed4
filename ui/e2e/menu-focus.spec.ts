import { expect, prefer, test } from './fixtures';

test('the button of a menu keeps the focus when the code of menus comes @desktop', async ({ page }) => {
  await prefer(page, 'en');
  await page.route(/assets\/inside-[\w-]+\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Language' });
  await button.focus();
  await page.waitForRequest(/assets\/inside-/);
  const first = await button.elementHandle();
  await expect.poll(() => first?.evaluate((it) => it.isConnected)).toBe(false);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
});
