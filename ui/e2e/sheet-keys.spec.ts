import { expect, test } from './fixtures';
import { cell, judged, openSheet, saved, stored, type } from './sheet-tools';
import { workbookOf } from './workbooks';

test('task 3: words are found and replaced in the letters of either keyboard', async ({ member: page, world }) => {
  test.slow();
  const cells = { A1: 'كتاب علي', A2: 'کتاب‌ها', A3: 'دفتر', B1: 1405, B2: { xml: '<f>B1+1405</f><v>2810</v>' } };
  const opened = await openSheet(page, world, 'replace', workbookOf(cells, { rtl: true }));
  await cell(page, 'A1').click();
  await page.keyboard.press('Control+KeyH');
  await page.getByRole('searchbox', { name: 'جست‌وجو در برگه' }).fill('کتاب');
  await expect(page.getByText('۱ از ۲')).toBeVisible();
  await page.getByRole('textbox', { name: 'جایگزین' }).fill('جزوه');
  await page.getByRole('button', { name: 'جایگزینی', exact: true }).click();
  await expect(cell(page, 'A1')).toHaveText('جزوه علي');
  await expect(cell(page, 'A2')).toHaveText('کتاب‌ها');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+KeyH');
  await page.getByRole('searchbox', { name: 'جست‌وجو در برگه' }).fill('۱۴۰۵');
  await expect(page.getByText('۱ از ۲')).toBeVisible();
  await page.getByRole('textbox', { name: 'جایگزین' }).fill('1406');
  await page.getByRole('button', { name: 'جایگزینی همه' }).click();
  await expect(page.getByText('۲ سلول تغییر کرد.')).toBeVisible();
  await expect(cell(page, 'B2')).toHaveText('۲۸۱۲');
  await saved(page);
  const xml = await stored(world, opened);
  for (const part of ['جزوه علي', '<v>1406</v>', '<f>B1+1406</f><v>2812</v>']) expect(xml).toContain(part);
  await judged(world, opened, ['جزوه علي,1406', 'کتاب‌ها,2812', 'دفتر,']);
});

test('task 4: values alone are pasted, and series go on by the handle and by keys', async ({
  member: page,
  world,
  context,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const cells = { A1: 2, A2: { xml: '<f>A1*3</f><v>6</v>' }, C1: 'بهمن', D1: 10, D2: 20 };
  const opened = await openSheet(page, world, 'series', workbookOf(cells, { rtl: true }));
  await cell(page, 'A2').click();
  await page.keyboard.press('Control+KeyC');
  await cell(page, 'B2').click();
  await page.keyboard.press('Control+Shift+KeyV');
  await expect(cell(page, 'B2')).toHaveText('۶');
  await type(page, 'A1', '5');
  await expect(cell(page, 'A2')).toHaveText('۱۵');
  await expect(cell(page, 'B2')).toHaveText('۶');
  await cell(page, 'C1').click();
  const handle = await page.locator('[data-fill]').first().boundingBox();
  const until = await cell(page, 'C3').boundingBox();
  if (!handle || !until) throw new Error('no handle');
  await page.mouse.move(handle.x + 4, handle.y + 4);
  await page.mouse.down();
  await page.mouse.move(until.x + 20, until.y + 8, { steps: 4 });
  await page.mouse.up();
  await expect(cell(page, 'C2')).toHaveText('اسفند');
  await expect(cell(page, 'C3')).toHaveText('فروردین');
  await cell(page, 'D1').click();
  for (let row = 2; row <= 4; row++) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+KeyD');
  await expect(cell(page, 'D4')).toHaveText('۴۰');
  await saved(page);
  const xml = await stored(world, opened);
  for (const part of ['<c r="B2"><v>6</v></c>', 'فروردین', '<v>40</v>']) expect(xml).toContain(part);
  await judged(world, opened, ['5,,بهمن,10', '15,6,اسفند,20', ',,فروردین,30', ',,,40']);
});
