import { expect, test } from './fixtures';

test('without a connection a dialog stays until it is back', async ({ context, member: page }) => {
  await page.goto('/workspace');
  await expect(page.getByText('شرکت پارس‌نگار').first()).toBeVisible();
  await context.setOffline(true);
  const dialog = page.getByRole('dialog', { name: 'اینترنت قطع است' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await context.setOffline(false);
  await expect(dialog).toBeHidden();
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the shell opens offline', async ({ context, member: page }) => {
    await page.goto('/workspace');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect
      .poll(() => page.evaluate(async () => (await caches.keys()).some((name) => name.includes('precache'))))
      .toBe(true);
    await page.reload();
    await context.setOffline(true);
    await page.reload();
    // The dialog hides the page from screen readers, so it is looked for as it stands.
    await expect(page.locator('h1')).toHaveText('فضاهای کاری');
    await expect(page.getByRole('dialog', { name: 'اینترنت قطع است' })).toBeVisible();
  });
});
