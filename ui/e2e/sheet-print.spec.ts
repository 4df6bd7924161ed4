import { editorOf } from './editor-samples';
import { expect, prefer, test } from './fixtures';
import { cell, put, saved, stored } from './sheet-tools';
import { workbookOf } from './workbooks';

const ledger = () => {
  const cells: Record<string, string | number> = { A1: 'شرح', B1: 'بدهکار', C1: 'بستانکار', L1: 'آخر' };
  for (let row = 2; row <= 90; row++) {
    cells[`A${row}`] = `ردیف ${row}`;
    cells[`B${row}`] = row * 1000;
  }
  return cells;
};

test('a sheet from the right is printed as pages with its heading rows, and its page is set up and saved', async ({
  member: page,
  world,
}) => {
  test.slow();
  await prefer(page, 'fa');
  const names = '<definedName name="_xlnm.Print_Titles" localSheetId="0">One!$1:$1</definedName>';
  const opened = await put(
    world,
    'printed',
    workbookOf(ledger(), {
      rtl: true,
      names,
      tail: '<pageMargins left="1" right="1" top="1" bottom="1" header="0" footer="0"/>',
    }),
  );
  await page.goto(editorOf(world, opened.folder, opened.file));
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
});
