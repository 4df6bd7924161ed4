import type { Frame, FrameLocator, Locator, Page } from '@playwright/test';
import { expect, prefer, test, type World } from './fixtures';
import { open, put, saved, saving, stored, wordsIn, type Put } from './letters';
import { boxedWords } from './word-drawn';
import { paragraph, word } from './word-samples';

const cell = (text: string, width: number) =>
  `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc>`;
const table =
  '<w:tbl><w:tblPr><w:bidiVisual/><w:tblW w:w="9000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="600"/><w:gridCol w:w="5400"/><w:gridCol w:w="3000"/></w:tblGrid>' +
  `<w:tr>${cell('ردیف', 600)}${cell('شرح کالا یا خدمات', 5400)}${cell('مبلغ کل (ریال)', 3000)}</w:tr></w:tbl>`;
const sentence = 'این بند بلند است و در پهنای نمایشگر گوشی می‌شکند تا بدون بزرگ‌نمایی خوانده شود. ';

const report = (world: World, name: string): Promise<Put> =>
  word(
    [sentence.repeat(4), sentence.repeat(3)].map((text) => paragraph(text)).join('') +
      paragraph('تورفته', '<w:ind w:left="7000"/>') +
      table,
    true,
  ).then((bytes) => put(world, name, bytes));

/** The height of a line of a text as it is seen, in px. */
const heightOf = async (words: Locator) => (await words.first().boundingBox())?.height ?? 0;

/** Nothing reaches over the edges of the window. */
async function fits(page: Page, frame: FrameLocator, what: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  await expect
    .poll(async () => {
      const boxes = await Promise.all((await frame.locator(what).all()).map((one) => one.boundingBox()));
      return boxes.filter((box) => box && (box.x < 0 || box.x + box.width > width + 1)).length;
    })
    .toBe(0);
}

const scroll = (page: Page): Promise<number> =>
  (page.frames().find((one: Frame) => one.parentFrame() !== null) as Frame).evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );

test.describe('documents on a phone', { tag: '@phone' }, () => {
  test.skip(({ isMobile }) => !isMobile, 'for windows narrower than a page');

  test('a preview runs through the window in letters of their size, or stands on pages', async ({
    member: page,
    world,
  }) => {
    await prefer(page, 'fa');
    const { address, folder, file } = await report(world, 'phone preview');
    expect(address).toContain(file);
    await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`);
    await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
    const frame = page.frameLocator('main iframe');
    await fits(page, frame, 'article p, article table');
    expect(await scroll(page)).toBe(0);
    expect(await heightOf(frame.getByText('شرح کالا'))).toBeGreaterThan(18);
    await page.getByRole('button', { name: 'بزرگ‌نمایی' }).click();
    // Larger letters take more lines, not a wider page.
    await expect.poll(() => heightOf(frame.getByText('شرح کالا'))).toBeGreaterThan(22);
    expect(await scroll(page)).toBe(0);
    await page.getByRole('button', { name: 'نمایش صفحه‌ها مانند چاپ' }).click();
    await expect.poll(() => heightOf(frame.getByText('شرح کالا'))).toBeLessThan(16);
    await page.getByRole('button', { name: 'چیدن متن در پهنای نمایشگر' }).click();
    await expect.poll(() => heightOf(frame.getByText('شرح کالا'))).toBeGreaterThan(18);
  });

  test('text boxes and groups stand in the column of a phone', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const { folder, file } = await put(world, 'phone boxes', await boxedWords());
    await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`);
    await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
    const frame = page.frameLocator('main iframe');
    for (const text of ['متن کادر نو', 'متن کادر کهنه', 'گروه سه', 'پس از کادرها']) {
      await expect(frame.getByText(text, { exact: true })).toBeVisible();
    }
    await fits(page, frame, 'article p, .anbar-shape');
  });

  test('what is around the text at night has the colour of the page', async ({ member: page, world }) => {
    await prefer(page, 'fa', 'dark');
    const frame = await open(page, (await report(world, 'phone at night')).address);
    const sheet = await frame.locator('.layout-page').first().boundingBox();
    if (!sheet) throw new Error('there is no page');
    const colourAt = (y: number) => page.screenshot({ clip: { x: 4, y, width: 4, height: 4 } });
    const above = await frame
      .locator('.paged-editor__pages')
      .first()
      .evaluate((pages) => getComputedStyle(pages).backgroundColor);
    expect(above).not.toBe('rgb(255, 255, 255)');
    await expect.poll(async () => (await colourAt(sheet.y - 8)).equals(await colourAt(sheet.y + 8))).toBe(true);
  });

  test('an editor runs through the window, and what is typed there is saved for pages', async ({
    member: page,
    world,
  }) => {
    test.slow();
    await prefer(page, 'fa');
    const document = await report(world, 'phone editor');
    const frame = await open(page, document.address);
    await fits(page, frame, '.layout-page, .layout-page table, .layout-table');
    const words = frame.locator('.layout-page').first().getByText('شرح کالا');
    expect(await heightOf(words)).toBeGreaterThan(15);
    await frame
      .locator('.layout-page')
      .first()
      .click({ position: { x: 200, y: 20 } });
    await page.keyboard.press('Control+End', { delay: 60 });
    await page.keyboard.press('Control+Home', { delay: 60 });
    await page.keyboard.type('تازه ', { delay: 20 });
    await frame.getByRole('button', { name: 'نمایش صفحه‌ها مانند چاپ' }).click();
    await expect.poll(() => heightOf(words)).toBeLessThan(12);
    await frame.getByRole('button', { name: 'چیدن متن در پهنای نمایشگر' }).click();
    await expect.poll(() => heightOf(words)).toBeGreaterThan(15);
    // Headers stand on pages.
    await frame.getByText('درج', { exact: true }).first().click();
    await frame.getByText('سربرگ', { exact: true }).last().click();
    await expect(frame.locator('.hf-inline-editor')).toBeVisible();
    // The editor of the header, which is empty.
    await expect(frame.locator('.ProseMirror-focused')).toHaveText('');
    await page.keyboard.type('شرکت', { delay: 20 });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+s');
    await expect(saving(page, 'clean')).toContainText(/ذخیره شد/, saved);
    const main = await stored(world, document);
    expect(wordsIn(main)).toContain('تازه این بند بلند است');
    expect(main).toContain('<w:pgSz w:w="11906" w:h="16838"/>');
    expect(main).toContain('w:headerReference');
    expect(main).toMatch(/<w:gridCol w:w="600"\/>/);
  });
});
