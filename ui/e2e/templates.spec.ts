import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Drive } from './drive';
import { expect, prefer, test } from './fixtures';
import { expectAccessible } from './looks';
import { chooseItem } from './menus';

const sample = () =>
  readFileSync(fileURLToPath(new URL('../../stories/testdata/documents/fa-letter.docx', import.meta.url)));

for (const lang of ['fa', 'en'] as const) {
  const fa = lang === 'fa';

  test(
    `${lang}: a folder of templates is chosen, a document begins with one of them`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ member: page, world, isMobile }) => {
      test.slow();
      await prefer(page, lang);
      const drive = await Drive.of(world.server, world.spaceId);
      const stamp = `${lang} ${Date.now()}`;
      const outer = await drive.folder(`outer ${stamp}`);
      const forms = await drive.folder(`forms ${stamp}`, outer);
      const here = await drive.folder(`here ${stamp}`);
      const { access } = await world.server.session();
      await world.server.call('PUT', `editor/templates/space/${world.spaceId}`, {}, access);
      const newFrom = async () => {
        await page.goto(`/workspace/${world.spaceId}/directory/${here}`);
        await page
          .getByRole('button', { name: fa ? 'جدید' : 'New', exact: true })
          .last()
          .click();
        await page.getByRole('menuitem', { name: fa ? 'از الگو…' : 'From a template…' }).click();
      };

      // Nothing is chosen yet: the dialog leads to the settings, where a folder is.
      await newFrom();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('radio')).toHaveCount(4);
      await expectAccessible(page);
      await dialog.getByRole('link', { name: fa ? 'انتخاب پوشه…' : 'Choose a folder…' }).click();
      await page.getByRole('button', { name: fa ? 'انتخاب پوشه…' : 'Choose a folder…' }).click();
      const choose = dialog.getByRole('button', { name: fa ? 'انتخاب همین پوشه' : 'Choose this folder' });
      await expect(choose).toBeDisabled();
      await dialog.getByRole('button', { name: `outer ${stamp}` }).click();
      await dialog.getByRole('button', { name: `forms ${stamp}` }).click();
      await expect(choose).toBeEnabled();
      await choose.click();
      await expect(page.getByRole('main').getByRole('link', { name: `forms ${stamp}` })).toBeVisible();
      await expectAccessible(page);

      // The folder is empty, then it has more templates than one sees at a glance.
      await newFrom();
      await dialog.getByRole('link', { name: fa ? 'باز کردن پوشه' : 'Open the folder' }).click();
      await expect(page).toHaveURL(new RegExp(forms));
      await drive.file('نامهٔ اداری.docx', sample(), forms);
      for (let n = 1; n <= 12; n++) await drive.file(`Budget ${n}.xlsx`, `sheet ${n}`, forms);
      await newFrom();
      const radios = dialog.getByRole('radio');
      await expect(radios).toHaveCount(17);
      await expectAccessible(page);
      await dialog.getByRole('searchbox').fill('نامهٔ');
      await expect(radios).toHaveCount(1);
      await dialog.getByRole('radio', { name: 'نامهٔ اداری.docx' }).check();
      await dialog
        .getByRole('textbox', { name: fa ? 'نام سند جدید' : 'Name of the new document' })
        .fill(`To Reza ${stamp}`);
      await dialog.getByRole('button', { name: fa ? 'ساختن' : 'Create' }).click();
      await expect(page).toHaveURL(/\/editor\/onlyoffice\?/);
      await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
      await expect(page.getByRole('banner')).toContainText(`To Reza ${stamp}.docx`);
      // One that comes with the program is filled in as far as the server knows.
      await newFrom();
      await dialog.getByRole('radio', { name: fa ? 'نامهٔ اداری' : 'Letter', exact: true }).check();
      await dialog.getByRole('button', { name: fa ? 'ساختن' : 'Create' }).click();
      await expect(page).toHaveURL(/\/editor\/onlyoffice\?/);
      await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
      const letter = page.frameLocator('main iframe').locator('.layout-page').first();
      await expect(letter).toContainText(fa ? 'پیوست: ندارد' : 'Yours sincerely,');
      if (isMobile) return;

      // The menu of the folder takes it back.
      await page.goto(`/workspace/${world.spaceId}/directory/${outer}`);
      await page.getByText(`forms ${stamp}`).first().click({ button: 'right' });
      await chooseItem(page, fa ? 'پایان استفاده به‌عنوان پوشهٔ الگوها' : 'Stop using as templates folder');
      await expect(
        page.getByText(fa ? 'این فضای کاری دیگر پوشهٔ الگو ندارد.' : 'The workspace no longer has a templates folder.'),
      ).toBeVisible();
      await page.getByText(`forms ${stamp}`).first().click({ button: 'right' });
      await chooseItem(page, fa ? 'استفاده به‌عنوان پوشهٔ الگوها' : 'Use as templates folder');
      await expect(page.getByText(fa ? /از این پس الگو هستند/ : /are templates from now on/)).toBeVisible();
    },
  );
}
