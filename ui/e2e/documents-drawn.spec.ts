import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import {
  boxedWords,
  chartedReport,
  lyingDrawings,
  officeMetafiles,
  pictureOfPDF,
  strictly,
  undrawnThings,
  watermarked,
} from './word-drawn';
import { item, paragraph, word } from './word-samples';

async function open(page: Page, world: World, bytes: Uint8Array) {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`drawn ${Date.now()}`);
  const file = await drive.file('drawn.docx', bytes, folder);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`);
  await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
  return page.frameLocator('main iframe');
}

test('text in boxes, shapes and groups is shown once, in its order', async ({ member: page, world }) => {
  const frame = await open(page, world, await boxedWords());
  for (const text of ['متن کادر نو', 'متن کادر کهنه', 'گروه یک', 'گروه دو', 'گروه سه']) {
    await expect(frame.getByText(text, { exact: true })).toHaveCount(1);
    await expect(frame.getByText(text, { exact: true })).toBeVisible();
  }
  const top = async (text: string) => (await frame.getByText(text, { exact: true }).boundingBox())?.y ?? Number.NaN;
  await expect.poll(async () => (await top('متن کادر نو')) < (await top('متن کادر کهنه'))).toBe(true);
  await expect.poll(async () => (await top('گروه سه')) < (await top('پس از کادرها'))).toBe(true);
  const left = async (text: string) => (await frame.getByText(text, { exact: true }).boundingBox())?.x ?? Number.NaN;
  await expect.poll(async () => (await left('گروه یک')) < (await left('گروه دو'))).toBe(true);
});

test('charts are drawn from the values that they keep', async ({ member: page, world }) => {
  await prefer(page, 'en');
  const frame = await open(page, world, await chartedReport());
  await expect(frame.locator('.anbar-chart > svg')).toHaveCount(5);
  const columns = frame.getByRole('img', { name: 'فروش بهار' });
  await expect(columns.getByText('میلیون تومان')).toBeVisible();
  await expect(columns.getByText('اردیبهشت')).toBeVisible();
  const heights = await columns
    .locator('rect[fill="#4472c4"]')
    .evaluateAll((all) => all.map((one) => Number(one.getAttribute('height'))));
  expect((heights.at(-1) ?? 0) / (heights.at(-4) ?? 1)).toBeCloseTo(2, 1);
  await expect(frame.getByRole('group', { name: 'راداری' }).getByRole('row')).toHaveCount(5);
  await expect(page.getByRole('note')).toHaveText('Not shown here: 1 chart');
});

for (const lang of ['fa', 'en'] as const) {
  test(
    `${lang}: what a document holds and is not drawn is named`,
    { tag: `@${lang}` },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const frame = await open(page, world, await undrawnThings());
      const fa = lang === 'fa';
      await expect(page.getByRole('note')).toHaveText(
        fa ? 'اینجا نمایش داده نمی‌شود: ۱ تصویر، ۱ شیء جاسازی‌شده' : 'Not shown here: 1 picture, 1 embedded object',
      );
      await expect(frame.getByRole('img', { name: fa ? 'تصویر با قالب EMF' : 'Picture in EMF format' })).toBeVisible();
      await expect(frame.getByText('درخواست')).toBeVisible();
      await expect(frame.getByText('تأیید')).toBeVisible();
    },
  );
}

test('a picture that no browser draws leaves the document readable', async ({ member: page, world }) => {
  await prefer(page, 'en');
  const frame = await open(page, world, await pictureOfPDF());
  await expect(frame.getByText('پایان')).toBeVisible();
  await expect(frame.locator('img')).toHaveCount(1);
  await expect.poll(() => frame.locator('img').evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1);
  await expect(frame.getByRole('img', { name: 'Picture in PDF format' })).toBeVisible();
  await expect(page.getByRole('note')).toHaveText('Not shown here: 2 pictures');
});

test('a document of the strict form is shown as any other', async ({ member: page, world }) => {
  const list = [item(1, 0), item(1, 1), item(1, 0)].map((one, at) => paragraph(`بند ${at}`, one)).join('');
  const frame = await open(
    page,
    world,
    await strictly(await word(paragraph('نامه', '<w:jc w:val="start"/>') + list, true)),
  );
  const markers = frame.locator('p[data-item]');
  await expect(markers).toHaveCount(3);
  await expect(markers.nth(2)).toHaveAttribute('data-item', '۲.');
  await expect(frame.getByText('نامه').locator('xpath=ancestor::p')).toHaveCSS('direction', 'rtl');
});

test('borders and shades take the colours of the theme', async ({ member: page, world }) => {
  const cell = `<w:tc><w:tcPr><w:shd w:val="clear" w:themeFill="accent1" w:themeFillTint="33"/></w:tcPr>${paragraph('خانه')}</w:tc>`;
  const borders =
    '<w:tblBorders><w:top w:val="single"/><w:bottom w:val="single" w:themeColor="accent2"/></w:tblBorders>';
  const frame = await open(
    page,
    world,
    await word(`<w:tbl><w:tblPr>${borders}</w:tblPr><w:tr>${cell}</w:tr></w:tbl><w:p/>`),
  );
  const shown = frame.getByRole('cell', { name: 'خانه' });
  await expect(shown).toHaveCSS('background-color', 'rgb(218, 227, 243)');
  await expect(shown).toHaveCSS('border-top-style', 'solid');
  await expect(shown).toHaveCSS('border-bottom-color', 'rgb(237, 125, 49)');
});

test('a drawing that lies is a frame or nothing', async ({ member: page, world }) => {
  await prefer(page, 'en');
  const errors: Error[] = [];
  // What the tests themselves put into pages fails in a frame without an origin.
  page.on('pageerror', (error) => !error.message.includes('sandboxed') && errors.push(error));
  const frame = await open(page, world, await lyingDrawings());
  await expect(frame.getByText('پایان')).toBeVisible();
  await expect(frame.getByRole('img', { name: 'Chart', exact: true })).toHaveCount(2);
  await expect(page.getByRole('note')).toHaveText('Not shown here: 2 charts, 1 diagram');
  expect(errors).toEqual([]);
});

const middle = (box: { y: number; height: number } | null) => (box ? box.y + box.height / 2 : Number.NaN);

test('a word behind the pages is in the middle of each', async ({ member: page, world }) => {
  const frame = await open(page, world, await watermarked());
  const words = frame.getByText('پیش‌نویس');
  await expect(words).toHaveCount(3);
  const away = async () =>
    Math.abs(middle(await words.first().boundingBox()) - middle(await frame.getByRole('region').first().boundingBox()));
  await expect.poll(away).toBeLessThan(20);
});

test('metafiles of LibreOffice are the bitmap in them, or a frame with their format', async ({
  member: page,
  world,
}) => {
  await prefer(page, 'en');
  const frame = await open(page, world, await officeMetafiles());
  await expect(frame.getByText('پایان')).toBeVisible();
  const widths = () =>
    frame.locator('img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
  await expect.poll(widths).toEqual([16, 16]);
  for (const format of ['EMF', 'WMF'])
    await expect(frame.getByRole('img', { name: `Picture in ${format} format` })).toHaveCount(1);
  await expect(page.getByRole('note')).toHaveText('Not shown here: 2 pictures');
});
