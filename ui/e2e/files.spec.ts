import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { typeAtOnce } from './keys';
import { expectAccessible } from './looks';
import { menuItem } from './menus';

const entry = (page: Page, name: string) => page.locator('[data-index]').filter({ hasText: name });
const chosen = (page: Page) => page.locator('[data-entries] [aria-selected=true][data-index]');

/** A folder of its own for each test, so that they do not see one another's files. */
async function folderWith(world: World, names: readonly string[], folders: readonly string[] = []) {
  const drive = await Drive.of(world.server, world.spaceId);
  const id = await drive.folder(`پوشهٔ آزمون ${Date.now()}`);
  for (const name of folders) await drive.folder(name, id);
  if (names.length > 0) await drive.crowd(names, id);
  return { drive, id, url: `/workspace/${world.spaceId}/directory/${id}?view=list&sort=name:1` };
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) => `file-${String(n + 1).padStart(4, '0')}.txt`);

for (const lang of ['fa', 'en'] as const) {
  test.describe(lang, { tag: `@${lang}` }, () => {
    test.beforeEach(async ({ member }) => prefer(member, lang));

    test(
      'a new folder is made, refused when its name is taken, and opened',
      { tag: '@phone' },
      async ({ member: page, world }) => {
        const { url } = await folderWith(world, []);
        await page.goto(url);
        await page.getByRole('button', { name: lang === 'fa' ? 'پوشهٔ جدید' : 'New folder' }).click();
        const name = page.getByRole('dialog').getByRole('textbox');
        await name.fill('گزارش‌ها');
        await name.press('Enter');
        await expect(entry(page, 'گزارش‌ها')).toBeVisible();
        await page.keyboard.press('Alt+n');
        await name.fill('گزارش‌ها');
        await name.press('Enter');
        await expect(page.getByRole('alert')).toContainText(lang === 'fa' ? 'وجود دارد' : 'already');
        await page.keyboard.press('Escape');
        await entry(page, 'گزارش‌ها').dblclick();
        await expect(page.getByRole('heading', { level: 2 })).toContainText(lang === 'fa' ? 'خالی' : 'empty');
      },
    );

    test('list, grid and their faces have nothing that axe objects to', async ({ member: page, world }) => {
      const { url, drive, id } = await folderWith(world, ['گزارش (2).pdf', 'notes.txt'], ['پوشه']);
      await drive.file('a.md', '# x', id);
      for (const view of ['list', 'grid']) {
        await page.goto(url.replace('view=list', `view=${view}`));
        await entry(page, 'notes.txt').waitFor();
        await page.keyboard.press('Control+a');
        await expectAccessible(page);
      }
    });
  });
}

test.describe('on a desktop', () => {
  test.skip(({ isMobile }) => isMobile, 'mouse and keyboard');

  test('click, Ctrl, Shift and the keyboard choose as everywhere', async ({ member: page, world }) => {
    const { url } = await folderWith(world, numbered(30));
    await page.goto(url);
    await entry(page, 'file-0003').click();
    await entry(page, 'file-0006').click({ modifiers: ['Shift'] });
    await expect(chosen(page)).toHaveCount(4);
    await entry(page, 'file-0009').click({ modifiers: ['Control'] });
    await expect(page.locator('[data-count]')).toHaveAttribute('data-count', '5');
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-count]')).toHaveCount(0);
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(chosen(page)).toHaveCount(3);
    await page.keyboard.press('Control+ArrowDown');
    await page.keyboard.press(' ');
    await expect(page.locator('[data-count]')).toHaveAttribute('data-count', '4');
    await page.keyboard.press('Control+a');
    await expect(page.locator('[data-count]')).toHaveAttribute('data-count', '30');
  });

  test('letters jump to the name, V changes the view, I opens the details', async ({ member: page, world }) => {
    const { url } = await folderWith(world, ['alpha.txt', 'beta.txt', 'beta-2.txt', 'گزارش.txt']);
    await page.clock.install();
    await page.goto(url);
    await entry(page, 'alpha.txt').waitFor();
    await typeAtOnce(page, 'beta.');
    await expect(chosen(page)).toContainText('beta.txt');
    // From then on a letter begins another name.
    await page.clock.fastForward(1000);
    await page.keyboard.press('v');
    await expect(page).toHaveURL(/view=grid/);
    await page.keyboard.press('i');
    await expect(page.getByRole('complementary')).toContainText('beta.txt');
    await page.reload();
    await expect(page).toHaveURL(/view=grid.*details=1|details=1.*view=grid/);
  });

  test('a rubber band chooses what it touches', async ({ member: page, world }) => {
    const { url } = await folderWith(world, numbered(8));
    await page.goto(url.replace('view=list', 'view=grid'));
    await entry(page, 'file-0001').waitFor();
    const first = await entry(page, 'file-0001').boundingBox();
    const third = await entry(page, 'file-0003').boundingBox();
    if (!first || !third) throw new Error('no cells');
    await page.mouse.move(first.x + first.width + 6, first.y - 6);
    await page.mouse.down();
    await page.mouse.move(third.x + third.width / 2, third.y + 40, { steps: 8 });
    await page.mouse.up();
    await expect(chosen(page)).toHaveCount(3);
  });

  test('folders are low tiles above the files of a grid', async ({ member: page, world }) => {
    const folders = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const { url } = await folderWith(world, numbered(9), folders);
    await page.goto(url.replace('view=list', 'view=grid'));
    await entry(page, 'file-0009').waitFor();
    const cells = page.locator('[data-entries] [data-index]');
    const heights = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().height));
    expect(new Set(heights.slice(0, 7)).size).toBe(1);
    expect(heights[0]).toBeLessThan(60);
    expect(heights[7]).toBeGreaterThan(100);
    const tops = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().top));
    const starts = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().left));
    // The first file begins a row, below the first folder.
    expect(starts[7]).toBe(starts[0]);
    expect(tops[7]).toBeGreaterThan(tops[6] ?? 0);

    // The keys keep the column from the folders to the files, and back.
    const columns = tops.findIndex((top) => top !== tops[0]);
    await page.locator('[data-entries]').focus();
    await page.keyboard.press('Home');
    await expect(chosen(page)).toHaveAttribute('data-index', '0');
    for (let row = 0; row < Math.ceil(7 / columns); row++) await page.keyboard.press('ArrowDown');
    await expect(chosen(page)).toHaveAttribute('data-index', '7');
    await page.keyboard.press('ArrowUp');
    await expect(chosen(page)).toHaveAttribute('data-index', String((Math.ceil(7 / columns) - 1) * columns));
  });

  test('a rubber band and a drop find the tiles of folders', async ({ member: page, world }) => {
    const { url } = await folderWith(world, numbered(2), ['a', 'b', 'c']);
    await page.goto(url.replace('view=list', 'view=grid'));
    await entry(page, 'file-0001').waitFor();
    const boxOf = async (index: number) => {
      const box = await page.locator(`[data-index="${index}"]`).boundingBox();
      if (!box) throw new Error('no cell');
      return box;
    };
    const [first, second, file] = [await boxOf(0), await boxOf(1), await boxOf(3)];
    // Over the first two folders, and not down to the files.
    const outer = first.x + first.width + 6;
    await page.mouse.move(outer, first.y - 6);
    await page.mouse.down();
    await page.mouse.move(second.x + second.width / 2, second.y + second.height / 2, { steps: 8 });
    await page.mouse.up();
    await expect(chosen(page)).toHaveCount(2);
    await page.mouse.move(file.x + file.width / 2, file.y + 20);
    await page.mouse.down();
    await page.mouse.move(second.x + second.width / 2, second.y + second.height / 2, { steps: 12 });
    await page.mouse.up();
    await expect(entry(page, 'file-0001')).toHaveCount(0);
    await page.locator('[data-index="1"]').dblclick();
    await expect(entry(page, 'file-0001')).toBeVisible();
  });

  test('the menu of an entry and that of the empty space differ', async ({ member: page, world }) => {
    const { url } = await folderWith(world, ['a.txt'], ['پوشه']);
    await page.goto(url);
    await entry(page, 'a.txt').click({ button: 'right' });
    const offered = page.getByRole('menuitem');
    await expect(offered.first()).toHaveText(/پیش‌نمایش/);
    await expect(offered.last()).toHaveText(/حذف/);
    for (const name of [/^دانلود/, /^تغییر نام/, /^انتقال به/, /^نسخه‌ها/, /^جزئیات/])
      await expect(await menuItem(page, name)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(offered).toHaveCount(0);
    await page.locator('[data-scroller]').click({ button: 'right', position: { x: 400, y: 400 } });
    await expect(page.getByRole('menuitem', { name: 'آپلود پوشه' })).toBeVisible();
  });

  test('folders open by Enter, Backspace leads back to where one was', async ({ member: page, world }) => {
    const { url } = await folderWith(world, numbered(400), ['aaa', 'bbb']);
    await page.goto(url);
    await entry(page, 'bbb').click();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2 })).toContainText('خالی');
    await page.keyboard.press('Backspace');
    await expect(chosen(page)).toContainText('bbb');
    await page.locator('[data-scroller]').evaluate((element) => (element.scrollTop = 6000));
    await entry(page, 'file-0260').dblclick();
    await page.goBack();
    await expect(entry(page, 'file-0260')).toBeVisible();
  });

  test('a long list is fetched where one looks, and chosen as a whole', async ({ member: page, world }) => {
    const { url } = await folderWith(world, numbered(1500));
    await page.goto(url);
    await entry(page, 'file-0001').waitFor();
    await page.keyboard.press('End');
    await expect(entry(page, 'file-1500')).toBeVisible();
    await page.locator('[data-scroller]').evaluate((element) => (element.scrollTop = element.scrollHeight / 2));
    await expect(page.locator('[data-index="750"]')).toContainText('file-0751');
    await page.keyboard.press('Control+a');
    const archive = page.waitForRequest('**/api/download/zip');
    await page.keyboard.press('Alt+d');
    const { file_ids: ids } = (await archive).postDataJSON() as { file_ids: string[] };
    expect(ids).toHaveLength(1500);
  });

  test('one file downloads as itself', async ({ member: page, world }) => {
    const { url, drive, id } = await folderWith(world, []);
    await drive.file('سلام.txt', 'salam', id);
    await page.goto(url);
    await entry(page, 'سلام.txt').click();
    const download = page.waitForEvent('download');
    await page.keyboard.press('Alt+d');
    expect((await download).suggestedFilename()).toBe('سلام.txt');
  });
});

test('a toast lies beside a dialog, not over its buttons', async ({ member: page, world }) => {
  const { url } = await folderWith(
    world,
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.txt`),
  );
  for (const [width, height] of [
    [1440, 700],
    [1024, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    // The toast goes away by itself: once more where a busy machine was slower.
    await expect(async () => {
      await page.goto(url);
      await page.locator('[data-index]').first().click();
      await page.keyboard.press('Delete');
      const toast = page.getByRole('button', { name: 'واگرد' });
      await expect(toast).toBeVisible();
      await entry(page, 'f.txt').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'اشتراک‌گذاری' }).click();
      const save = page.getByRole('dialog').getByRole('button', { name: 'کپی لینک' });
      await expect(save).toBeVisible();
      const [one, two] = await Promise.all(
        [toast.locator('xpath=..'), save].map((part) => part.boundingBox({ timeout: 500 })),
      );
      if (!one || !two) throw new Error('nothing to measure');
      const apart =
        one.x + one.width <= two.x ||
        two.x + two.width <= one.x ||
        one.y + one.height <= two.y ||
        two.y + two.height <= one.y;
      expect(apart, `${width}: ${JSON.stringify([one, two])}`).toBe(true);
    }).toPass({ intervals: [100, 100], timeout: 50_000 });
  }
});

test.describe('on a phone', { tag: '@phone' }, () => {
  test.skip(({ isMobile }) => !isMobile, 'fingers');

  test('a tap opens, a long press chooses, the menu comes from below', async ({ member: page, world }) => {
    const { url } = await folderWith(world, ['a.txt', 'b.txt', 'c.txt'], ['پوشه']);
    await page.goto(url);
    await entry(page, 'b.txt').locator('[data-part=more]').tap();
    await expect(page.getByRole('menuitem', { name: /^دانلود/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-count]')).toHaveCount(0);
    await entry(page, 'a.txt').dispatchEvent('pointerdown', { pointerType: 'touch', button: 0 });
    await expect(chosen(page)).toContainText('a.txt');
    await entry(page, 'a.txt').dispatchEvent('pointerup', { pointerType: 'touch' });
    await entry(page, 'c.txt').locator('[data-part=name]').tap();
    await expect(chosen(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'لغو انتخاب' }).tap();
    await entry(page, 'پوشه').locator('[data-part=name]').tap();
    await expect(page.getByRole('heading', { level: 2 })).toContainText('خالی');
    await page.getByRole('link', { name: 'رفتن به پوشهٔ بالاتر' }).tap();
    await expect(entry(page, 'a.txt')).toBeVisible();
  });

  test('a tap opens also after coming back from a file or a folder', async ({ member: page, world }) => {
    const { url } = await folderWith(world, ['a.txt', 'b.txt'], ['پوشه']);
    await page.goto(url);
    await entry(page, 'a.txt').locator('[data-part=name]').tap();
    await expect(page).toHaveURL(/\/preview/);
    await page.goBack();
    await expect(entry(page, 'b.txt')).toBeVisible();
    await expect(chosen(page)).toHaveCount(0);
    await entry(page, 'پوشه').locator('[data-part=name]').tap();
    await expect(page.getByRole('heading', { level: 2 })).toContainText('خالی');
    await page.getByRole('link', { name: 'رفتن به پوشهٔ بالاتر' }).tap();
    await expect(entry(page, 'b.txt')).toBeVisible();
    await expect(chosen(page)).toHaveCount(0);
    await page.reload();
    await entry(page, 'b.txt').locator('[data-part=name]').tap();
    await expect(page).toHaveURL(/\/preview/);
  });
});
