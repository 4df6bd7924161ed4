import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test } from './fixtures';
import { addReader, expectSaid, said, startReader } from './spoken';

/** Presses keys; the page gets the time to say what came of each. */
async function press(page: Page, ...keys: string[]) {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(250);
  }
}

for (const lang of ['fa', 'en'] as const) {
  test.describe(`in ${lang}`, () => {
    test.beforeEach(async ({ page }) => {
      await addReader(page);
      await prefer(page, lang);
    });

    test('signing in', async ({ page }) => {
      await page.goto('/login');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await startReader(page);
      await press(page, 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab');
      expectSaid(await said(page), `sign-in.${lang}`);
    });

    test('a list, a new name, deleting and undoing', async ({ member: page, world }) => {
      const drive = await Drive.of(world.server, world.spaceId);
      const folder = await drive.folder(`گفتار ${Date.now()}`);
      await drive.crowd(['a.txt', 'b.txt'], folder);
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list&sort=name:1`);
      await page.locator('[data-index]').first().waitFor();
      await page.waitForTimeout(500);
      await startReader(page);
      await press(page, 'ArrowDown', 'ArrowDown', 'F2', 'Escape', 'Delete');
      await expect(page.locator('[data-index]')).toHaveCount(1);
      await press(page, 'Control+z');
      await expect(page.locator('[data-index]')).toHaveCount(2);
      await page.waitForTimeout(500);
      expectSaid(await said(page), `list.${lang}`);
    });

    test('an upload is not read with each per cent', async ({ member: page, world }) => {
      const drive = await Drive.of(world.server, world.spaceId);
      const folder = await drive.folder(`آپلود ${Date.now()}`);
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list`);
      await page.locator('[data-state]').first().waitFor();
      await startReader(page);
      const files = await page.evaluateHandle(() => {
        const made = new DataTransfer();
        for (let n = 0; n < 3; n += 1) {
          const bytes = crypto.getRandomValues(new Uint8Array(60_000));
          made.items.add(
            new File(
              Array.from({ length: 60 }, () => bytes),
              `film-${n}.bin`,
            ),
          );
        }
        return made;
      });
      await page.locator('[data-state]').first().dispatchEvent('drop', { dataTransfer: files });
      await expect(page.locator('[data-upload=UPLOAD_SUCCESS]')).toHaveCount(3);
      await page.waitForTimeout(500);
      const heard = await said(page);
      expect(heard.filter((phrase) => /[%٪]/.test(phrase))).toEqual([]);
      expect(heard.filter((phrase) => /film-/.test(phrase)).length).toBeLessThan(4);
    });
  });
}
