import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, signIn, test } from './fixtures';
import { expectAccessible } from './looks';
import { someone, Team } from './people';

const field = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const options = (page: Page) => page.getByRole('dialog').getByRole('option');
const chosen = (page: Page) => page.locator('[role=option][aria-selected=true]');

/** The page hears keys some frames after it is drawn. */
async function openPalette(page: Page) {
  await expect(async () => {
    if (!(await field(page).isVisible())) await page.keyboard.press('Control+k');
    await expect(field(page)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(field(page)).toBeFocused();
}

for (const lang of ['fa', 'en'] as const) {
  const say = (fa: string, en: string) => (lang === 'fa' ? fa : en);

  test.describe(`command palette, ${lang}`, { tag: `@${lang}` }, () => {
    test.beforeEach(async ({ member: page }) => prefer(page, lang));

    test('leaves the page alone when its code cannot be fetched', async ({ member: page, world, isMobile }) => {
      test.skip(isMobile, 'a phone has no keys');
      await page.goto(`/workspace/${world.spaceId}/my`);
      const create = page.getByRole('button', { name: say('جدید', 'New'), exact: true });
      await expect(create).toBeVisible();
      await page.route(/\/assets\/palette-[^/]*\.js/, (route) => route.abort());
      const said = page.getByText(
        say('پاسخی از سرور نرسید. دوباره تلاش کنید.', 'The server didn’t respond. Please try again.'),
      );
      await expect(async () => {
        await page.keyboard.press('Control+k');
        await expect(said).toBeVisible({ timeout: 2000 });
      }).toPass();
      await expect(create).toBeVisible();
      // Keys are those of the page again.
      await page.keyboard.press('/');
      await expect(page.getByRole('combobox').first()).toBeFocused();
    });

    test('renames the chosen file, and opens a folder', async ({ member: page, world, isMobile }) => {
      test.skip(isMobile, 'a phone has no keys');
      const drive = await Drive.of(world.server, world.spaceId);
      const name = `نام‌گذاری-${lang}-${Date.now()}`;
      const folder = await drive.folder(name);
      await drive.file('پیش‌نویس.txt', 'x', folder);
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list`);
      const row = page.locator('[data-index]').filter({ hasText: 'پیش‌نویس' });
      await row.click();
      await openPalette(page);
      // What can be done with the chosen file comes first, in the order of its menu.
      const dialog = page.getByRole('dialog', { name: say('فهرست فرمان‌ها', 'Command palette') });
      await expect(dialog.getByRole('group').first()).toHaveAccessibleName(/پیش‌نویس\.txt/);
      await expect(options(page).first()).toContainText(say('پیش‌نمایش', 'Preview'));
      await expectAccessible(page);
      await field(page).fill(say('تغییر نام', 'rename'));
      await expect(chosen(page)).toContainText(say('تغییر نام', 'Rename'));
      await expect(chosen(page).locator('mark')).not.toHaveCount(0);
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      const edited = page.getByRole('textbox').last();
      await expect(edited).toBeFocused();
      await edited.fill('نهایی.txt');
      await edited.press('Enter');
      await expect(page.locator('[data-index]').filter({ hasText: 'نهایی' })).toBeVisible();

      await page.goto(`/workspace/${world.spaceId}/home`);
      await openPalette(page);
      await field(page).fill(name);
      const found = options(page)
        .filter({ hasText: name })
        .filter({ hasNotText: say('در نام و متن', 'Search names') })
        // The file in it is found by its path, and before the server has answered.
        .filter({ hasNotText: 'نهایی' })
        .first();
      await expect(found).toBeVisible();
      await found.click();
      await expect(page).toHaveURL(new RegExp(`/directory/${folder}$`));
    });

    test('understands the other keyboard, and Persian in Latin letters', async ({ member: page, world, isMobile }) => {
      test.skip(isMobile, 'a phone has no keys');
      const drive = await Drive.of(world.server, world.spaceId);
      const deep = await drive.folder(`ژرف-${lang}-${Date.now()}`);
      await drive.folder('پرتفل', deep);
      await drive.file('گزارش هفته.txt', 'x', deep);
      await drive.file('invoice-77.txt', 'x', deep);
      await page.goto('/account/settings');
      await openPalette(page);
      // None of these is on the device: the server is asked for what was meant.
      for (const [typed, name] of [
        ['\\vjtg', 'پرتفل'],
        ['mvjtg', 'پرتفل'],
        ['gozaresh hafte', 'گزارش هفته'],
        ['هدرخهزث-77', 'invoice-77'],
      ] as const) {
        await field(page).fill('');
        await page.keyboard.type(typed);
        await expect(options(page).filter({ hasText: name }).first(), typed).toBeVisible();
        await expect(field(page)).toHaveValue(typed);
      }
      // Pages are on the device, by either way of writing.
      for (const typed of say('sxg fhcdhtj|satl bazyaft', 'فقشسا').split('|')) {
        await field(page).fill(typed);
        await expect(chosen(page), typed).toContainText(say('سطل بازیافت', 'Trash'));
      }
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/trash$/);
    });

    test('is walked through by keys, and gives the focus back', async ({ member: page, world, isMobile }) => {
      test.skip(isMobile, 'a phone has no keys');
      await page.goto(`/workspace/${world.spaceId}/teammates`);
      const search = page
        .getByRole('main')
        .getByRole('searchbox')
        .or(page.getByRole('main').getByRole('textbox'))
        .first();
      await search.focus();
      await openPalette(page);
      await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('End');
      await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
      await expect(options(page).last()).toBeInViewport();
      await page.keyboard.press('ArrowDown');
      await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.type('qqqqzz');
      await expect(page.getByRole('dialog')).toContainText(
        say('چیزی با «qqqqzz» پیدا نشد', 'Nothing matches “qqqqzz”').replace(
          'qqqqzz',
          lang === 'fa' ? '\u2068qqqqzz\u2069' : 'qqqqzz',
        ),
      );
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(search).toBeFocused();
      await page.keyboard.press('Control+k');
      await expect(field(page)).toHaveValue('');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(search).toBeFocused();
    });

    test('leads to a member and to earlier searches', async ({ member: page, world, isMobile }) => {
      test.skip(isMobile, 'the same on a phone');
      await Team.of(world);
      await page.goto(`/workspace/${world.spaceId}/search?q=برنامهٔ+سفر`);
      await page.goto(`/workspace/${world.spaceId}/home`);
      await openPalette(page);
      // The letters of the name on a Latin keyboard.
      await page.keyboard.type('ldkh');
      await expect(chosen(page)).toContainText('مینا رستمی');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/teammates\?query=mina%40example\.com$/);
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
      await openPalette(page);
      await field(page).fill('سفر تابستان');
      await options(page)
        .filter({ hasText: say('در نام و متن', 'Search names') })
        .click();
      await expect(page).toHaveURL(/\/search\?q=/);
      await openPalette(page);
      await expect(options(page).filter({ hasText: 'سفر تابستان' })).toBeVisible();
    });

    test('stands in the list of keys, which names only those that work here', async ({
      member: page,
      world,
      isMobile,
    }) => {
      test.skip(isMobile, 'a phone has no keys');
      const drive = await Drive.of(world.server, world.spaceId);
      const folder = await drive.folder(`کلیدها-${lang}-${Date.now()}`);
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}`);
      await expect(page.locator('[data-state=empty]')).toBeVisible();
      const keys = page.getByRole('dialog', { name: say('میان‌برهای صفحه‌کلید', 'Keyboard shortcuts') });
      const openKeys = () =>
        expect(async () => {
          if (!(await keys.isVisible())) await page.keyboard.press('Shift+?');
          await expect(keys.getByText('Ctrl+K')).toBeVisible({ timeout: 2000 });
        }).toPass();
      await openKeys();
      await expect(keys.getByText('Alt+N')).toBeVisible();
      // There is nothing here that could have another name.
      await expect(keys.getByText('F2')).toBeHidden();
      await page.keyboard.press('Escape');
      await drive.file('الف.txt', 'x', folder);
      await page.reload();
      await page.locator('[data-index]').first().waitFor();
      await openKeys();
      await expect(keys.getByText('F2')).toBeVisible();
    });

    test(
      'fills the screen of a phone, where the search leads to it',
      { tag: '@phone' },
      async ({ member: page, world, isMobile }) => {
        await page.goto(`/workspace/${world.spaceId}`);
        if (isMobile) await page.getByRole('button', { name: say('جست‌وجو در فایل‌ها', 'Search files') }).click();
        else await page.getByRole('combobox').first().click();
        await page.getByRole('option', { name: say('همهٔ فرمان‌ها', 'All commands') }).click();
        await expect(field(page)).toBeFocused();
        const palette = page.getByRole('dialog', { name: say('فهرست فرمان‌ها', 'Command palette') });
        const box = await palette.boundingBox();
        if (isMobile) expect(box).toEqual({ x: 0, y: 0, width: 390, height: 844 });
        await expectAccessible(page);
        await field(page).fill(say('اعضا', 'members'));
        await options(page).first().click();
        await expect(page).toHaveURL(/\/teammates$/);
      },
    );

    test('offers the console to staff, and finds people there', async ({ member: page, world, isMobile }) => {
      test.skip(isMobile, 'the same on a phone');
      await Team.of(world);
      await page.goto('/admin/overview');
      await expect(page.getByRole('heading').first()).toBeVisible();
      await openPalette(page);
      await expect(options(page).first()).toContainText(say('نمای کلی', 'Overview'));
      await field(page).fill(say('صندوق خروجی', 'outbox'));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/admin\/outbox$/);
      await openPalette(page);
      await field(page).fill('mina@example');
      const found = page.getByRole('group', { name: say('در کنسول مدیریت', 'In the admin console') });
      await expect(found.getByRole('option').first()).toBeVisible();
    });

    test('offers nobody what they may not do', async ({ browser, world, isMobile }) => {
      test.skip(isMobile, 'the same on a phone');
      const drive = await Drive.of(world.server, world.spaceId);
      const folder = await drive.folder(`مهمان-${lang}-${Date.now()}`);
      await drive.file('سند.txt', 'x', folder);
      const visitor = someone(`palette-${lang}-${Date.now()}`, 'نگار', 'شریف');
      const tokens = await world.server.add(visitor);
      await (await Team.of(world)).guest('viewer', folder, 'directory', visitor.email);
      const context = await browser.newContext({ baseURL: world.server.url });
      const page = await context.newPage();
      await prefer(page, lang);
      await signIn(page, tokens);
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list`);
      await page.locator('[data-index]').first().click();
      await openPalette(page);
      const text = page.getByRole('dialog').getByRole('listbox');
      await expect(text).toContainText(say('دانلود', 'Download'));
      for (const forbidden of [
        say('تغییر نام', 'Rename'),
        say('پوشهٔ جدید', 'New folder'),
        say('حذف', 'Delete'),
        say('نقش‌ها', 'Roles'),
        say('تنظیمات فضای کاری', 'Workspace settings'),
        say('کنسول مدیریت', 'Admin console'),
      ])
        await expect(text, forbidden).not.toContainText(forbidden);
      await field(page).fill(say('کنسول', 'console'));
      await expect(options(page).filter({ hasText: say('کنسول مدیریت', 'Admin console') })).toHaveCount(0);
      await context.close();
    });
  });
}
