import { Drive } from './drive';
import { documentsOf, editorOf } from './editor-samples';
import { expect, prefer, test } from './fixtures';
import { entry } from './sharing';

for (const lang of ['fa', 'en'] as const) {
  const say = (fa: string, en: string) => (lang === 'fa' ? fa : en);
  const product = say('انبار', 'Anbar');

  test(
    `the window names what it shows: ${lang}`,
    { tag: lang === 'en' ? ['@en', '@phone'] : ['@fa'] },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const { server, spaceId } = world;
      const drive = await Drive.of(server, spaceId);
      const name = `قرارداد Northwind ${Date.now()}`;
      const folder = await drive.folder(name);
      await drive.folder('پیوست‌ها', folder);
      const file = await drive.file('برنامه.txt', 'سلام', folder);
      const space = `/workspace/${spaceId}`;
      const here = `${space}/directory/${folder}`;

      await page.goto(`${space}?view=list&sort=created_at:-1`);
      await entry(page, name).waitFor();
      await expect(page).toHaveTitle(`${say('فایل‌های مشترک', 'Shared files')} · ${product}`);

      // Into folders and back, without a reload.
      await page.goto(`${here}?view=list`);
      await expect(page).toHaveTitle(`${name} · ${product}`);
      await entry(page, 'پیوست').locator('[data-part=name]').click();
      if (page.url().includes(folder)) await page.keyboard.press('Enter');
      await expect(page).toHaveTitle(`پیوست‌ها · ${product}`);
      await page.goBack();
      await expect(page).toHaveTitle(`${name} · ${product}`);

      await page.goto(`${space}/directory/${folder}/file/${file}/preview`);
      await expect(page).toHaveTitle(`برنامه.txt · ${product}`);
      await page.goto(`${here}/file/${file}/activity`);
      await expect(page).toHaveTitle(new RegExp(`برنامه\\.txt.* · ${product}$`));
      await page.goto(`${space}/search?q=${encodeURIComponent('گزارش')}`);
      await expect(page).toHaveTitle(`گزارش · ${say('جست‌وجو', 'Search')} · ${product}`);
      await page.goto(`${space}/trash`);
      await expect(page).toHaveTitle(`${say('سطل بازیافت', 'Trash')} · ${product}`);

      const { word, folder: documents } = await documentsOf(world);
      await page.goto(editorOf(world, documents, word));
      await expect(page).toHaveTitle(`نامه.docx · ${product}`);
    },
  );
}
