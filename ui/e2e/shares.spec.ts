import type { Locator, Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { expectAccessible } from './looks';
import { openDialog, withoutClipboard } from './sharing';

const words = {
  fa: {
    share: /^اشتراک‌گذاری/,
    settings: 'تنظیمات',
    make: 'ساختن و کپی لینک',
    made: 'لینک ساخته و کپی شد',
    copyLink: 'کپی لینک',
    close: 'بستن',
    title: 'عنوان',
    password: 'با رمز عبور',
    passwordText: 'رمز عبور',
    address: 'نشانی',
    copy: 'کپی نشانی',
    copied: 'کپی شد',
    download: 'دانلود',
    downloadAll: 'دانلود همه',
    view: 'پیش‌نمایش',
    next: 'ادامه',
    linkPassword: 'رمز عبور لینک',
    wrong: 'رمز عبور لینک درست نیست.',
    emails: 'فقط برای این ایمیل‌ها',
    invalid: 'نشانی ایمیل معتبری نیست',
    twice: 'قبلاً اضافه شده است',
    yourEmail: 'ایمیل شما',
    code: 'کد شش‌رقمی',
    again: /ارسال دوباره تا/,
    options: 'گزینه‌های بیشتر',
    limited: 'سقف دانلود',
    limit: 'تعداد دانلود',
    viewOnly: 'فقط مشاهده',
    spent: 'این لینک به سقف دانلود رسیده است',
    deleted: 'این لینک حذف شده است',
    unknown: 'این لینک وجود ندارد',
    expired: 'این لینک منقضی شده است',
    openings: 'بازدیدها',
    finished: 'دانلود کامل شد',
    remove: 'حذف',
    removeYes: 'حذف لینک',
    edit: 'ویرایش',
    save: 'ذخیره',
    never: 'بدون انقضا',
  },
  en: {
    share: /^Share/,
    title: 'Title',
    password: 'Password',
    passwordText: 'Link password',
    settings: 'Settings',
    make: 'Create and copy link',
    made: 'Link created and copied',
    copyLink: 'Copy link',
    address: 'Address',
    close: 'Close',
    copy: 'Copy address',
    copied: 'Copied',
    download: 'Download',
    downloadAll: 'Download all',
    view: 'Preview',
    next: 'Continue',
    linkPassword: 'Password for this link',
    wrong: 'The link’s password is incorrect.',
    emails: 'Only for these email addresses',
    invalid: 'isn’t a valid email address',
    twice: 'is already on the list',
    yourEmail: 'Your email',
    code: 'Six-digit code',
    again: /Send again in/,
    options: 'More options',
    limited: 'Limit downloads',
    limit: 'Number of downloads',
    viewOnly: 'View only',
    spent: 'This link can’t be used anymore',
    deleted: 'This link has been deleted',
    unknown: 'Link not found',
    expired: 'This link has expired',
    openings: 'Who opened it',
    finished: 'Download finished',
    remove: 'Delete',
    removeYes: 'Delete link',
    edit: 'Edit',
    save: 'Save',
    never: 'Never',
  },
} as const;

let made = 0;

async function playground(world: World) {
  const drive = await Drive.of(world.server, world.spaceId);
  const id = await drive.folder(`پیوندها ${Date.now()}-${made++}`);
  const folder = await drive.folder('مدارک', id);
  await drive.file('درون پوشه.txt', 'inside', folder);
  const file = await drive.file('گزارش (نهایی).txt', 'سلام از انبار', id);
  return { id, file, folder, drive };
}

/** A link that the server made, as the calls of the page would. */
async function link(world: World, { id, file }: { id: string; file: string }, body: object) {
  const { access } = await world.server.session();
  const route = `download/space/${world.spaceId}/directory/${id}/file/${file}/temporary-link`;
  const { url, download_id } = await world.server.call<{ url: string; download_id: string }>(
    'POST',
    route,
    { title: 'لینک آزمایشی', ...body },
    access,
  );
  return { path: new URL(url).pathname, id: download_id };
}

/** A visitor without an account. */
async function stranger(page: Page, lang: 'fa' | 'en') {
  const context = await page
    .context()
    .browser()!
    .newContext({
      baseURL: new URL(page.url()).origin,
      viewport: page.viewportSize(),
      ...((page.viewportSize()?.width ?? 0) < 640 && { isMobile: true, hasTouch: true }),
      serviceWorkers: 'block',
      acceptDownloads: true,
    });
  const other = await context.newPage();
  await prefer(other, lang);
  return other;
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
    `a link with a password is made, opened and taken back (${lang})`,
    { tag: `@${lang}` },
    async ({ member: page, world }) => {
      const title = `برای مشتری ${lang}`;
      await prefer(page, lang);
      const place = await playground(world);
      await withoutClipboard(page);
      await openDialog(page, world, place.id, 'گزارش', w.share);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: w.settings }).click();
      await expect(dialog.getByLabel(w.title, { exact: true })).toHaveValue('گزارش (نهایی).txt');
      await dialog.getByLabel(w.title, { exact: true }).fill('');
      await dialog.getByRole('button', { name: w.make }).click();
      await expect(dialog.locator('[aria-invalid=true]')).toBeVisible();
      await dialog.getByLabel(w.title, { exact: true }).fill(title);
      await dialog.getByRole('switch', { name: w.password }).click();
      await dialog.getByLabel(w.passwordText, { exact: true }).fill('Sesame-99');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: w.make }).click();
      // Copied the moment it is made.
      await expect(page.getByText(w.made)).toBeVisible();
      const address = dialog.getByLabel(w.address, { exact: true });
      await expect(address).toHaveValue(/\/download\//);
      const url = new URL(await address.inputValue());
      await expect(page.locator('body')).toHaveAttribute('data-copy', url.href);
      await expect(dialog.getByLabel(w.passwordText, { exact: true })).toHaveValue('Sesame-99');
      await expectAccessible(page);
      await page.evaluate(() => delete document.body.dataset['copy']);
      await dialog.getByRole('button', { name: w.copyLink }).click();
      await expect(page.locator('body')).toHaveAttribute('data-copy', url.href);
      await page.evaluate(() => delete document.body.dataset['copy']);
      await dialog.getByRole('button', { name: w.copy, exact: true }).click();
      await expect(page.locator('body')).toHaveAttribute('data-copy', url.href);
      await expect(dialog.getByRole('button', { name: w.copied, exact: true })).toBeFocused();

      const visitor = await stranger(page, lang);
      await visitor.goto(url.pathname);
      // Until the password is given, the content and even the name of the file are hidden.
      await expect(visitor.getByRole('heading', { name: title })).toBeVisible();
      await expect(visitor.getByText('گزارش (نهایی).txt')).toHaveCount(0);
      expect(await visitor.title()).not.toContain('گزارش');
      await expectAccessible(visitor);
      await visitor.getByLabel(w.linkPassword, { exact: true }).fill('nope');
      await visitor.getByRole('button', { name: w.next }).click();
      await expect(visitor.getByText(w.wrong)).toBeVisible();
      await visitor.getByLabel(w.linkPassword, { exact: true }).fill('Sesame-99');
      await visitor.getByRole('button', { name: w.next }).click();
      // A file that has a preview shows it, beside the download button.
      await expect(visitor.getByText('سلام از انبار')).toBeVisible();
      const download = visitor.waitForEvent('download');
      await visitor.getByRole('button', { name: w.download, exact: true }).click();
      expect((await download).suggestedFilename()).toBe('گزارش (نهایی).txt');
      // A reload is no second opening.
      await visitor.reload();
      await expect(visitor.getByRole('button', { name: w.download, exact: true })).toBeVisible();

      await dialog.getByRole('button', { name: w.close, exact: true }).last().click();
      await page.goto(`/workspace/${world.spaceId}/download-link`);
      const row = page.locator('[data-link]').filter({ hasText: title });
      await expect(row).toBeVisible();
      await expectAccessible(page);
      await act(page, row, w.openings);
      await expect(page.getByRole('dialog').getByText(w.finished)).toBeVisible();
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await act(page, row, w.edit);
      await page.getByRole('dialog').getByText(w.never, { exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: w.save }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await act(page, row, w.remove);
      await page.getByRole('dialog').getByRole('button', { name: w.removeYes }).click();
      await expect(row).toBeHidden();
      await visitor.evaluate(() => sessionStorage.clear());
      await visitor.reload();
      await expect(visitor.getByRole('heading', { name: w.deleted })).toBeVisible();
      await expectAccessible(visitor);
      await visitor.context().close();
    },
  );

  test(
    `an address on the list is confirmed by a code (${lang})`,
    { tag: `@${lang}` },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const place = await playground(world);
      const email = `maryam${Date.now()}@example.com`;
      await openDialog(page, world, place.id, 'مدارک', w.share);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: w.settings }).click();
      const field = dialog.getByLabel(w.emails);
      await field.fill('no-address');
      await field.press('Enter');
      await expect(dialog.getByText(w.invalid)).toBeVisible();
      await field.fill(email);
      await field.press('Enter');
      await field.fill(email.toUpperCase());
      await field.press('Enter');
      await expect(dialog.getByText(w.twice)).toBeVisible();
      await field.fill('');
      await dialog.getByRole('button', { name: w.make }).click();
      const url = new URL(await dialog.getByLabel(w.address, { exact: true }).inputValue());

      const visitor = await stranger(page, lang);
      await visitor.goto(url.pathname);
      await visitor.getByLabel(w.yourEmail).fill(email);
      await visitor.getByRole('button', { name: w.next }).click();
      const code = visitor.getByLabel(w.code);
      await expect(code).toBeFocused();
      await expect(visitor.getByRole('timer')).toHaveText(w.again);
      await expectAccessible(visitor);
      const right = await world.server.code(email);
      // The last digit sends them.
      await code.fill(right === '000000' ? '111111' : '000000');
      await expect(visitor.locator('[aria-invalid=true]')).toHaveCount(1);
      await code.fill(right);
      const download = visitor.waitForEvent('download');
      await visitor.getByRole('button', { name: w.downloadAll }).click();
      expect((await download).suggestedFilename()).toBe('مدارک.zip');
      await visitor.context().close();
    },
  );

  test(`a link has an end, and says which (${lang})`, { tag: `@${lang}` }, async ({ member: page, world }) => {
    await prefer(page, lang);
    const place = await playground(world);
    await page.goto('/workspace');
    const once = await link(world, place, { count_limit: 1, view_only: true });
    const visitor = await stranger(page, lang);
    await visitor.goto(once.path);
    await expect(visitor.getByRole('button', { name: w.download, exact: true })).toBeHidden();
    await visitor.getByRole('button', { name: w.view, exact: true }).click();
    await expect(visitor.getByText('سلام از انبار')).toBeVisible();
    const second = await stranger(page, lang);
    await second.goto(once.path);
    await expect(second.getByRole('heading', { name: w.spent })).toBeVisible();
    const short = await link(world, place, { duration: { value: 1, unit: 'second' } });
    await expect(async () => {
      await second.goto(short.path);
      await expect(second.getByRole('heading', { name: w.expired })).toBeVisible({ timeout: 500 });
    }).toPass();
    await second.goto('/download/nothing-of-that-name');
    await expect(second.getByRole('heading', { name: w.unknown })).toBeVisible();
    await expectAccessible(second);
    expect(await second.title()).not.toContain('گزارش');
    await visitor.context().close();
    await second.context().close();
  });
}
