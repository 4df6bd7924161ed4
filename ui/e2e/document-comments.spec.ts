import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import JSZip from 'jszip';
import { Drive } from './drive';
import { expect, prefer, test } from './fixtures';
import { expectAccessible } from './looks';

const main = 'word/document.xml';
const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A letter with a comment on its first paragraph. */
async function commented(): Promise<Uint8Array> {
  const path = fileURLToPath(new URL('../../stories/testdata/documents/fa-letter.docx', import.meta.url));
  const zip = await JSZip.loadAsync(readFileSync(path));
  const text = (await zip.file(main)?.async('text')) ?? '';
  const words = '<w:commentRangeStart w:id="1"/><w:r><w:t>the sum</w:t></w:r><w:commentRangeEnd w:id="1"/>';
  zip.file(main, text.replace('</w:p>', `${words}</w:p>`));
  zip.file(
    'word/comments.xml',
    `<w:comments xmlns:w="${namespace}"><w:comment w:id="1" w:author="سارا محمدی" w:date="2026-11-20T10:42:00Z">` +
      '<w:p><w:r><w:t>این مبلغ درست است؟</w:t></w:r></w:p></w:comment></w:comments>',
  );
  return zip.generateAsync({ type: 'uint8array' });
}

for (const lang of ['fa', 'en'] as const) {
  const fa = lang === 'fa';

  test(
    `${lang}: the details tell what people remarked in a document`,
    { tag: [`@${lang}`] },
    async ({ member: page, world, isMobile }) => {
      test.skip(isMobile, 'the sheet has the same tabs');
      await prefer(page, lang);
      const drive = await Drive.of(world.server, world.spaceId);
      const folder = await drive.folder(`comments ${lang} ${Date.now()}`);
      const file = await drive.file('remarks.docx', await commented(), folder);
      const plain = await drive.file(
        'plain.docx',
        await (
          await JSZip.loadAsync(await commented())
        )
          .remove('word/comments.xml')
          .generateAsync({ type: 'uint8array' }),
        folder,
      );
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview?panel=details`);
      await page.getByRole('tab', { name: fa ? 'نظرها' : 'Comments' }).click();
      const list = page.getByRole('list', { name: fa ? 'نظرها' : 'Comments' });
      await expect(list.getByRole('listitem')).toHaveCount(1);
      await expect(list).toContainText('سارا محمدی');
      await expect(list).toContainText('این مبلغ درست است؟');
      await expectAccessible(page);
      await list.getByRole('button', { name: 'the sum' }).click();
      await expect(page).toHaveURL(/find=the\+sum/);
      // A document without comments has no such tab.
      const answered = page.waitForResponse((response) => response.url().includes('form=comments'));
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${plain}/preview?panel=details`);
      expect(await (await answered).json()).toEqual({ comments: [] });
      await expect(page.getByRole('tab', { name: fa ? 'نسخه‌ها' : 'Versions' })).toBeVisible();
      await expect(page.getByRole('tab', { name: fa ? 'نظرها' : 'Comments' })).toHaveCount(0);
    },
  );
}
