import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { expectAccessible } from './looks';
import { chooseItem } from './menus';

const entry = (page: Page, name: string) => page.locator('[data-index]').filter({ hasText: name });
const toast = (page: Page, text: string | RegExp) =>
  page.locator('section[aria-live]').locator('div').filter({ hasText: text }).first();

let made = 0;

/** A folder of its own for each test, with two folders in it. */
async function playground(world: World, names: readonly string[] = []) {
  const drive = await Drive.of(world.server, world.spaceId);
  const id = await drive.folder(`زمین بازی ${Date.now()}-${made++}`);
  const from = await drive.folder('مبدأ', id);
  const to = await drive.folder('مقصد', id);
  if (names.length > 0) await drive.crowd(names, id);
  const url = (directory: string) => `/workspace/${world.spaceId}/directory/${directory}?view=list&sort=name:1`;
  return { drive, id, from, to, url };
}

/** Opens the menu of an entry and chooses in it, with a finger or a mouse. */
async function choose(page: Page, name: string, action: string | RegExp) {
  await entry(page, name).locator('[data-part=more]').click();
  await chooseItem(page, action);
}

const words = {
  fa: {
    rename: /^تغییر نام/,
    renameButton: 'تغییر نام',
    newName: 'نام جدید',
    cut: /^برش/,
    copy: /^کپی( ?Ctrl\+C)?$/,
    pasteHere: 'چسباندن این‌جا',
    remove: /^حذف/,
    undo: 'واگرد',
    undone: 'واگرد شد',
    restore: /^بازگرداندن/,
    purge: /^حذف برای همیشه/,
    empty: 'خالی کردن سطل',
    emptied: 'سطل بازیافت خالی است',
    favor: /^نشان کردن/,
    unfavor: /^حذف از نشان‌شده‌ها/,
    moveTo: /^انتقال به/,
    moveHere: 'انتقال به این‌جا',
    both: 'نگه داشتن هر دو',
    version: 'ذخیره به‌عنوان نسخهٔ جدید',
    copyGo: 'کپی',
    versions: /^نسخه‌ها/,
    makeCurrent: 'بازگرداندن این نسخه',
    versionActions: 'گزینه‌های نسخهٔ ۱',
    share: /^اشتراک‌گذاری/,
    anyone: /باز برای همه/,
    taken: 'این نام قبلاً استفاده شده است',
  },
  en: {
    rename: /^Rename/,
    renameButton: 'Rename',
    newName: 'New name',
    cut: /^Cut/,
    copy: /^Copy( ?Ctrl\+C)?$/,
    pasteHere: 'Paste here',
    remove: /^Delete/,
    undo: 'Undo',
    undone: 'Undone',
    restore: /^Restore/,
    purge: /^Delete forever/,
    empty: 'Empty trash',
    emptied: 'The trash is empty',
    favor: /^Add to favorites/,
    unfavor: /^Remove from favorites/,
    moveTo: /^Move to/,
    moveHere: 'Move here',
    both: 'Keep both',
    version: 'Save as a new version',
    copyGo: 'Copy',
    versions: /^Versions/,
    makeCurrent: 'Restore this version',
    versionActions: 'Actions for version 1',
    share: /^Share/,
    anyone: /^Open to everyone/,
    taken: 'already taken',
  },
} as const;

for (const lang of ['fa', 'en'] as const) {
  const w = words[lang];
  test.describe(lang, { tag: `@${lang}` }, () => {
    test.beforeEach(async ({ member }) => prefer(member, lang));

    test('a file gets another name, and the old one back', async ({ member: page, world, isMobile }) => {
      const { url, id } = await playground(world, ['گزارش.txt', 'taken.txt']);
      await page.goto(url(id));
      const rename = async (to: string) => {
        if (isMobile) {
          await choose(page, 'گزارش.txt', w.rename);
          const name = page.getByRole('dialog').getByLabel(w.newName);
          // The dialog selects the name without its extension when it takes the focus.
          await expect(name).toBeFocused();
          await name.fill(to);
          await page.getByRole('dialog').getByRole('button', { name: w.renameButton }).click();
        } else {
          await entry(page, 'گزارش.txt').click();
          await page.keyboard.press('F2');
          await page.getByLabel(w.newName).fill(to);
          await page.keyboard.press('Enter');
        }
      };
      await rename('taken.txt');
      // The refused name stays in the field, with the reason below.
      const field = page.getByLabel(w.newName);
      await expect(page.getByRole('alert')).toBeVisible();
      await expect(field).toHaveValue('taken.txt');
      await expect(field).toBeFocused();
      await field.fill('گزارش نهایی.txt');
      await field.press('Enter');
      await expect(field).toBeHidden();
      await expect(entry(page, 'گزارش نهایی.txt')).toBeVisible();
      await page.getByRole('button', { name: w.undo }).click();
      await expect(toast(page, w.undone)).toBeVisible();
      await expect(entry(page, 'گزارش.txt')).toBeVisible();
    });

    test('cut here, paste there; the clash of a copy is asked about', async ({ member: page, world, isMobile }) => {
      const { drive, url, id, to } = await playground(world, ['a.txt', 'b.txt']);
      await drive.file('b.txt', 'another b', to);
      await page.goto(url(id));
      if (isMobile) await choose(page, 'a.txt', w.cut);
      else {
        await entry(page, 'a.txt').click();
        await page.keyboard.press('Control+x');
      }
      await expect(page.locator('[data-held="1"]')).toBeVisible();
      await page.goto(url(to));
      await page.getByRole('button', { name: w.pasteHere }).click();
      await expect(entry(page, 'a.txt')).toBeVisible();
      await expect(page.locator('[data-held]')).toHaveCount(0);
      await page.goto(url(id));
      await expect(entry(page, 'b.txt')).toBeVisible();
      await expect(entry(page, 'a.txt')).toHaveCount(0);
      await choose(page, 'b.txt', w.copy);
      await page.goto(url(to));
      await page.getByRole('button', { name: w.pasteHere }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('b.txt');
      await expectAccessible(page, '[role=dialog]');
      await dialog.getByText(w.both).click();
      await dialog.getByRole('button', { name: w.copyGo, exact: true }).click();
      await expect(entry(page, 'b (2).txt')).toBeVisible();
    });

    test('names below folders that merge are asked about, each or all at once', async ({ member: page, world }) => {
      const { drive, url, id, to } = await playground(world, ['x.txt', 'y.txt']);
      const mine = await drive.folder('اسناد', id);
      const theirs = await drive.folder('اسناد', to);
      for (const directory of [mine, theirs]) {
        for (const name of ['یک.txt', 'دو.txt']) await drive.file(name, `${name} ${directory}`, directory);
      }
      await drive.file('x.txt', 'other x', to);
      await page.goto(url(id));
      await entry(page, 'x.txt').waitFor();
      await choose(page, 'اسناد', w.moveTo);
      await page.getByRole('dialog').getByRole('button', { name: 'مقصد' }).click();
      await page.getByRole('dialog').getByRole('button', { name: w.moveHere }).click();
      const dialog = page.getByRole('dialog');
      // First the folder itself, then the names that both folders have.
      await dialog.getByRole('radio').first().waitFor();
      await dialog.locator('footer button').last().click();
      await expect(dialog.getByRole('listitem')).toHaveCount(2);
      await expect(dialog).toContainText('مقصد');
      await dialog.locator('footer button').last().click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.goto(url(theirs));
      await expect(page.locator('[data-index]')).toHaveCount(4);
    });

    test('deleted, undone, deleted, restored, and gone for ever', async ({ member: page, world, isMobile }) => {
      const { url, id } = await playground(world, ['رفتنی.txt', 'ماندنی.txt']);
      await page.goto(url(id));
      const remove = async () => {
        if (isMobile) return choose(page, 'رفتنی.txt', w.remove);
        await entry(page, 'رفتنی.txt').click();
        return page.keyboard.press('Delete');
      };
      await remove();
      await expect(entry(page, 'رفتنی.txt')).toHaveCount(0);
      await page.getByRole('button', { name: w.undo }).waitFor();
      if (isMobile) await page.getByRole('button', { name: w.undo }).click();
      else await page.keyboard.press('Control+z');
      await expect(entry(page, 'رفتنی.txt')).toBeVisible();
      await remove();
      await expect(entry(page, 'رفتنی.txt')).toHaveCount(0);
      await page.goto(`/workspace/${world.spaceId}/trash?view=list`);
      await choose(page, 'رفتنی.txt', w.restore);
      await expect(entry(page, 'رفتنی.txt')).toHaveCount(0);
      await page.goto(url(id));
      await expect(entry(page, 'رفتنی.txt')).toBeVisible();
      await remove();
      await expect(entry(page, 'رفتنی.txt')).toHaveCount(0);
      await page.goto(`/workspace/${world.spaceId}/trash?view=list`);
      await choose(page, 'رفتنی.txt', w.purge);
      const question = page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: 'رفتنی.txt' }) });
      await question.getByRole('button', { name: w.purge }).click();
      await expect(entry(page, 'رفتنی.txt')).toHaveCount(0);
      await page.reload();
      await page.locator('[data-entries], [data-state=empty]').waitFor();
      await expect(entry(page, 'رفتنی.txt')).toHaveCount(0);
    });

    test('a folder in the trash can be looked into, and the trash emptied', async ({ member: page, world }) => {
      const { drive, from, url, id } = await playground(world);
      await drive.file('درون.txt', 'in', from);
      await drive.trash({ directories: [from] });
      await page.goto(url(id));
      await expect(entry(page, 'مقصد')).toBeVisible();
      await page.goto(`/workspace/${world.spaceId}/trash?view=list`);
      await entry(page, 'مبدأ').first().locator('[data-part=more]').waitFor();
      await page.goto(`/workspace/${world.spaceId}/directory/${from}/trash?view=list`);
      await expect(entry(page, 'درون.txt')).toBeVisible();
      await page.goto(`/workspace/${world.spaceId}/trash?view=list`);
      await expectAccessible(page);
      await page.getByRole('button', { name: w.empty }).click();
      await page.getByRole('dialog').getByRole('button', { name: w.empty }).click();
      await expect(page.locator('[data-state=empty]')).toContainText(w.emptied);
      await expectAccessible(page);
    });

    test('favorites gather what one marks; recent files what one opens', async ({ member: page, world }) => {
      const { url, id } = await playground(world, [`نشان ${lang}.txt`]);
      const name = `نشان ${lang}.txt`;
      await page.goto(url(id));
      await choose(page, name, w.favor);
      await expect(entry(page, name).getByRole('img')).toBeVisible();
      await toast(page, name).waitFor();
      await page.goto(`/workspace/${world.spaceId}/favorite?view=list`);
      await expect(entry(page, name)).toBeVisible();
      for (const view of ['list', 'grid']) {
        await page.goto(`/workspace/${world.spaceId}/favorite?view=${view}`);
        await entry(page, name).waitFor();
        await expectAccessible(page);
      }
      await choose(page, name, w.unfavor);
      await expect(entry(page, name)).toHaveCount(0);
      await page.goto(url(id));
      const used = page.waitForResponse('**/preview');
      await entry(page, name).locator('[data-part=name]').dblclick();
      await used;
      await expect(async () => {
        await page.goto(`/workspace/${world.spaceId}/recent-used-file?view=list`);
        await expect(entry(page, name)).toBeVisible({ timeout: 2000 });
      }).toPass();
    });

    test('an old version comes back', async ({ member: page, world }) => {
      const { drive, url, id } = await playground(world);
      const name = 'سند.txt';
      await drive.file(name, 'first', id);
      await drive.version(name, 'second, longer', id);
      await page.goto(url(id));
      await choose(page, name, w.versions);
      await expect(page.locator('[data-version]')).toHaveCount(2);
      await expectAccessible(page);
      await page.getByRole('button', { name: w.versionActions }).click();
      await page.getByRole('menuitem', { name: w.makeCurrent }).click();
      await expect(page.locator('[data-version="1"]').getByText(lang === 'fa' ? 'فعلی' : 'Current')).toBeVisible();
    });

    test('a file opens to whoever has its link, and closes again', async ({ member: page, world, request }) => {
      const { drive, url, id } = await playground(world);
      await drive.file('باز.txt', 'open me', id);
      await page.goto(url(id));
      await choose(page, 'باز.txt', w.share);
      await page.getByRole('switch', { name: w.anyone }).click();
      const link = page.locator('input[readonly]');
      const address = await link.inputValue();
      await expect(async () => expect((await request.get(address)).status()).toBe(200)).toPass();
    });
  });
}

test.describe('with a mouse', () => {
  test.skip(({ isMobile }) => isMobile, 'fingers scroll instead');

  test('what is dragged onto a folder moves there, and with Ctrl is copied', async ({ member: page, world }) => {
    const { url, id, to } = await playground(world, ['a.txt', 'b.txt', 'c.txt']);
    await page.goto(url(id));
    await entry(page, 'a.txt').click();
    await entry(page, 'b.txt').click({ modifiers: ['Control'] });
    await entry(page, 'a.txt').locator('[data-part=name]').dragTo(entry(page, 'مقصد'));
    await expect(entry(page, 'a.txt')).toHaveCount(0);
    await expect(entry(page, 'b.txt')).toHaveCount(0);
    await page.goto(url(to));
    await expect(page.locator('[data-index]')).toHaveCount(2);
    await entry(page, 'a.txt').locator('[data-part=name]').dragTo(page.locator('[data-drop-directory]').nth(1));
    await expect(entry(page, 'a.txt')).toHaveCount(0);
    await entry(page, 'b.txt').locator('[data-part=name]').dragTo(page.locator('[data-place=trash]'));
    await expect(entry(page, 'b.txt')).toHaveCount(0);
  });

  test('where it may not go it does not', async ({ member: page, world }) => {
    const { url, id } = await playground(world, ['a.txt']);
    await page.goto(url(id));
    await entry(page, 'مبدأ').locator('[data-part=name]').dragTo(entry(page, 'a.txt'));
    await expect(entry(page, 'مبدأ')).toBeVisible();
  });
});
