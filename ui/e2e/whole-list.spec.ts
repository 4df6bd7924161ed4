import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test } from './fixtures';
import { entry } from './sharing';
import { chooseItem } from './menus';

const FILES = 450;

interface Batch {
  file_ids: string[];
  directory_ids: string[];
  selection: { except: string[] };
}

/** What the next call of an operation sends. */
async function sentBy(page: Page, call: string, act: () => Promise<unknown>): Promise<Batch> {
  const request = page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith(call));
  await act();
  return (await request).postDataJSON() as Batch;
}

for (const lang of ['fa', 'en'] as const) {
  const say = (fa: string, en: string) => (lang === 'fa' ? fa : en);
  const shown = (n: number) => n.toLocaleString(lang === 'fa' ? 'fa-IR' : 'en-US');

  test(
    `${lang}: a whole list is cut, pasted, undone, duplicated and deleted by one call each`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ member: page, world, isMobile }) => {
      test.slow();
      await prefer(page, lang);
      const drive = await Drive.of(world.server, world.spaceId);
      const from = await drive.folder(`whole ${Date.now()}`);
      const to = await drive.folder(`target ${Date.now()}`);
      await drive.crowd(
        Array.from({ length: FILES }, (_, n) => `file-${String(n).padStart(4, '0')}.txt`),
        from,
      );
      const { access } = await world.server.session();
      const count = async (id: string) => {
        const { page_info: info } = await world.server.call<{ page_info: { total: number } }>(
          'GET',
          `storage/space/${world.spaceId}/directory/${id}`,
          undefined,
          access,
        );
        return info.total;
      };
      const show = async (id: string) => {
        await page.goto(`/workspace/${world.spaceId}/directory/${id}?view=list&sort=name:1`);
        await page.locator('[data-entries], [data-state=empty]').waitFor();
      };
      const fromBar = async (item: string) => {
        await page
          .getByRole('toolbar', { name: say('گزینه‌های موارد انتخاب‌شده', 'Actions for the selected items') })
          .getByRole('button', { name: say('گزینه‌های موارد انتخاب‌شده', 'Actions for the selected items') })
          .click();
        await chooseItem(page, item);
      };
      /** All but the second one. */
      const chooseAll = async (total = FILES) => {
        await entry(page, 'file-0001.txt').waitFor();
        if (isMobile) {
          await entry(page, 'file-0000.txt').dispatchEvent('pointerdown', { pointerType: 'touch', button: 0 });
          await expect(page.locator('[data-entries] [aria-selected=true][data-index]')).toHaveCount(1);
          await entry(page, 'file-0000.txt').dispatchEvent('pointerup', { pointerType: 'touch' });
          await fromBar(say('انتخاب همه', 'Select all'));
          await entry(page, 'file-0001.txt').locator('[data-part=name]').tap();
        } else {
          await page.keyboard.press('Control+a');
          await entry(page, 'file-0001.txt').click({ modifiers: ['Control'] });
        }
        await expect(page.locator('[data-count]')).toContainText(shown(total - 1));
      };
      const undo = () => page.getByRole('button', { name: say('واگرد', 'Undo'), exact: true }).last();

      await show(from);
      await chooseAll();
      if (isMobile) await fromBar(say('برش', 'Cut'));
      else await page.keyboard.press('Control+x');
      await expect(page.locator('[data-held]')).toContainText(shown(FILES - 1));
      // What comes after the cut is not meant.
      const late = await drive.file('late.txt', 'late', from);
      await show(to);
      const moved = await sentBy(page, 'batch-move', () =>
        page.getByRole('button', { name: say('چسباندن این‌جا', 'Paste here') }).click(),
      );
      expect([moved.file_ids, moved.directory_ids]).toEqual([[], []]);
      expect(moved.selection.except).toHaveLength(1);
      await expect(undo()).toBeVisible();
      await expect.poll(() => count(to)).toBe(FILES - 1);
      expect(await count(from)).toBe(2);
      await drive.trash({ files: [late] });
      await expect(page.locator('[data-held]')).toHaveCount(0);
      await expect(entry(page, 'file-0002.txt')).toBeVisible();
      await undo().click();
      await expect.poll(() => count(from)).toBe(FILES);
      expect(await count(to)).toBe(0);

      await show(from);
      await chooseAll();
      const copied = await sentBy(page, 'batch-copy', async () => {
        await fromBar(say('ساختن کپی', 'Duplicate'));
      });
      expect([copied.file_ids, copied.directory_ids, copied.selection.except.length]).toEqual([[], [], 1]);
      await expect.poll(() => count(from)).toBe(2 * FILES - 1);

      await show(from);
      await chooseAll(2 * FILES - 1);
      if (isMobile) await entry(page, 'file-0001.txt').locator('[data-part=name]').tap();
      else await entry(page, 'file-0001.txt').click({ modifiers: ['Control'] });
      await expect(page.locator('[data-count]')).toContainText(shown(2 * FILES - 1));
      const deleted = await sentBy(page, 'batch-delete', () =>
        page.getByRole('button', { name: say('حذف', 'Delete'), exact: true }).click(),
      );
      expect([deleted.file_ids, deleted.directory_ids, deleted.selection.except]).toEqual([[], [], []]);
      await expect.poll(() => count(from)).toBe(0);
      await expect(page.locator('[data-state=empty]')).toBeVisible();
      await undo().click();
      await expect.poll(() => count(from)).toBe(2 * FILES - 1);
      await expect(entry(page, 'file-0000.txt')).toBeVisible();
    },
  );
}
