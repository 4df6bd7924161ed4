import { Drive } from './drive';
import { expect, prefer, test } from './fixtures';

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
    // The dialog hides the page from screen readers, so the heading is found by its tag.
    await expect(page.locator('h1')).toHaveText('فضاهای کاری');
    await expect(page.getByRole('dialog', { name: 'اینترنت قطع است' })).toBeVisible();
  });

  for (const lang of ['fa', 'en'] as const) {
    const say = (fa: string, en: string) => (lang === 'fa' ? fa : en);

    test(
      `what was seen and what was kept stays readable: ${lang}`,
      { tag: `@${lang}` },
      async ({ context, member: page, world, isMobile }) => {
        await prefer(page, lang);
        const drive = await Drive.of(world.server, world.spaceId);
        const folder = await drive.folder(`سفر ${lang} ${isMobile}`);
        await drive.file('برنامهٔ سفر.txt', 'ساعت هشت، پایانهٔ جنوب', folder);
        const unseen = await drive.folder(`نادیده ${lang} ${isMobile}`);
        const address = `/workspace/${world.spaceId}/directory/${folder}?view=list`;

        await page.goto(address);
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.reload();
        const row = page.locator('[data-index]').filter({ hasText: 'برنامهٔ سفر' });
        await row.locator('[data-part=more]').click();
        await page.getByRole('menuitem', { name: say('استفادهٔ آفلاین', 'Make available offline') }).click();
        await expect(page.getByText(say('اکنون آفلاین در دسترس است', 'is now available offline'))).toBeVisible();
        await page.goto(`/workspace/${world.spaceId}/offline`);
        await expect(page.getByRole('listitem').filter({ hasText: 'برنامهٔ سفر' })).toBeVisible();
        // The viewer of texts comes with the first text that is looked at.
        await page.getByRole('link', { name: 'برنامهٔ سفر.txt' }).click();
        await expect(page.getByText('پایانهٔ جنوب')).toBeVisible();
        await page.goto(address);
        await expect(row).toBeVisible();
        await page.waitForTimeout(1200);

        await context.setOffline(true);
        await page.reload();
        const read = page.getByRole('button', { name: say('نمایش فایل‌های آفلاین', 'View offline files') });
        await read.click();
        await expect(row).toBeVisible();
        await expect(page.getByText(say('آخرین به‌روزرسانی', 'Last updated'))).toBeVisible();

        await page
          .getByRole('link', { name: say('فایل‌های آفلاین', 'Offline'), exact: true })
          .last()
          .click();
        await page.getByRole('link', { name: 'برنامهٔ سفر.txt' }).click();
        await expect(page.getByText('پایانهٔ جنوب')).toBeVisible();

        await page.goto(`/workspace/${world.spaceId}/directory/${unseen}?view=list`);
        await read.click();
        await expect(page.getByRole('alert')).toBeVisible();
        await context.setOffline(false);

        // After a sign-out nothing of the user is left on the device.
        await page.evaluate(() => {
          localStorage.removeItem('access_token');
          localStorage.removeItem('refresh_token');
        });
        await page.goto('/login');
        const left = () =>
          page.evaluate(
            () =>
              new Promise<number>((resolve) => {
                const request = indexedDB.open('anbar-offline');
                request.onsuccess = () => {
                  const files = request.result.transaction('bytes').objectStore('bytes').count();
                  files.onsuccess = () => resolve(files.result);
                };
              }),
          );
        await expect.poll(left).toBe(0);
      },
    );
  }
});
