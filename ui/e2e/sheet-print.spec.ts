import { expect, test } from './fixtures';
import { cell, judged, openSheet, saved, stored } from './sheet-tools';
import { workbookOf } from './workbooks';

const ledger = () => {
  const cells: Record<string, string | number> = { A1: 'شرح', B1: 'بدهکار', C1: 'بستانکار', L1: 'آخر' };
  for (let row = 2; row <= 90; row++) {
    cells[`A${row}`] = `ردیف ${row}`;
    cells[`B${row}`] = row * 1000;
  }
  return cells;
};

test('task 9: a sheet from the right is printed as pages with its heading rows, and its page is set up and saved', async ({
  member: page,
  world,
}) => {
  test.slow();
  const names = '<definedName name="_xlnm.Print_Titles" localSheetId="0">One!$1:$1</definedName>';
  const opened = await openSheet(
    page,
    world,
    'printed',
    workbookOf(ledger(), {
      rtl: true,
      names,
      tail: '<pageMargins left="1" right="1" top="1" bottom="1" header="0" footer="0"/>',
    }),
  );
  await cell(page, 'A1').click();
  const pages = page.locator('[data-print] [data-page]');
  await page.emulateMedia({ media: 'print' });
  // 35 rows and 8 columns are on a page of A4 with these margins.
  await expect(pages).toHaveCount(6);
  await expect(pages.nth(1)).toContainText('شرح');
  await expect(pages.nth(1)).toContainText('ردیف 36');
  const [head, first] = await Promise.all([
    pages.nth(0).getByText('شرح').boundingBox(),
    pages.nth(0).getByText('بدهکار').boundingBox(),
  ]);
  expect(head?.x).toBeGreaterThan(first?.x ?? Infinity);
  await page.emulateMedia({ media: 'screen' });
  await expect(pages).toHaveCount(0);

  await page.getByRole('button', { name: 'چاپ', exact: true }).click();
  await page.getByRole('menuitem', { name: 'تنظیم صفحه…' }).click();
  await page.getByText('افقی').click();
  await page.getByRole('switch', { name: 'همهٔ ستون‌ها در یک صفحه' }).click();
  await page.getByRole('button', { name: 'اعمال' }).click();
  await cell(page, 'A1').click();
  for (let at = 0; at < 11; at++) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'چاپ', exact: true }).click();
  await page.getByRole('menuitem', { name: 'محدودهٔ چاپ: سلول‌های انتخاب‌شده' }).click();
  await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) }));
  await cell(page, 'A1').click();
  await page.keyboard.press('Control+p');
  expect(await page.evaluate(() => 'printed' in window)).toBe(true);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 84[12][.\d]* 59[45][.\d]*\]/);
  await saved(page);
  const sheet = await stored(world, opened);
  expect(sheet).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>');
  expect(sheet).toContain(
    '<pageMargins left="1" right="1" top="1" bottom="1" header="0" footer="0"/><pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/>',
  );
  expect(await stored(world, opened, 'xl/workbook.xml')).toContain(
    `${names}<definedName name="_xlnm.Print_Area" localSheetId="0">One!$A$1:$L$2</definedName>`,
  );
  await judged(world, opened, [
    'شرح,بدهکار,بستانکار,,,,,,,,,آخر',
    ...Array.from({ length: 89 }, (_, at) => `ردیف ${at + 2},${at + 2}000,,,,,,,,,,`),
  ]);
});

const heads =
  '<pageSetup useFirstPageNumber="1" firstPageNumber="3"/><headerFooter differentFirst="1"><oddHeader>&amp;L&amp;"Tahoma,Bold"&amp;14R&amp;&amp;D&amp;C&amp;A' +
  '&amp;R&amp;G</oddHeader><oddFooter>&amp;CPage &amp;P of &amp;N</oddFooter><firstFooter>&amp;Rصفحهٔ &amp;P</firstFooter></headerFooter>';

test('headers and footers of the file are printed, and what is not printed is said before', async ({
  member: page,
  world,
}) => {
  test.slow();
  await openSheet(page, world, 'heads', workbookOf(ledger(), { rtl: true, tail: heads }));
  await cell(page, 'A1').click();
  await page.emulateMedia({ media: 'print' });
  const pages = page.locator('[data-print] [data-page]');
  // The first page has a footer of its own, in Persian; the others have one in English, in a sheet from the right.
  await expect(pages.nth(0).locator('[data-head]')).toHaveText(['صفحهٔ ۳']);
  await expect(pages.nth(1).locator('[data-head=center]')).toHaveText(['One', 'Page 4 of 6']);
  const left = pages.nth(1).locator('[data-head=left]');
  await expect(left).toHaveText('R&D');
  await expect(left.locator('span').first()).toHaveCSS('font-weight', '700');
  const at = async (which: ReturnType<typeof pages.nth>) =>
    (await which.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [box, sheet] = [await at(left), await at(pages.nth(1))];
  // 0.3 inches from the edge of the paper, whatever way the sheet runs.
  expect(box.y - sheet.y).toBeCloseTo(28.8, 0);
  expect(box.x - sheet.x).toBeCloseTo(67.2, 0);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) }));
  await cell(page, 'A1').click();
  await page.keyboard.press('Control+p');
  const dialog = page.getByRole('dialog', { name: 'چاپ' });
  await expect(dialog).toContainText('چاپ نمی‌شود: تصویر سربرگ یا پابرگ');
  expect(await page.evaluate(() => 'printed' in window)).toBe(false);
  await dialog.getByRole('button', { name: 'چاپ', exact: true }).click();
  await expect.poll(() => page.evaluate(() => 'printed' in window)).toBe(true);
});

test('titles, headers and footers are set in the page setup and saved as Excel has them', async ({
  member: page,
  world,
}) => {
  test.slow();
  const kept = '<headerFooter alignWithMargins="0"><oddHeader>&amp;L&amp;14A&amp;R&amp;D</oddHeader></headerFooter>';
  const opened = await openSheet(page, world, 'titles', workbookOf(ledger(), { rtl: true, tail: kept }));
  await page.getByRole('button', { name: 'چاپ', exact: true }).click();
  await page.getByRole('menuitem', { name: 'تنظیم صفحه…' }).click();
  const rows = page.getByLabel('تکرار سطرها بالای هر صفحه');
  await rows.fill('الف');
  await page.getByRole('button', { name: 'اعمال' }).click();
  await expect(page.getByText('شمارهٔ یک سطر یا محدوده‌ای مانند 1:2 را وارد کنید.')).toBeVisible();
  await rows.fill('۱');
  await page.getByLabel('تکرار ستون‌ها کنار هر صفحه').fill('a:b');
  await page.getByText('سربرگ و پابرگ', { exact: true }).click();
  await expect(page.getByLabel('سربرگ: چپ', { exact: true })).toHaveValue('A');
  const middle = page.getByLabel('پابرگ: وسط', { exact: true });
  await middle.click();
  await page.keyboard.type('صفحهٔ ');
  await page.getByRole('button', { name: 'افزودن: پابرگ: وسط' }).click();
  await page.getByRole('menuitem', { name: 'شمارهٔ صفحه' }).click();
  await expect(middle).toBeFocused();
  await page.keyboard.type(' از ');
  await page.getByRole('button', { name: 'افزودن: پابرگ: وسط' }).click();
  await page.getByRole('menuitem', { name: 'تعداد صفحه‌ها' }).click();
  await expect(middle).toHaveValue('صفحهٔ [شمارهٔ صفحه] از [تعداد صفحه‌ها]');
  await page.getByRole('button', { name: 'اعمال' }).click();
  await saved(page);
  await page.emulateMedia({ media: 'print' });
  const pages = page.locator('[data-print] [data-page]');
  await expect(pages.last().locator('[data-head=center]')).toHaveText(/^صفحهٔ ([۰-۹]+) از \1$/);
  await expect(pages.last().locator('[data-head=right]')).toHaveText(/^(?:[12]\d{3}|[۱۲][۰-۹]{3})\//);
  await expect(pages.last()).toContainText('ردیف 90');
  await page.emulateMedia({ media: 'screen' });
  expect(await stored(world, opened)).toContain(
    kept.replace('</oddHeader>', '</oddHeader><oddFooter>&amp;Cصفحهٔ &amp;P از &amp;N</oddFooter>'),
  );
  expect(await stored(world, opened, 'xl/workbook.xml')).toContain(
    '<definedName name="_xlnm.Print_Titles" localSheetId="0">One!$A:$B,One!$1:$1</definedName>',
  );
});
