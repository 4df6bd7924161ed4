import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { owner } from './server';

test.use({ serviceWorkers: 'allow' });

interface Shared {
  files?: readonly (readonly [name: string, content: string])[];
  title?: string;
  text?: string;
  url?: string;
}

/** Posts the form that the system posts when another app shares. */
async function share(page: Page, { files = [], ...fields }: Shared) {
  await page.evaluate(
    ([given, words]) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'POST', action: '/share-target', enctype: 'multipart/form-data' });
      for (const [name, value] of Object.entries(words)) {
        form.append(Object.assign(document.createElement('textarea'), { name, value }));
      }
      const transfer = new DataTransfer();
      for (const [name, content] of given) transfer.items.add(new File([content], name));
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true });
      input.files = transfer.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [files, fields] as const,
  );
}

/** The service worker controls the page. */
async function controlled(page: Page) {
  await page.goto('/trust');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opened = indexedDB.open('anbar-incoming', 1);
        opened.addEventListener('success', () => {
          const all = opened.result.transaction('shares').objectStore('shares').count();
          all.addEventListener('success', () => {
            opened.result.close();
            resolve(all.result);
          });
        });
      }),
  );

test('shared files wait for the sign-in, and go into the chosen folder', async ({ page }) => {
  const name = `عکس ${Date.now()}.txt`;
  await controlled(page);
  await share(page, { files: [[name, 'x']], text: 'https://example.com/a', title: 'نمونه' });
  await page.waitForURL(/\/login\?redirect_to=/);
  await page.getByLabel('ایمیل').fill(owner.email);
  await page.getByLabel('رمز عبور', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'ورود', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'آپلود ۲ فایل' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'فایل‌های رسیده' }).getByRole('listitem')).toContainText([
    name,
    'نمونه.url',
  ]);
  const start = page.getByRole('button', { name: 'آپلود در این پوشه' });
  await expect(start).toBeDisabled();
  await page.getByRole('button', { name: 'درایو من' }).first().click();
  await start.click();
  await expect(page).toHaveURL(/\/my$/);
  await expect(page.locator('[data-index]').filter({ hasText: name })).toBeVisible();
  await expect(page.locator('[data-index]').filter({ hasText: 'نمونه.url' })).toBeVisible();
  await expect.poll(() => kept(page)).toBe(0);
});

test('a cancelled share is deleted, as one that is older than a day', async ({ member: page }) => {
  await controlled(page);
  await share(page, { text: 'سلام' });
  await expect(page.getByText('متن.txt')).toBeVisible();
  await expect.poll(() => kept(page)).toBe(1);
  await page.getByRole('button', { name: 'انصراف' }).click();
  await expect(page).toHaveURL(/\/workspace$/);
  await expect.poll(() => kept(page)).toBe(0);

  await controlled(page);
  await share(page, { text: 'سلام' });
  await expect(page.getByText('متن.txt')).toBeVisible();
  await page.clock.install({ time: Date.now() + 90_000_000 });
  await page.reload();
  await expect(page.getByText('بیش از یک روز')).toBeVisible();
  await expect.poll(() => kept(page)).toBe(0);
});

test('a form that another site posts is refused, and without a worker the server reads none', async ({
  member: page,
  request,
}) => {
  await controlled(page);
  const home = page.url();
  await page.route('http://evil.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" enctype="multipart/form-data" action="${new URL('/share-target', home).href}">
        <input name="text" value="x"></form><script>document.forms[0].submit()</script>`,
    }),
  );
  await page.goto('http://evil.example/').catch(() => undefined);
  await expect(page.getByText('سایت دیگری')).toBeVisible();

  const answer = await request.post('/share-target', { multipart: { text: 'x' }, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  expect(answer.headers().location).toBe('/share-target?problem=lost');
});

test('the manifest speaks the language of the page', async ({ member: page, request }) => {
  for (const [lang, name, dir] of [
    ['fa-ir', 'انبار', 'rtl'],
    ['en-us', 'Anbar', 'ltr'],
  ] as const) {
    await page.goto('/trust');
    await page.evaluate((chosen) => localStorage.setItem('lang', chosen), lang);
    await page.reload();
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const answer = await request.get(href ?? '');
    expect(answer.headers()['content-type']).toContain('application/manifest+json');
    const manifest = await answer.json();
    expect(manifest).toMatchObject({ id: '/', name, dir, background_color: '#f3f6f6' });
    for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
      expect((await request.get(src)).ok(), src).toBe(true);
    }
    for (const { url } of manifest.shortcuts) {
      await page.goto(url);
      await expect(page).toHaveURL(/\/workspace\/[^/]+(\/my|\/search)?$|\/share-target$/);
      await expect(page.getByRole('heading').first()).toBeVisible();
    }
  }
});

test('a touch screen can take a photo for the shown folder', { tag: '@phone' }, async ({ member: page, world }) => {
  const photo = page.getByRole('menuitem', { name: 'عکس گرفتن' });
  await page.goto(`/workspace/${world.spaceId}`);
  await page.getByRole('button', { name: 'جدید', exact: true }).first().click();
  if (!(await page.evaluate(() => matchMedia('(pointer: coarse)').matches))) {
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await expect(photo).toBeHidden();
    return;
  }
  const asked = page.waitForEvent('filechooser');
  await photo.click();
  const chooser = await asked;
  expect(await chooser.element().getAttribute('capture')).toBe('environment');
  await chooser.setFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(`${Date.now()}`) });
  await expect(page.getByText(/^\d{4}-\d\d-\d\d .*\.jpg$/).first()).toBeVisible();
});
