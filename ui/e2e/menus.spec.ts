import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { expectAccessible } from './looks';
import { entry } from './sharing';

const MOST = 9;

async function openFolder(page: Page, { server, spaceId }: World, names: string[], folders: string[] = []) {
  const drive = await Drive.of(server, spaceId);
  const id = await drive.folder(`منو ${Date.now()}`);
  for (const name of folders) await drive.folder(name, id);
  await drive.crowd(names, id);
  await page.goto(`/workspace/${spaceId}/directory/${id}?view=list&sort=name:1`);
  await page.locator('[data-index]').first().waitFor();
}

for (const lang of ['fa', 'en'] as const) {
  const say = <T>(fa: T, en: T) => (lang === 'fa' ? fa : en);
  const arrange = say('کپی و انتقال', 'Copy and move');
  const more = say('بیشتر', 'More');
  const back = say('بازگشت', 'Back');

  test.describe(`in ${lang}`, { tag: lang === 'en' ? ['@en', '@phone'] : ['@fa'] }, () => {
    test.beforeEach(({ page }) => prefer(page, lang));

    test('the menu of an entry is short, and its submenus obey the keys', async ({ member: page, world, isMobile }) => {
      test.skip(isMobile, 'keys');
      await openFolder(page, world, ['a.docx', 'b.txt'], ['plans']);
      const items = page.getByRole('menuitem');
      for (const name of ['a.docx', 'b.txt', 'plans']) {
        await entry(page, name).click({ button: 'right' });
        await expect(items.last()).toHaveText(say('حذف', 'Delete') + 'Delete');
        expect(await items.count()).toBeLessThanOrEqual(MOST);
        await page.keyboard.press('Escape');
        await expect(items).toHaveCount(0);
      }
      const [into, out] = lang === 'fa' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
      const way = page.getByRole('menuitem', { name: arrange });
      const first = page.getByRole('menuitem', { name: say('انتقال به…', 'Move to…') });
      await entry(page, 'b.txt').click();
      await page.keyboard.press('Shift+F10');
      await expect(way).toBeVisible();
      const count = await items.count();
      for (let steps = 0; steps < MOST && !(await way.evaluate((it) => it === document.activeElement)); steps += 1)
        await page.keyboard.press('ArrowDown');
      await expect(way).toBeFocused();

      for (const [open, close] of [
        [into, out],
        ['Enter', 'Escape'],
      ] as const) {
        await page.keyboard.press(open);
        await expect(first, open).toBeFocused();
        await page.keyboard.press(close);
        await expect(first, close).toHaveCount(0);
        await expect(way, close).toBeFocused();
        expect(await items.count()).toBe(count);
      }
      await page.keyboard.press('Escape');
      await expect(items).toHaveCount(0);
      await expect(entry(page, 'b.txt')).toHaveAttribute('aria-selected', 'true');
      // The keys of the list work again.
      await page.keyboard.press('ArrowUp');
      await expect(entry(page, 'a.docx')).toHaveAttribute('aria-selected', 'true');

      // The mouse goes from one submenu to the next.
      await page.keyboard.press('Shift+F10');
      await way.hover();
      await expect(first).toBeVisible();
      await expectAccessible(page, '[role=menu]');
      const box = await page.getByRole('menuitem', { name: more }).boundingBox();
      if (!box) throw new Error('no such row');
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
      await expect(first).toHaveCount(0);
      const mark = page.getByRole('menuitem', { name: say('نشان کردن', 'Add to favorites') });
      await mark.hover();
      await expect(mark).toHaveAttribute('data-highlighted');
      await mark.click();
      await expect(items).toHaveCount(0);
      await expect(entry(page, 'a.docx').getByRole('img', { name: say('نشان‌شده', 'Favorite') })).toBeVisible();
    });

    test('a press that lasts as long as that of a person does what it says', async ({
      member: page,
      world,
      isMobile,
    }) => {
      test.skip(isMobile, 'a mouse');
      await openFolder(page, world, ['a.txt', 'b.txt', 'c.txt']);
      const way = page.getByRole('menuitem', { name: arrange });
      const other = page.getByRole('menuitem', { name: more });
      const mark = page.getByRole('menuitem', { name: say('نشان کردن', 'Add to favorites') });
      const press = async (name: string, open: () => Promise<void>, lead: () => Promise<void>) => {
        await open();
        await lead();
        await mark.click({ delay: 150 });
        await expect(page.getByRole('menuitem')).toHaveCount(0);
        const starred = entry(page, name).getByRole('img', { name: say('نشان‌شده', 'Favorite') });
        await expect(starred).toBeVisible({ timeout: 5000 });
      };
      const byButton = (name: string) => entry(page, name).locator('[data-part=more]').click();
      const byMouse = (name: string) => entry(page, name).click({ button: 'right' });
      await press(
        'a.txt',
        () => byMouse('a.txt'),
        () => other.hover(),
      );
      await press(
        'b.txt',
        () => byButton('b.txt'),
        () => other.click({ delay: 150 }),
      );
      await press(
        'c.txt',
        () => byMouse('c.txt'),
        async () => {
          await way.hover();
          await page.getByRole('menuitem', { name: say('انتقال به…', 'Move to…') }).waitFor();
          const box = await other.boundingBox();
          if (!box) throw new Error('no such row');
          await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
        },
      );
    });

    test('on a phone what matters is in sight, and a submenu leads back', async ({ member: page, world, isMobile }) => {
      test.skip(!isMobile, 'fingers');
      await openFolder(page, world, ['گزارش سال.docx']);
      await entry(page, 'گزارش').locator('[data-part=more]').tap();
      const sheet = page.getByRole('dialog');
      const items = sheet.getByRole('menuitem');
      for (const name of [say('اشتراک‌گذاری', 'Share'), say('جزئیات', 'Details'), say('حذف', 'Delete')]) {
        const item = items.filter({ hasText: name });
        await expect(item).toBeInViewport({ ratio: 1 });
        const box = await item.boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(44);
      }
      expect(await items.count()).toBeLessThanOrEqual(MOST);
      const scrolled = await sheet.getByRole('menu').evaluate((menu) => {
        const area = menu.parentElement;
        return area ? area.scrollHeight - area.clientHeight : 0;
      });
      expect(scrolled).toBe(0);

      await items.filter({ hasText: arrange }).tap();
      await expect(sheet.getByRole('heading', { name: arrange })).toBeVisible();
      await expect(items.first()).toBeFocused();
      await sheet.getByRole('button', { name: back }).tap();
      await expect(items.filter({ hasText: arrange })).toBeFocused();
      // The same by the key of a keyboard that is connected.
      await page.keyboard.press('Enter');
      await expect(items.first()).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(items.filter({ hasText: arrange })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(sheet).toHaveCount(0);
    });
  });
}
