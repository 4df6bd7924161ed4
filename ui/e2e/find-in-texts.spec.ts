import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';

async function open(page: Page, world: World, name: string, content: Uint8Array | string, query = '') {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`find ${name} ${Date.now()}`);
  const file = await drive.file(name, content, folder);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview${query}`);
}

const wide = (text: string) =>
  `<FEFF${Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('')}>`;

const note = (rest: string, top: number) => `<< /Type /Annot /P 4 0 R /Rect [60 ${top} 260 ${top + 24}] ${rest} >>`;

/** Two pages; on the second one a field of a form, a free note, a remark at highlighted text and a password. */
function form(): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 9 0 R] /DR << /Font << /H 5 0 R >> >> >> >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /H 5 0 R >> >> >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /H 5 0 R >> >> ' +
      '/Annots [6 0 R 7 0 R 8 0 R 9 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    note(`/Subtype /Widget /FT /Tx /T (name) /DA (/H 12 Tf) /V ${wide('مریم کریمی')}`, 700),
    note('/Subtype /FreeText /DA (/H 12 Tf 0 g) /Contents (free remark)', 400),
    note(
      `/Subtype /Highlight /C [1 1 0] /QuadPoints [60 124 260 124 60 100 260 100] /Contents ${wide('این بند را ببینید')}`,
      100,
    ),
    note('/Subtype /Widget /FT /Tx /T (secret) /Ff 8192 /DA (/H 12 Tf) /V (hunter2)', 600),
  ];
  return `%PDF-1.7\n${objects.map((text, at) => `${at + 1} 0 obj\n${text}\nendobj\n`).join('')}trailer << /Root 1 0 R >>\n%%EOF`;
}

const field = (page: Page) => page.getByRole('searchbox');

for (const lang of ['fa', 'en'] as const) {
  const say = (fa: string, en: string) => (lang === 'fa' ? fa : en);
  test.describe(`words to find, ${lang}`, { tag: `@${lang}` }, () => {
    test.beforeEach(async ({ member: page }) => {
      await prefer(page, lang);
    });

    test('in forms and notes of a PDF, where they lie', async ({ member: page, world, isMobile }) => {
      test.skip(isMobile, 'keys');
      await open(page, world, 'form.pdf', form());
      await expect(page.locator('[data-page="1"] canvas')).toBeVisible();
      await page.keyboard.press('Control+f');
      await field(page).fill('مريم');
      const frame = page.locator('[data-page="2"] .pdf-found-note');
      await expect(frame).toHaveCount(1);
      await expect(frame).toBeInViewport();
      const sheet = await page.locator('[data-page="2"]').boundingBox();
      const box = await frame.boundingBox();
      expect(((box?.y ?? 0) - (sheet?.y ?? 0)) / (sheet?.height ?? 1)).toBeCloseTo((842 - 724) / 842, 2);
      expect((box?.width ?? 0) / (sheet?.width ?? 1)).toBeCloseTo(200 / 595, 2);
      // A remark that no reader sees on the page is said at its place.
      await field(page).fill('بند را');
      await expect(frame).toHaveText('این بند را ببینید');
      await expect(frame).toBeInViewport();
      await field(page).fill('free');
      await expect(frame).toHaveCount(1);
      await field(page).fill('hunter2');
      await expect(page.getByText(say('موردی پیدا نشد', 'No matches'))).toBeVisible();
      await expect(frame).toHaveCount(0);
    });

    test('in all cells of a table', { tag: '@phone' }, async ({ member: page, world, isMobile }) => {
      const rows = Array.from({ length: 20_000 }, (_, at) => `${at + 1},کالا ${at + 1},${at % 7}`);
      rows[15_000] = '15001,آخرین «كتاب»,3';
      rows[19_998] = '19999,کتاب,3';
      await open(page, world, 'stock.csv', rows.join('\n'), isMobile ? '?find=کتاب' : '');
      const grid = page.getByRole('grid');
      await expect(grid).toBeVisible();
      if (!isMobile) {
        await page.keyboard.press('Control+f');
        await field(page).fill('کتاب');
      }
      await expect(page.getByText(say('۱ از ۲', '1 of 2'), { exact: true })).toBeVisible();
      await expect(grid.locator('.found-cell-now')).toHaveText('آخرین «كتاب»');
      await expect(grid.locator('.found-cell-now')).toBeInViewport();
      await page.getByRole('button', { name: say('مورد بعدی', 'Next match') }).click();
      await expect(grid.locator('.found-cell-now')).toHaveText('کتاب');
      await expect(grid.locator('.found-cell-now')).toBeInViewport();
      await field(page).press('Escape');
      await expect(grid.locator('.found-cell, .found-cell-now')).toHaveCount(0);
    });

    test('in all lines of a text, and in what is shown of a long one', async ({ member: page, world, isMobile }) => {
      test.skip(isMobile, 'keys');
      const lines = Array.from({ length: 30_000 }, (_, at) => `سطر ${at + 1}\r`);
      lines[25_000] = 'پیدا شو، مي‌روم\r';
      await open(page, world, 'long.log', lines.join('\n'));
      await expect(page.locator('.cm-content')).toContainText('سطر 1');
      await page.keyboard.press('Control+f');
      await field(page).fill('می روم');
      await expect(page.locator('.cm-content .found-now')).toHaveText('مي‌روم');
      await expect(page.locator('.cm-content .found-now')).toBeInViewport();
      await open(page, world, 'longer.log', `${'0123456789\n'.repeat(250_000)}the end`, '?find=end');
      await expect(field(page)).toHaveValue('end');
      await expect(page.getByRole('search')).toContainText(say('ابتدای فایل که نمایش داده شده', 'are searched'));
    });
  });
}
