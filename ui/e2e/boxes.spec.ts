import type { Locator, Page } from '@playwright/test';
import { blake3 } from 'hash-wasm';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { expectAccessible, large } from './looks';
import { chooseItem } from './menus';

const words = {
  fa: {
    box: /^صندوق آپلود/,
    make: 'ساختن صندوق',
    code: 'کد آپلود',
    done: 'پایان',
    next: 'ادامه',
    codeWrong: 'کد آپلود درست نیست.',
    codeNeeded: 'کد آپلود را وارد کنید.',
    name: /^نام شما/,
    nameNeeded: 'نام خود را وارد کنید.',
    password: 'رمز عبور لینک',
    wrong: 'رمز عبور لینک درست نیست.',
    email: 'ایمیل شما',
    emailCode: 'کد شش‌رقمی',
    choose: 'انتخاب فایل',
    refused: /فایل فرستاده نشد/,
    received: /فایل رسید/,
    files: 'فایل‌های رسیده',
    mark: 'صندوق آپلود دارد',
    options: 'گزینه‌های بیشتر',
    image: 'تصویر',
    remove: 'حذف',
    removeYes: 'حذف صندوق',
    deleted: 'این لینک حذف شده است',
    pause: 'توقف همه',
    again: /^انتخاب دوبارهٔ/,
    resume: 'ادامهٔ همه',
    allDone: /فایل آپلود شد/,
  },
  en: {
    box: /^Upload box/,
    make: 'Create box',
    code: 'Upload code',
    done: 'Done',
    next: 'Continue',
    codeWrong: /code/,
    codeNeeded: 'Enter the upload code.',
    name: /^Your name/,
    nameNeeded: 'Enter your name.',
    password: 'Password for this link',
    wrong: 'The link’s password is incorrect.',
    email: 'Your email',
    emailCode: 'Six-digit code',
    choose: 'Choose files',
    refused: /sent$/,
    received: /received$/,
    files: 'Received files',
    mark: 'Has an upload box',
    options: 'More options',
    image: 'Images',
    remove: 'Delete',
    removeYes: 'Delete box',
    deleted: 'This link has been deleted',
    pause: 'Pause all',
    again: /^Select .* again$/,
    resume: 'Resume all',
    allDone: /files? uploaded/,
  },
} as const;

let made = 0;

async function playground(world: World) {
  const drive = await Drive.of(world.server, world.spaceId);
  const id = await drive.folder(`صندوق‌ها ${Date.now()}-${made++}`);
  const folder = await drive.folder('مدارک استخدام', id);
  await drive.file('چیزی که دیگران نمی‌بینند.txt', 'secret', folder);
  return { id, folder };
}

async function box(world: World, directory: string, body: object) {
  const { access } = await world.server.session();
  const route = `upload/space/${world.spaceId}/directory/${directory}/box-link`;
  return world.server.call<{ upload_id: string; url: string }>(
    'POST',
    route,
    { title: 'صندوق آزمایشی', duration: { value: 1, unit: 'day' }, ...body },
    access,
  );
}

async function stranger(page: Page, lang: 'fa' | 'en') {
  const context = await page
    .context()
    .browser()!
    .newContext({
      baseURL: new URL(page.url()).origin,
      viewport: page.viewportSize(),
      ...((page.viewportSize()?.width ?? 0) < 640 && { isMobile: true, hasTouch: true }),
      serviceWorkers: 'block',
    });
  const other = await context.newPage();
  await prefer(other, lang);
  return other;
}

type Upload = { name: string; mimeType: string; buffer: Buffer };

async function choose(page: Page, button: string, files: Upload[] | string) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(files);
}

/** Chooses in the menu of a row; on a phone that is a sheet, which goes before the dialog comes. */
async function act(page: Page, row: Locator, action: RegExp | string) {
  await row.locator('button[aria-haspopup]').click();
  await page.getByRole('menuitem', { name: action }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
}

for (const lang of ['fa', 'en'] as const) {
  const w = words[lang];

  test(
    `a box takes what a stranger brings, and gives receipts (${lang})`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const { id } = await playground(world);
      await page.goto(`/workspace/${world.spaceId}/directory/${id}?view=list`);
      const folder = page.locator('[data-index]').filter({ hasText: 'مدارک' });
      await folder.locator('[data-part=more]').click();
      await chooseItem(page, w.box);
      await expect(page.getByRole('dialog')).toHaveCount(1);
      const dialog = page.getByRole('dialog');
      await dialog.locator('summary').click();
      await dialog.getByRole('checkbox', { name: w.image }).click();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: w.make }).click();
      const code = await dialog.getByLabel(w.code, { exact: true }).inputValue();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: w.done }).click();
      await expect(folder.getByRole('img', { name: w.mark })).toBeVisible();

      const visitor = await stranger(page, lang);
      await visitor.goto('/u');
      await visitor.getByRole('button', { name: w.next }).click();
      await expect(visitor.getByText(w.codeNeeded)).toBeVisible();
      await visitor.getByLabel(w.code).fill('wrong-code');
      await visitor.getByRole('button', { name: w.next }).click();
      await expect(visitor.getByRole('alert')).toContainText(w.codeWrong);
      await expectAccessible(visitor);
      await visitor.getByLabel(w.code).fill(code);
      await visitor.getByRole('button', { name: w.next }).click();
      await expect(visitor.getByRole('heading', { name: 'مدارک استخدام' })).toBeVisible();
      await expectAccessible(visitor);
      await visitor.getByLabel(w.name).fill('نیلوفر کریمی');
      await visitor.getByRole('button', { name: w.next }).click();
      const png = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      );
      await choose(visitor, w.choose, [
        { name: 'عکس پرسنلی.png', mimeType: 'image/png', buffer: png },
        { name: 'virus.exe', mimeType: '', buffer: Buffer.from('MZ') },
      ]);
      await expect(visitor.locator('[data-refused]')).toContainText('virus.exe');
      const receipts = visitor.locator('[data-receipts]');
      await expect(receipts).toContainText('عکس پرسنلی.png');
      await expect(receipts).toContainText(await blake3(png));
      await expect(receipts).not.toContainText('virus');
      await expect(visitor.locator('body')).not.toContainText('چیزی که دیگران');
      await expectAccessible(visitor);
      // The visit outlives a reload.
      await visitor.reload();
      await expect(receipts).toContainText('عکس پرسنلی.png');

      await page.goto(`/workspace/${world.spaceId}/uploadbox-link`);
      const row = page.locator(`[data-box="${code}"]`);
      await expectAccessible(page);
      await act(page, row, w.files);
      await expect(page.getByRole('dialog')).toContainText('عکس پرسنلی.png');
      await expect(page.getByRole('dialog')).toContainText('نیلوفر کریمی');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await act(page, row, w.remove);
      await page.getByRole('dialog').getByRole('button', { name: w.removeYes }).click();
      await expect(row).toBeHidden();
      await visitor.evaluate(() => sessionStorage.clear());
      await visitor.reload();
      await expect(visitor.getByRole('heading', { name: w.deleted })).toBeVisible();
      await visitor.context().close();
    },
  );

  test(
    `an upload of a visitor is paused, lost by a reload and goes on (${lang})`,
    { tag: `@${lang}` },
    async ({ member: page, world }) => {
      const { folder } = await playground(world);
      const { upload_id: code } = await box(world, folder, {});
      await page.goto('/workspace');
      const visitor = await stranger(page, lang);
      await visitor.goto(`/u/${code}`);
      await visitor.getByRole('button', { name: w.next }).click();
      // Contents that the server does not know: those it knows need no second part.
      const big = await large('ویدیو.mp4', 12 * 1024 * 1024, `${lang} ${Date.now()}`);
      let held = 0;
      await visitor.route('**/api/upload/parts*', async (route) => {
        // The second part never comes through until the page is loaded anew.
        if (new URL(route.request().url()).searchParams.get('chunk_number') === '1' && held++ >= 0) return;
        await route.continue();
      });
      await choose(visitor, w.choose, big);
      await expect.poll(() => held).toBeGreaterThan(0);
      await visitor.getByRole('button', { name: w.pause }).click();
      await expect(visitor.locator('[data-upload=PAUSE]')).toBeVisible();
      await visitor.unroute('**/api/upload/parts*');
      await visitor.reload();
      await expect(visitor.locator('[data-upload=PAUSE]')).toBeVisible();
      await choose(visitor, w.choose, big);
      await expect(visitor.locator('[data-receipts]')).toContainText('ویدیو.mp4');
      await expect(visitor.locator('[data-tray]')).toContainText(w.allDone);
      await visitor.context().close();
    },
  );

  test(
    `a box with a door: name, password, address and limits (${lang})`,
    { tag: `@${lang}` },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const { folder } = await playground(world);
      const email = `studio${Date.now()}@example.com`;
      const rules = { password: 'Sesame-99', emails: [email], per_visitor: true, max_file_size: 2 ** 20 };
      const { upload_id: code } = await box(world, folder, rules);
      await page.goto('/workspace');
      const visitor = await stranger(page, lang);
      await visitor.goto(`/u/${code}`);
      await visitor.getByLabel(w.email).fill(email);
      await visitor.getByLabel(w.password, { exact: true }).fill('nope');
      await visitor.getByRole('button', { name: w.next }).click();
      await expect(visitor.getByText(w.nameNeeded)).toBeVisible();
      await visitor.getByLabel(w.name).fill('استودیو نور');
      await visitor.getByRole('button', { name: w.next }).click();
      await expect(visitor.getByText(w.wrong)).toBeVisible();
      await visitor.getByLabel(w.password, { exact: true }).fill('Sesame-99');
      await visitor.getByRole('button', { name: w.next }).click();
      await visitor.getByLabel(w.emailCode).fill(await world.server.code(email));
      await choose(visitor, w.choose, [
        { name: 'بزرگ.bin', mimeType: '', buffer: Buffer.alloc(2 ** 20 + 1) },
        { name: 'کوچک.txt', mimeType: 'text/plain', buffer: Buffer.from('سلام') },
        { name: 'تهی.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
      ]);
      await expect(visitor.locator('[data-refused]')).toContainText('بزرگ.bin');
      await expect(visitor.locator('[data-receipts]')).toContainText('کوچک.txt');
      await expect(visitor.locator('[data-receipts]')).toContainText('تهی.txt');
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list`);
      await expect(page.locator('[data-index]').filter({ hasText: 'استودیو نور' })).toBeVisible();
      await visitor.context().close();
    },
  );
}
