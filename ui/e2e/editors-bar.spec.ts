import type { FrameLocator } from '@playwright/test';
import { expect, prefer, test } from './fixtures';
import { open, put } from './letters';
import { press } from './secretary';
import { paragraph, word } from './word-samples';

/** A red dot. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const MAIN = 'http://schemas.openxmlformats.org/drawingml/2006';
const picture =
  `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${MAIN}/wordprocessingDrawing"><wp:extent cx="914400" cy="914400"/>` +
  `<wp:docPr id="1" name="dot"/><a:graphic xmlns:a="${MAIN}/main"><a:graphicData uri="${MAIN}/picture">` +
  `<pic:pic xmlns:pic="${MAIN}/picture"><pic:nvPicPr><pic:cNvPr id="1" name="dot"/><pic:cNvPicPr/></pic:nvPicPr>` +
  `<pic:blipFill><a:blip r:embed="rId8" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"/>` +
  `<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="914400" cy="914400"/>` +
  `</a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

const cell = (text: string) => `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc>`;
const table =
  '<w:tbl><w:tblPr><w:tblW w:w="6000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>' +
  `<w:tr>${cell('First cell')}${cell('Second cell')}</w:tr></w:tbl>`;

/** Buttons of the bars that are not wholly within the window. */
const cutOff = (frame: FrameLocator) =>
  frame.locator('[data-testid=editor-toolbar] button').evaluateAll((buttons) =>
    buttons
      .filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left < 0 || right > innerWidth;
      })
      .map((one) => one.getAttribute('aria-label') ?? one.textContent),
  );

for (const lang of ['fa', 'en'] as const) {
  test(`all tools are in sight beside a table and a picture (${lang})`, async ({ member: page, world, isMobile }) => {
    test.skip(isMobile, 'a phone shows a part of the bar');
    await prefer(page, lang);
    await page.setViewportSize({ width: 1440, height: 900 });
    const dot = { id: 'rId8', name: 'media/dot.png', kind: 'image', content: PNG, type: 'image/png' };
    const bytes = await word(paragraph('Before') + table + picture, false, [dot]);
    const { address } = await put(world, `bar ${lang}`, bytes);
    const frame = await open(page, address);
    const turn = frame.getByRole('button', { name: /^(راست به چپ|Right to left)/ });
    await frame.locator('.layout-page').getByText('Before').click();
    await expect(turn).toBeInViewport({ ratio: 1 });
    await frame.locator('.layout-page').getByText('First cell').click();
    await expect(frame.getByTestId('toolbar-table-borders')).toBeVisible();
    await expect(turn).toBeInViewport({ ratio: 1 });
    expect(await cutOff(frame)).toEqual([]);
    await press(page, 'Control+End');
    await press(page, 'ArrowLeft');
    await expect(frame.getByTestId('toolbar-image-wrap')).toBeVisible();
    await expect(turn).toBeInViewport({ ratio: 1 });
    expect(await cutOff(frame)).toEqual([]);
    if (process.env.SHOT) await page.screenshot({ path: `/tmp/keys/shot-${lang}.png` });
  });
}
