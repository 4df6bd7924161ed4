import { Drive } from './drive';
import { expect, prefer, test } from './fixtures';
import { seedFinds } from './found';
import { takeMoment } from './waits';
import { chooseItem } from './menus';

for (const lang of ['fa', 'en'] as const) {
  const say = (fa: string, en: string) => (lang === 'fa' ? fa : en);

  test.describe(`search, ${lang}`, { tag: `@${lang}` }, () => {
    test.beforeEach(async ({ member: page, world }) => {
      await prefer(page, lang);
      await seedFinds(world);
    });

    test(
      'finds as one types, whatever keyboard the letters come from',
      { tag: '@phone' },
      async ({ member: page, world, isMobile }) => {
        await page.goto(`/workspace/${world.spaceId}`);
        const button = page.getByRole('button', { name: say('جست‌وجو در فایل‌ها', 'Search files') });
        if (isMobile) await button.click();
        else {
          await page.locator('[data-index]').first().waitFor();
          await expect(page.getByRole('combobox').first()).toBeVisible();
          await page.keyboard.press('/');
        }
        const field = page.getByRole('combobox').first();
        await expect(field).toBeFocused();
        // Arabic letters, as many keyboards give them.
        await field.fill('گزارش كيفي');
        const options = page.getByRole('option');
        await expect(options.filter({ hasText: 'گزارش کیفی پاییز' })).toBeVisible();
        await expect(options.locator('mark').first()).toHaveText(/گزارش/);
        // Words inside the text of another file are found too.
        await expect(options.filter({ hasText: 'یادداشت جلسه' })).toBeVisible();
        await field.press('ArrowDown');
        await expect(options.first()).toHaveAttribute('aria-selected', 'true');
        await field.press('Enter');
        await expect(page).toHaveURL(/\/file\/\w+\/preview/);
      },
    );

    test('shows results whose address says everything, and takes filters off', async ({ member: page, world }) => {
      await page.goto(`/workspace/${world.spaceId}/search?q=گزارش+کیفی&type=directory`);
      await expect(page.locator('[data-state=empty]')).toBeVisible();
      await page.getByRole('button', { name: say('حذف فیلتر «پوشه»', 'Remove filter “Folders”') }).click();
      const rows = page.locator('[data-index]');
      await expect(rows.filter({ hasText: 'گزارش کیفی پاییز' })).toBeVisible();
      await expect(page).not.toHaveURL(/type=/);
      await page.goBack();
      await expect(page.locator('[data-state=empty]')).toBeVisible();
      await page.goForward();
      await rows.filter({ hasText: 'گزارش کیفی پاییز' }).getByRole('button').click();
      await page.getByRole('menuitem', { name: say('نمایش در پوشه', 'Show in folder') }).click();
      await expect(page).toHaveURL(/\/directory\/\w+$/);
      await expect(page.locator('[data-index]').filter({ hasText: 'گزارش کیفی' })).toBeVisible();
    });

    test('shows folders as low tiles above the files of a grid', async ({ member: page, world, isMobile }) => {
      test.skip(isMobile, 'a phone shows results as rows');
      const drive = await Drive.of(world.server, world.spaceId);
      const word = `کاشی${Date.now()}`;
      const inner = await drive.folder(`${word} پوشه`);
      await drive.crowd([`${word}.txt`, `${word}-2.txt`], inner);
      await page.goto(`/workspace/${world.spaceId}/search?q=${word}&view=grid`);
      const cells = page.locator('[data-index]');
      await expect(cells).toHaveCount(3);
      await expect(cells.first()).toContainText('پوشه');
      const boxes = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().toJSON()));
      expect(boxes[0].height).toBeLessThan(70);
      expect(boxes[1].height).toBeGreaterThan(120);
      expect(boxes[1].left).toBe(boxes[0].left);
      expect(boxes[1].top).toBeGreaterThan(boxes[0].bottom);
      await cells.first().getByRole('link').focus();
      await page.keyboard.press('ArrowDown');
      await expect(cells.nth(1).getByRole('link')).toBeFocused();
    });

    test('is narrowed by the form of all filters', async ({ member: page, world }) => {
      await page.goto(`/workspace/${world.spaceId}/search`);
      await page.getByRole('button', { name: say('جست‌وجوی پیشرفته', 'Advanced search') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(say('متن', 'Text'), { exact: true }).click();
      await dialog.getByRole('combobox', { name: say('برچسب', 'Tag'), exact: true }).click();
      await page.getByRole('option', { name: 'مشتری' }).click();
      await dialog.getByRole('textbox', { name: say('مقدار برچسب', 'Tag value') }).fill('شرکت سپهر');
      await dialog.getByRole('button', { name: say('جست‌وجو', 'Search'), exact: true }).click();
      await expect(page.locator('[data-index]')).toHaveCount(1);
      await expect(page.locator('[data-index]')).toContainText('گزارش کیفی پاییز');
      await expect(page).toHaveURL(/type=text&tag=\w+&value=/);
    });
  });

  test.describe(`activity, ${lang}`, { tag: `@${lang}` }, () => {
    test('is told by days, folded, and filtered', async ({ member: page, world }) => {
      await prefer(page, lang);
      const drive = await Drive.of(world.server, world.spaceId);
      const folder = await drive.folder(`پیمان‌ها ${lang} ${Date.now()}`);
      await drive.crowd(
        Array.from({ length: 13 }, (_, n) => `پیمان ${n + 1}.pdf`),
        folder,
      );
      await page.goto(`/workspace/${world.spaceId}/activity`);
      await expect(page.getByRole('heading', { name: say('امروز', 'Today') })).toBeVisible();
      // The newest is the first one: other specs uploaded as many.
      const folded = page.getByText(say('۱۳ فایل در', 'uploaded 13 files'));
      await expect(folded.first()).toBeVisible();
      await page
        .getByRole('button', { name: say('نمایش ۱۳ مورد', 'Show 13 items') })
        .first()
        .click();
      await expect(page.getByText('پیمان 12.pdf')).toBeVisible();
      await page.getByRole('combobox', { name: say('نوع فعالیت', 'Activity type') }).click();
      await page.getByRole('option', { name: say('حذف', 'Deleted'), exact: true }).click();
      await expect(page).toHaveURL(/kind=delete/);
      await expect(folded).toHaveCount(0);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: say('خروجی گرفتن', 'Export') }).click();
      await page.getByRole('menuitem', { name: /CSV/ }).click();
      expect((await download).suggestedFilename()).toMatch(/^activities-.*\.csv$/);
    });
  });

  test(`a visitor of an upload box is not its owner, ${lang}`, { tag: `@${lang}` }, async ({ member: page, world }) => {
    await prefer(page, lang);
    const at = new Date().toISOString();
    await page.route(/user-activities/, (route) =>
      route.fulfill({
        json: {
          activities: [
            {
              activity_id: '1',
              action: 'file_receive',
              at,
              path: '/',
              before: null,
              after: { title: 'رسیدها', name: 'رضا', size: 1 },
              done_by: { _id: '1', name: 'سارا محمدی' },
              target: { id: null, directory_id: null, exists: false, name: 'a.jpg', type: 'file' },
            },
          ],
          page_info: { next: null, total: 1, limit: 50 },
        },
      }),
    );
    await page.goto(`/workspace/${world.spaceId}/activity`);
    const row = page.locator('main').getByRole('listitem').filter({ hasText: 'a.jpg' });
    await expect(row.locator('[data-by=visitor]')).toBeVisible();
  });

  test.describe(`tags, ${lang}`, { tag: `@${lang}` }, () => {
    test('live from their making to their end', async ({ member: page, world, isMobile }) => {
      await prefer(page, lang);
      const { year } = await seedFinds(world);
      const title = `کد پروژهٔ ${say('یکم', 'دوم')}${isMobile ? ' همراه' : ''}`;
      // Names of the other direction are wrapped in invisible marks.
      const named = (before: string) => new RegExp(`${before}.?${title}`);
      await page.goto(`/workspace/${world.spaceId}/custom-fields`);
      await page.getByRole('button', { name: say('برچسب جدید', 'New tag') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: say('ساختن', 'Create') }).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
      await dialog.getByRole('textbox', { name: say('نام', 'Name') }).fill('مشتری');
      await dialog.getByRole('button', { name: say('ساختن', 'Create') }).click();
      await expect(dialog.getByRole('alert')).toContainText(say('وجود دارد', 'already'));
      await dialog.getByRole('textbox', { name: say('نام', 'Name') }).fill(title);
      await dialog.getByRole('button', { name: say('ساختن', 'Create') }).click();
      await expect(page.getByRole('listitem').first()).toContainText(title);

      await page.goto(`/workspace/${world.spaceId}/directory/${year}?view=list&details=tags`);
      const row = page.locator('[data-index]').filter({ hasText: 'quality-report' });
      if (isMobile) {
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Escape');
        await row.locator('[data-part=more]').click();
        await page.getByRole('menuitem', { name: say('جزئیات', 'Details') }).click();
        await page.getByRole('tab', { name: say('برچسب‌ها', 'Tags') }).click();
      } else await row.locator('[data-part=name]').click();
      await page.getByRole('button', { name: say('افزودن برچسب', 'Add a tag') }).click();
      await page.getByRole('textbox', { name: say('مقدار', 'Value'), exact: true }).fill('البرز-۱۲');
      await page.getByRole('button', { name: say('ذخیره', 'Save') }).click();
      await expect(page.getByText('البرز-۱۲').first()).toBeVisible();
      await page.getByRole('button', { name: named(say('حذف «', 'Remove “')) }).click();
      await expect(page.getByText('البرز-۱۲')).toHaveCount(0);

      await page.goto(`/workspace/${world.spaceId}/custom-fields`);
      await page.getByRole('button', { name: named(say('گزینه‌های برچسب «', 'Actions for tag “')) }).click();
      await page.getByRole('menuitem', { name: say('حذف برچسب', 'Delete tag') }).click();
      await page
        .getByRole('dialog')
        .last()
        .getByRole('button', { name: say('حذف برچسب', 'Delete tag') })
        .click();
      await expect(page.getByRole('listitem').filter({ hasText: title })).toHaveCount(0);
    });
  });

  test.describe(`the past, ${lang}`, { tag: `@${lang}` }, () => {
    test('is looked at and brought back', async ({ member: page, world, isMobile }) => {
      await prefer(page, lang);
      await seedFinds(world);
      const { Drive } = await import('./drive');
      const drive = await Drive.of(world.server, world.spaceId);
      const folder = await drive.folder(`گذشته ${lang} ${isMobile}`);
      await drive.file('ماندنی.txt', 'یک', folder);
      const gone = await drive.file('رفتنی.txt', 'دو', folder);
      // The slider and the hour go by minutes; the moment itself is given to the server as it is.
      const at = await takeMoment();
      const { access } = await world.server.session();
      await world.server.call(
        'DELETE',
        `storage/space/${world.spaceId}/directory/${folder}/file/${gone}`,
        undefined,
        access,
      );
      await page.route('**/rewind*', async (route) => {
        const request = route.request();
        const url = new URL(request.url());
        if (request.method() === 'GET') {
          url.searchParams.set('at', at);
          await route.continue({ url: url.toString() });
        } else await route.continue({ postData: JSON.stringify({ ...request.postDataJSON(), at }) });
      });
      await page.route('**/rewind/preview', async (route) => {
        await route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), at }) });
      });
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list`);
      await expect(page.locator('[data-index]')).toHaveCount(1);
      if (isMobile) {
        await page.goto(`/workspace/${world.spaceId}?view=list`);
        await page
          .locator('[data-index]')
          .filter({ hasText: `گذشته ${lang}` })
          .locator('[data-part=more]')
          .click();
      } else await page.locator('[data-scroller]').click({ button: 'right', position: { x: 300, y: 300 } });
      await chooseItem(page, say('بازگشت به گذشته', 'Rewind'));
      const dialog = page.getByRole('dialog').last();
      await expect(dialog.locator('[data-past]')).toHaveCount(2);
      await expect(dialog.locator('[data-past]').filter({ hasText: 'رفتنی' })).toContainText(
        say('سطل بازیافت', 'trash'),
      );
      await dialog.getByRole('checkbox', { name: /رفتنی/ }).click();
      await dialog.getByRole('button', { name: say('بازگرداندن ۱ مورد…', 'Restore one item…') }).click();
      await expect(dialog).toContainText(say('۱ مورد بازگردانده می‌شود', 'one item is restored'));
      await dialog.getByRole('button', { name: say('بازگرداندن', 'Restore'), exact: true }).click();
      await expect(dialog).toBeHidden();
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list`);
      await expect(page.locator('[data-index]')).toHaveCount(2);
    });
  });
}
