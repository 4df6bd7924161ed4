import { editorOf } from './editor-samples';
import { expect, prefer, test } from './fixtures';
import { cell, judged, openSheet, put, saved, stored, type } from './sheet-tools';
import { workbookOf } from './workbooks';

const cells = {
  A1: 'نام',
  B1: 'شهر',
  C1: 'مبلغ',
  A2: 'الف',
  B2: 'تهران',
  C2: 1000,
  A3: 'ب',
  B3: 'شیراز',
  C3: 2000,
  A4: 'پ',
  B4: 'تهران',
  C4: 3000,
  A5: 'ت',
  B5: 'تبریز',
  C5: 4000,
  C7: { xml: '<f>SUBTOTAL(9,C2:C5)</f><v>10000</v>' },
};

test('task 5: rows are filtered by the values of a column, saved as a filter, and shown again', async ({
  member: page,
  world,
}) => {
  test.slow();
  const opened = await openSheet(page, world, 'filter', workbookOf(cells, { rtl: true }));
  const preview = `/workspace/${world.spaceId}/directory/${opened.folder}/file/${opened.file}/preview`;
  await page.goto(editorOf(world, opened.folder, opened.file));
  await cell(page, 'B2').click();
  await page.keyboard.press('Control+Shift+KeyL');
  const head = cell(page, 'B1').locator('[data-filter-column]');
  await expect(head).toBeVisible();
  await head.click();
  const popup = page.getByRole('dialog', { name: 'فیلتر بر اساس مقدارهای ستون' });
  await popup.getByRole('searchbox').fill('تهران');
  await expect(popup.getByRole('checkbox', { name: 'شیراز' })).toBeHidden();
  await popup.getByRole('button', { name: 'اعمال' }).click();
  await expect(cell(page, 'A3')).toBeHidden();
  await expect(cell(page, 'A4')).toBeVisible();
  await expect(cell(page, 'C7')).toHaveText('۴۰۰۰');
  await saved(page);
  const xml = await stored(world, opened);
  expect(xml).toContain(
    '<autoFilter ref="A1:C5"><filterColumn colId="1"><filters><filter val="تهران"/></filters></filterColumn></autoFilter>',
  );
  expect(xml).toContain('<row r="3" hidden="1">');
  expect(xml).toContain('<f>SUBTOTAL(9,C2:C5)</f><v>4000</v>');
  expect(await stored(world, opened, 'xl/workbook.xml')).toContain("'One'!$A$1:$C$5");
  await judged(world, opened, [
    'نام,شهر,مبلغ',
    'الف,تهران,1000',
    'ب,شیراز,2000',
    'پ,تهران,3000',
    'ت,تبریز,4000',
    ',,',
    ',,4000',
  ]);
  await page.goto(preview);
  await expect(cell(page, 'A4')).toBeVisible();
  await expect(cell(page, 'A3')).toBeHidden();
  await expect(cell(page, 'B1').locator('[data-filter-column][data-active]')).toBeVisible();
  // By the keyboard alone: the head, its values, all of them.
  await page.goto(editorOf(world, opened.folder, opened.file));
  await cell(page, 'B1').click();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(popup.getByRole('checkbox', { name: 'تهران' })).toBeChecked();
  await expect(popup.getByRole('checkbox', { name: 'تبریز' })).not.toBeChecked();
  await popup.getByRole('button', { name: 'نمایش همه' }).click();
  await expect(cell(page, 'A3')).toBeVisible();
  await type(page, 'D1', '1');
  await saved(page);
  expect(await stored(world, opened)).not.toContain('hidden');
});

test('task 6: rows and columns are hidden and shown with the sizes that they had', async ({ member: page, world }) => {
  test.slow();
  await prefer(page, 'fa');
  const head = '<cols><col min="2" max="2" width="20" customWidth="1"/></cols>';
  const opened = await put(world, 'hide', workbookOf(cells, { rtl: true, head }));
  await page.goto(editorOf(world, opened.folder, opened.file));
  const lines = async (name: string) => {
    await page.getByRole('button', { name: 'ردیف‌ها و ستون‌ها' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const width = async () => (await cell(page, 'B1').boundingBox())?.width;
  const before = await width();
  await cell(page, 'B3').click();
  await lines('پنهان کردن ستون‌ها');
  await expect(cell(page, 'B3')).toBeHidden();
  await cell(page, 'A3').click();
  await lines('پنهان کردن ردیف‌ها');
  await expect(cell(page, 'A3')).toBeHidden();
  await saved(page);
  const xml = await stored(world, opened);
  expect(xml).toContain('<col min="2" max="2" width="20" customWidth="1" hidden="1"/>');
  expect(xml).toContain('<row r="3" hidden="1">');
  await judged(world, opened, [
    'نام,شهر,مبلغ',
    'الف,تهران,1000',
    'ب,شیراز,2000',
    'پ,تهران,3000',
    'ت,تبریز,4000',
    ',,',
    ',,10000',
  ]);
  await page.goto(editorOf(world, opened.folder, opened.file));
  await expect(cell(page, 'A2')).toBeVisible();
  await expect(cell(page, 'B2')).toBeHidden();
  await cell(page, 'A2').click();
  await lines('نمایش ستون‌های پنهان');
  await lines('نمایش ردیف‌های پنهان');
  await expect(cell(page, 'B3')).toBeVisible();
  await expect.poll(width).toBe(before);
});
