import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { expectAccessible } from './looks';
import { changedContract } from './word-changed';
import { paragraph, word } from './word-samples';

async function open(page: Page, world: World, bytes: Uint8Array) {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`changed ${Date.now()}`);
  const file = await drive.file('contract.docx', bytes, folder);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`);
  await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
  return page.frameLocator('main iframe');
}

for (const lang of ['fa', 'en'] as const) {
  const fa = lang === 'fa';

  test(
    `${lang}: changes are shown as such, as if accepted and as before`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const frame = await open(page, world, await changedContract());
      const deleted = frame.getByText('یک سال');
      await expect(deleted).toBeVisible();
      const change = frame.locator('del[data-change=deleted]').first();
      await expect(change).toHaveCSS('text-decoration-line', 'line-through');
      await expect(change).toHaveAttribute(
        'title',
        fa ? /^حذف سارا محمدی، ۲۹ آبان ۱۴۰۵/ : /^Deleted: سارا محمدی, Nov 20, 2026/,
      );
      await expect(frame.locator('[data-change=movedHere]')).toHaveText('بند جابه‌جاشده.');
      await expect(frame.locator('tr[data-change=inserted]')).toHaveText('ردیف تازه');
      await page.getByText(fa ? 'با پذیرش همه' : 'As if accepted').click();
      await expect(deleted).toHaveCount(0);
      await expect(frame.getByText('مدت قرارداد دو سال است.')).toBeVisible();
      await expect(frame.getByText('بند جابه‌جاشده.')).toHaveCount(1);
      await page.getByText(fa ? 'متن اصلی' : 'Original').click();
      await expect(frame.getByText('مدت قرارداد یک سال است.')).toBeVisible();
      await expect(frame.getByText('ردیف تازه')).toHaveCount(0);
      await expectAccessible(page);
    },
  );

  test(
    `${lang}: comments stand beside the document with their answers`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ member: page, world, isMobile }) => {
      await prefer(page, lang);
      const frame = await open(page, world, await changedContract());
      const list = page.getByRole('complementary', { name: fa ? 'نظرها' : 'Comments' });
      await expect(list.getByRole('listitem')).toHaveCount(2);
      const first = list.getByRole('listitem').first();
      await expect(first).toContainText('این مبلغ درست است؟');
      await expect(first).toContainText('بله، طبق توافق.');
      await expect(list.getByRole('listitem').last()).toContainText(fa ? 'حل‌شده' : 'Resolved');
      const [pages, beside] = [await page.locator('main iframe').boundingBox(), await list.boundingBox()];
      if (isMobile) expect(beside?.y).toBeGreaterThanOrEqual((pages?.y ?? 0) + (pages?.height ?? 0) - 1);
      else expect(beside?.y).toBeLessThanOrEqual((pages?.y ?? 0) + 1);
      await frame.locator('button[title="سارا محمدی"]').click();
      await expect(first).toHaveClass(/ring-brand/);
      await page.getByRole('button', { name: fa ? /^نظرها/ : /^Comments/ }).click();
      await expect(list).toHaveCount(0);
      await expect(frame.locator('.anbar-comment').first()).toBeHidden();
    },
  );
}

test('a document without changes and comments has no bar', async ({ member: page, world }) => {
  await prefer(page, 'en');
  await open(page, world, await word(paragraph('متن')));
  await expect(page.getByText('As if accepted')).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Comments' })).toHaveCount(0);
});
