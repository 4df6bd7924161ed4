import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import JSZip from 'jszip';
import { Drive } from './drive';
import { expect, prefer, test } from './fixtures';
import { expectAccessible } from './looks';

const sample = () =>
  readFileSync(fileURLToPath(new URL('../../stories/testdata/documents/fa-letter.docx', import.meta.url)));

/** The letter with words at the end of its first paragraph, and a paragraph after it. */
async function withWords(words: string, paragraph = ''): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(sample());
  const main = (await zip.file('word/document.xml')?.async('text')) ?? '';
  const more = paragraph && `<w:p><w:r><w:t>${paragraph}</w:t></w:r></w:p>`;
  zip.file(
    'word/document.xml',
    main.replace('</w:p>', `<w:r><w:t xml:space="preserve"> ${words}</w:t></w:r></w:p>${more}`),
  );
  return zip.generateAsync({ type: 'uint8array' });
}

for (const lang of ['fa', 'en'] as const) {
  const fa = lang === 'fa';

  test(
    `${lang}: versions show what they changed, and one is restored`,
    { tag: `@${lang}` },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const drive = await Drive.of(world.server, world.spaceId);
      const folder = await drive.folder(`versions ${lang} ${Date.now()}`);
      const file = await drive.file('contract.docx', await withWords('two thousand'), folder);
      await drive.file(
        'contract.docx',
        await withWords('three thousand', 'An addition at the end.'),
        folder,
        'version',
      );
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview?panel=versions`);
      const compare = page.getByRole('button', { name: fa ? 'مقایسهٔ نسخه‌ها' : 'Compare versions' });
      // On a phone the details are a sheet that opens when asked.
      if (!(await page.evaluate(() => matchMedia('(min-width: 1024px)').matches))) {
        await page.getByRole('button', { name: fa ? 'جزئیات' : 'Details', exact: true }).click();
      }
      await compare.click();
      await expect(page.locator('del')).toHaveText('two');
      await expect(page.locator('ins').first()).toHaveText('three');
      await expect(page.locator('ins').last()).toHaveText('An addition at the end.');
      const rows = page.locator('[data-version]');
      await expect(rows.first()).toContainText(fa ? '۱ تغییر، ۱ افزوده' : '1 change, 1 addition');
      await expectAccessible(page);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await page.getByRole('switch', { name: fa ? 'نمایش تغییرات' : 'Show changes' }).click();
      await expect(page.locator('main iframe').first()).toBeVisible();
      await page.getByRole('switch', { name: fa ? 'نمایش تغییرات' : 'Show changes' }).click();
      await rows.last().getByRole('button').click();
      await expect(rows.last()).toContainText(fa ? 'نسخهٔ اول' : 'First version');
      await expect(page.locator('del, ins')).toHaveCount(0);
      await page.getByRole('button', { name: fa ? 'بازگرداندن این نسخه' : 'Restore this version' }).click();
      await expect(page).toHaveURL(/\/preview/);
      const path = `storage/space/${world.spaceId}/directory/${folder}/file/${file}/properties`;
      const { access } = await world.server.session();
      await expect
        .poll(async () => {
          const { file_versioning: all } = await world.server.call<{
            file_versioning: { number: number; is_head: boolean }[];
          }>('GET', path, undefined, access);
          return all.find(({ is_head: head }) => head)?.number;
        })
        .not.toBe(2);
    },
  );
}
