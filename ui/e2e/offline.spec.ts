import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test } from './fixtures';
import { samples } from './samples';
import { letTimePass } from './waits';
import { chooseItem } from './menus';

/** Waits until an answer with these words is kept on the device. */
async function waitForKept(page: Page, words: string) {
  const isKept = () =>
    page.evaluate(async (text) => {
      // To open a database that is not there would make one without stores.
      if (!(await indexedDB.databases()).some(({ name }) => name === 'anbar-offline')) return false;
      // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page
      const answerOf = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(new Error(request.error?.message)));
        });
      const database = await answerOf(indexedDB.open('anbar-offline'));
      const store = database.transaction('queries').objectStore('queries');
      const kept = (await answerOf(store.getAll())) as { text: string }[];
      database.close();
      return kept.some((query) => query.text.includes(text));
    }, words);
  await expect.poll(isKept).toBe(true);
}

test('without a connection a bar stays until it is back, and takes no focus', async ({ context, member: page }) => {
  await page.goto('/workspace');
  await expect(page.getByText('شرکت پارس‌نگار').first()).toBeVisible();
  await context.setOffline(true);
  const bar = page.getByRole('status').filter({ hasText: 'اینترنت قطع است' });
  await expect(bar).toContainText('تغییری ذخیره نمی‌شود و آپلودها منتظر می‌مانند');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(bar).toBeVisible();
  // It covers nothing: the page begins where it ends, and ends with the window.
  const [end, begin, last] = await page.evaluate(() => {
    const bottom = document.querySelector('[data-offline]')?.getBoundingClientRect().bottom;
    const root = document.querySelector('#root')?.getBoundingClientRect();
    return [bottom, root?.top, root?.bottom];
  });
  expect(begin).toBe(end);
  expect(last).toBe(900);
  await context.setOffline(false);
  await expect(bar).toHaveCount(0);
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
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('فضاهای کاری');
    await expect(page.getByRole('status').filter({ hasText: 'اینترنت قطع است' })).toBeVisible();
  });

  test('kept files of every kind open without a preview ever seen online', async ({
    browser,
    context,
    member: page,
    world,
  }) => {
    const drive = await Drive.of(world.server, world.spaceId);
    const folder = await drive.folder(`نگه‌داشته ${Date.now()}`);
    const { images, pdf } = await samples(browser);
    const files = {
      'note.md': await drive.file('note.md', '# سرفصل\n\nمتن', folder),
      'picture.jpg': await drive.file('picture.jpg', images[0] ?? new Uint8Array(), folder),
      'report.pdf': await drive.file('report.pdf', pdf, folder),
      'plain.txt': await drive.file('plain.txt', 'ساعت هشت', folder),
      'unkept.md': await drive.file('unkept.md', 'نه', folder),
    };
    const shown = {
      'note.md': page.locator('article h1'),
      'picture.jpg': page.locator('main img'),
      'report.pdf': page.locator('.textLayer').first(),
      'plain.txt': page.locator('article'),
    };
    const address = `/workspace/${world.spaceId}/directory/${folder}?view=list`;
    await page.goto(address);
    for (const name of Object.keys(shown)) {
      await page.locator('[data-index]').filter({ hasText: name }).locator('[data-part=more]').click();
      await chooseItem(page, 'استفادهٔ آفلاین');
      await expect(page.getByText(new RegExp(`${name}.*اکنون آفلاین در دسترس است`))).toBeVisible();
    }
    await context.setOffline(true);
    const preview = (id: string) => `/workspace/${world.spaceId}/directory/${folder}/file/${id}/preview`;
    for (const [name, place] of Object.entries(shown)) {
      await page.goto(preview(files[name as keyof typeof files]));
      await expect(place).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 }).first()).toContainText(
        name === 'note.md' ? /note|سرفصل/ : name,
      );
    }
    // One that is not kept says so, and the page around it stays.
    await page.goto(preview(files['unkept.md']));
    await expect(page.getByRole('alert')).toContainText('به اینترنت وصل نیستید');
    await expect(page.getByText('این صفحه از کار افتاد')).toBeHidden();
  });

  test('a page that is not kept says so instead of waiting', async ({ context, member: page, world }) => {
    await page.goto('/workspace');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto(`/workspace/${world.spaceId}`);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await waitForKept(page, world.spaceId);
    await context.setOffline(true);
    for (const place of ['teammates', 'custom-roles', 'download-link', 'activity', 'exposure']) {
      await page.goto(`/workspace/${world.spaceId}/${place}`);
      await expect(page.getByRole('alert').first()).toContainText('به اینترنت وصل نیستید');
      await expect(page.getByRole('status').filter({ hasText: 'این صفحه در این دستگاه ذخیره نشده است' })).toBeVisible();
    }
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
        await chooseItem(page, say('استفادهٔ آفلاین', 'Make available offline'));
        await expect(page.getByText(say('اکنون آفلاین در دسترس است', 'is now available offline'))).toBeVisible();
        await page.goto(`/workspace/${world.spaceId}/offline`);
        await expect(page.getByRole('listitem').filter({ hasText: 'برنامهٔ سفر' })).toBeVisible();
        await page.goto(address);
        await expect(row).toBeVisible();
        await waitForKept(page, 'برنامهٔ سفر');

        await context.setOffline(true);
        await page.reload();
        await expect(row).toBeVisible();
        await expect(page.getByText(say('آخرین به‌روزرسانی', 'Last updated'))).toBeVisible();

        await page
          .getByRole('link', { name: say('فایل‌های آفلاین', 'Offline files'), exact: true })
          .last()
          .click();
        await page.getByRole('link', { name: 'برنامهٔ سفر.txt' }).click();
        await expect(page.getByText('پایانهٔ جنوب')).toBeVisible();

        await page.goto(`/workspace/${world.spaceId}/directory/${unseen}?view=list`);
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

const refusals = [
  { status: 500, words: 'سرور با مشکلی روبه‌رو شد' },
  { status: 429, words: 'تعداد درخواست‌ها بیش از حد' },
  { status: 403, words: 'درخواست انجام نشد' },
];

for (const { status, words } of refusals) {
  test(`a ${status} is not told as a lost connection`, async ({ member: page, world }) => {
    for (const [list, address] of [
      [/\/storage\/workspaces/, '/workspace'],
      [/-members/, `/workspace/${world.spaceId}/teammates`],
      [/\/directory\//, `/workspace/${world.spaceId}`],
    ] as const) {
      await page.route(list, (route) =>
        route.fulfill({ status, contentType: 'application/json', body: '{"error_code":"refused"}' }),
      );
      await page.goto(address);
      await expect(page.getByRole('alert').filter({ hasText: words }).first()).toBeVisible();
      await letTimePass(page, 500, 'a word about the line would come after the refusal');
      await expect(page.getByText('به اینترنت وصل نیستید')).toHaveCount(0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  });
}
