import type { Locator } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test } from './fixtures';
import { drawnSlides, metafileSlide } from './slide-drawn';

/** The lines of a chart, from above, that have a pixel of about this color. */
const linesOf = (canvas: Locator, color: readonly number[]) =>
  canvas.evaluate((one: HTMLCanvasElement, wanted) => {
    const { data } = one.getContext('2d')?.getImageData(0, 0, one.width, one.height) ?? { data: [] };
    const found = new Set<number>();
    for (let at = 0; at < data.length; at += 4) {
      const near = wanted.every((value, index) => Math.abs((data[at + index] ?? 0) - value) < 12);
      if (near && data[at + 3] === 255) found.add(Math.floor(at / 4 / one.width) / one.height);
    }
    return [...found];
  }, color);

test('tables, charts and SmartArt of slides are drawn whole', async ({ member: page, world }) => {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`slides ${Date.now()}`);
  const file = await drive.file('drawn.pptx', await drawnSlides(), folder);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`);
  await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
  const slide = page.frameLocator('main iframe').getByRole('region').first();

  // The rows of the table that are below its frame are not cut off.
  const last = slide.getByText(/^ردیف 8/);
  const isSeen = last.evaluate((one) => {
    const { left, top, height } = one.getBoundingClientRect();
    return document.elementsFromPoint(left + 8, top + height / 2).some((at) => at.contains(one) || one.contains(at));
  });
  expect(await isSeen).toBe(true);

  // A title without words is the name of the one series; the first of two series is the lower bar.
  const [one, two] = [slide.locator('canvas').first(), slide.locator('canvas').nth(1)];
  await expect.poll(async () => (await linesOf(one, [0, 0, 0])).some((line) => line < 0.2)).toBe(true);
  const [first, second] = [await linesOf(two, [0x0b, 0x6b, 0x66]), await linesOf(two, [0xe0, 0xa0, 0x30])];
  expect(Math.max(...first)).toBeGreaterThan(Math.max(...second));
  expect(Math.min(...first)).toBeGreaterThan(Math.min(...second));

  // The picture in SmartArt is known by the relations of its drawing.
  await expect(slide.locator('svg pattern image, svg image, img')).not.toHaveCount(0);
});

test('metafiles of LibreOffice on a slide are the bitmap in them, or a frame', async ({ member: page, world }) => {
  await prefer(page, 'fa');
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`slides ${Date.now()}`);
  const file = await drive.file('metafiles.pptx', await metafileSlide(), folder);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`);
  await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
  const slide = page.frameLocator('main iframe').getByRole('region').first();
  await expect(slide.getByText('پایان')).toBeVisible();
  await expect(slide.getByText('Unsupported')).toHaveCount(0);
  // The color in the middle of each: that of the picture, or that of the frame.
  const colors = () =>
    slide.locator('img').evaluateAll((all) =>
      all.map((one) => {
        const canvas = document.createElement('canvas');
        const context = canvas.getContext('2d');
        canvas.width = canvas.height = 40;
        context?.drawImage(one as HTMLImageElement, 0, 0, 40, 40);
        return [...(context?.getImageData(8, 30, 1, 1).data ?? [])].join(' ');
      }),
    );
  const [picture, frame] = ['59 127 201 255', '246 246 246 255'];
  await expect.poll(colors).toEqual([picture, picture, frame, frame]);
});
