import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { FakeS3, s3Keys } from './fake-s3';
import { expect, prefer, signIn, test as base, type World } from './fixtures';
import { Server } from './server';
import { zipOf } from './zips';
import { chooseItem } from './menus';

/** `desk`: an appliance of its own, whose imports may reach this machine, and a service with a bucket. */
const test = base.extend<{ desk: World; s3: FakeS3; desktop: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  desk: async ({}, use) => {
    const server = await Server.start();
    const { space_id: spaceId, ...tokens } = await server.setUp('شرکت پارس‌نگار');
    await server.call('PUT', 'admin/settings/imports', { own_network: true }, tokens.access);
    await use({ server, spaceId, tokens });
    await server.stop();
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  s3: async ({}, use) => {
    const s3 = await FakeS3.start('arya-backup');
    await use(s3);
    s3.stop();
  },
  baseURL: async ({ desk }, use) => use(desk.server.url),
  desktop: async ({ page, desk }, use) => {
    await signIn(page, desk.tokens);
    await use(page);
  },
});

const words = {
  fa: {
    new: 'جدید',
    import: 'وارد کردن…',
    bucket: /^باکت فضای ابری/,
    endpoint: 'نشانی سرویس (Endpoint)',
    access: 'کلید دسترسی (Access key)',
    secret: 'کلید محرمانه (Secret key)',
    next: 'ادامه',
    begin: 'شروع وارد کردن',
    folder: 'در یک پوشهٔ جدید',
    denied: 'مبدأ کلیدها یا رمز عبور را نپذیرفت.',
    some: 'هر ۷ مورد بررسی شد؛ ۶ مورد این‌جاست',
    retry: 'تلاش دوباره برای ۱ مورد',
    all: 'هر ۷ مورد این‌جاست',
    renamed: '۱ مورد نام دیگری گرفت',
    view: 'دیدن',
    show: 'نمایش پوشه',
    spent: 'برای این فضای کاری انجام شده است.',
    report: 'دانلود گزارش',
    list: 'فایل‌هایی که وارد می‌شوند',
    pause: /^توقف/,
    resume: 'ادامه',
    paused: /متوقف شده است/,
    cancel: 'لغو…',
    trash: /^به سطل بازیافت بروند/,
    cancelGo: 'لغو وارد کردن',
    canceled: 'لغو شد',
    nothing: 'در این فضای کاری اجازهٔ افزودن فایل ندارید.',
  },
  en: {
    new: 'New',
    import: 'Import…',
    bucket: /^Cloud storage bucket/,
    endpoint: 'Endpoint',
    access: 'Access key',
    secret: 'Secret key',
    next: 'Continue',
    begin: 'Start import',
    folder: 'Into a new folder',
    denied: 'The source refused the keys or the password.',
    some: 'All 7 items accounted for; 6 are here',
    retry: 'Retry 1 item',
    all: 'All 7 items are here',
    renamed: '1 item got another name',
    view: 'View',
    show: 'Show folder',
    spent: 'Already done for this workspace.',
    report: 'Download report',
    list: 'Imports',
    pause: /^Pause/,
    resume: 'Resume',
    paused: /continues where it stopped/,
    cancel: 'Cancel…',
    trash: /^Move them to the trash/,
    cancelGo: 'Cancel import',
    canceled: 'Canceled',
    nothing: 'You don’t have permission to add files to this workspace.',
  },
} as const;
type Words = (typeof words)['fa' | 'en'];

/** The steps of a bucket, up to its page. */
async function importBucket(page: Page, url: string, w: Words, secret: string = s3Keys.secret_key) {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: w.endpoint }).fill(url);
  await dialog.getByRole('textbox', { name: w.access }).fill(s3Keys.access_key);
  await dialog.getByLabel(w.secret).fill(secret);
  await dialog.getByRole('button', { name: w.next }).click();
  await dialog.getByRole('radio', { name: 'arya-backup' }).check();
  await dialog.getByRole('button', { name: w.next }).click();
  await expect(dialog.getByRole('textbox', { name: w.folder })).toHaveValue('arya-backup');
  await dialog.getByRole('button', { name: w.begin }).click();
  await expect(page).toHaveURL(/\/imports\/[^/?]+$/);
}

for (const lang of ['fa', 'en'] as const) {
  const w = words[lang];
  test(`a bucket is imported, and the report accounts for each key @${lang} @phone`, async ({
    desktop: page,
    desk,
    s3,
  }) => {
    s3.put('قراردادها/پیوست فنی.txt', 'پیوست');
    s3.put('قراردادها/صورت‌جلسه.txt', 'صورت‌جلسه');
    s3.put('Photos/2026/IMG_1.txt', 'x'.repeat(70_000));
    s3.put('a//b.txt', 'b');
    s3.put('empty.txt', '');
    s3.put('old.zip', 'damaged');
    s3.put('readme.txt', 'Hello');
    s3.broken.add('old.zip');
    await prefer(page, lang);
    await page.goto(`/workspace/${desk.spaceId}`);
    await page.getByRole('button', { name: w.new, exact: true }).first().click();
    await page.getByRole('menuitem', { name: w.import }).click();
    await page.getByRole('button', { name: w.bucket }).click();

    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: w.endpoint }).fill(s3.url);
    await dialog.getByRole('textbox', { name: w.access }).fill('SOMEBODY');
    await dialog.getByLabel(w.secret).fill('x');
    await dialog.getByRole('button', { name: w.next }).click();
    await expect(dialog.getByText(w.denied)).toBeVisible();
    await importBucket(page, s3.url, w);

    await expect(page.getByRole('heading', { name: w.some })).toBeVisible();
    await expect(page.getByText('old.zip')).toBeVisible();
    await expect(page.getByText(w.renamed)).toBeVisible();
    s3.broken.clear();
    await page.getByRole('button', { name: w.retry }).click();
    await expect(page.getByRole('heading', { name: w.all })).toBeVisible();

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: w.report }).click();
    const stream = await (await saved).createReadStream();
    let report = '';
    for await (const chunk of stream) report += String(chunk);
    const keys = report
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { key: string }).key);
    expect(keys.toSorted()).toEqual([...s3.objects.keys()].toSorted());

    await page.getByRole('link', { name: w.show }).click();
    await expect(page.getByText('readme.txt')).toBeVisible();
    await expect(page.getByText('قراردادها')).toBeVisible();
    await page.goto(`/workspace/${desk.spaceId}/imports`);
    await expect(page.getByText(w.spent)).toBeVisible();
    await expect(page.getByRole('button', { name: w.bucket })).toBeDisabled();
  });

  test(`an import shows in the tray, pauses, goes on, and is canceled with what came @${lang} @phone`, async ({
    desktop: page,
    desk,
    s3,
  }) => {
    for (let n = 0; n < 60; n++) s3.put(`raw/${n}.bin`, 'x'.repeat(300_000));
    s3.delay = 1500;
    await prefer(page, lang);
    await page.goto(`/workspace/${desk.spaceId}/imports?from=bucket`);
    await importBucket(page, s3.url, w);
    await expect(page.getByRole('progressbar')).toBeVisible();
    await page.goto(`/workspace/${desk.spaceId}`);
    const tray = page.getByRole('region', { name: w.list });
    await expect(tray.getByRole('link')).toHaveCount(1);
    await tray.getByRole('button', { name: w.pause }).click();
    await expect(tray.getByText(w.paused)).toBeVisible();
    await tray.getByRole('link').click();
    await expect(page.getByRole('main').getByText(w.paused)).toBeVisible();
    await page.getByRole('button', { name: w.resume, exact: true }).click();
    await expect(page.getByRole('button', { name: w.pause })).toBeVisible();
    await expect(page.getByText(/^[1-9۱-۹][\d۰-۹]* (از|of) /).first()).toBeVisible();
    await page.getByRole('button', { name: w.cancel }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: w.trash }).check();
    await dialog.getByRole('button', { name: w.cancelGo }).click();
    await expect(dialog).toHaveCount(0);
    await page.goto(`/workspace/${desk.spaceId}/imports`);
    await expect(page.locator('[data-import=cancelled]').getByText(w.canceled)).toBeVisible();
    await page.goto(`/workspace/${desk.spaceId}/trash`);
    await expect(page.getByText('arya-backup').first()).toBeVisible();
  });
}

base('the owner downloads everything, with a manifest @fa', async ({ member: page, world }) => {
  const drive = await Drive.of(world.server, world.spaceId);
  const name = `سند ${Date.now()}.txt`;
  await drive.file(name, 'everything', await drive.folder(`all ${Date.now()}`));
  await page.goto(`/workspace/${world.spaceId}/settings`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'دانلود همه', exact: true }).click();
  const saved = await download;
  // Contents are stored as they are, so that the lines can be read in the archive.
  const archive = await readFile(await saved.path(), 'utf8');
  const line = archive.match(new RegExp(`\\{"space_id"[^\n]*${name}[^\n]*`))?.[0];
  expect(saved.suggestedFilename()).toMatch(/\.zip$/);
  expect(JSON.parse(line ?? '{}')).toMatchObject({ size: 10, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(archive).toContain('manifest.jsonl');
});

for (const lang of ['fa', 'en'] as const) {
  const fa = lang === 'fa';
  base(
    `an archive is extracted beside it, and one is made of folders @${lang} @phone`,
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const drive = await Drive.of(world.server, world.spaceId);
      const stamp = `${lang} ${Date.now()}`;
      const here = await drive.folder(`archives ${stamp}`);
      // The name is in Persian Windows, as old programs write it.
      const persian = Uint8Array.from([0xe4, 0xc7, 0xe3, 0xe5, 0x2e, 0x74, 0x78, 0x74]);
      const zip = zipOf([
        { name: persian, content: 'سلام' },
        { name: 'photos/a.txt', content: 'a'.repeat(5000), deflated: true },
        { name: '../outside.txt', content: 'x' },
      ]);
      await drive.file('old.zip', zip, here);
      await page.goto(`/workspace/${world.spaceId}/directory/${here}`);
      const menu = async (name: string, item: string) => {
        await page
          .getByRole('button', { name: new RegExp(`^${fa ? 'گزینه‌های' : 'Actions for'} .?${name}.?$`) })
          .click();
        await chooseItem(page, item);
      };
      await menu('old.zip', fa ? 'استخراج در همین‌جا' : 'Extract here');
      await page.getByRole('button', { name: fa ? 'نمایش' : 'Show', exact: true }).click();
      await expect(
        page.getByText(fa ? 'مسیر این فایل از فایل فشرده بیرون می‌زند.' : 'leads out of the archive'),
      ).toBeVisible();
      await page.getByRole('link', { name: fa ? 'نمایش پوشه' : 'Show folder' }).click();
      await expect(page.getByText('نامه.txt')).toBeVisible();
      await expect(page.getByText('outside.txt')).toHaveCount(0);

      await page.goto(`/workspace/${world.spaceId}/directory/${here}`);
      await menu('old', fa ? 'فشرده‌سازی' : 'Compress');
      await expect(page.getByText(fa ? 'فایل فشرده ایجاد شد' : 'Zip file created')).toBeVisible();
      await expect(page.getByText(/old \(2\)\.zip/)).toBeVisible();
    },
  );
}
