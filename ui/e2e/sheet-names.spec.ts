import { expect, test } from './fixtures';
import { cell, judged, openSheet, saved, stored, type } from './sheet-tools';
import { workbookOf } from './workbooks';

test('task 8: a range gets a name, formulas are made of names, and the list of names leads to them', async ({
  member: page,
  world,
}) => {
  test.slow();
  const opened = await openSheet(
    page,
    world,
    'names',
    workbookOf(
      { A1: 'فروش', A2: 100, A3: 250, A4: 50, C1: { xml: '<f>SUM(B1:B2)*مالیات</f><v>9</v>' } },
      { rtl: true, names: '<definedName name="مالیات">0.1</definedName>' },
    ),
  );
  const box = page.getByRole('textbox', { name: 'نشانی یا نام محدوده' });
  await cell(page, 'A2').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(box).toHaveValue('A2:A4');
  await box.fill('A1');
  await box.press('Enter');
  await expect(box).toHaveValue('A1');
  await box.fill('a2:a4');
  await box.press('Enter');
  await box.fill('فروش سال');
  await box.press('Enter');
  await expect(page.getByText('نام با حرف شروع می‌شود و فقط حرف، رقم، _ و نقطه دارد.')).toBeVisible();
  await box.fill('فروش_سال');
  await box.press('Enter');
  await expect(box).toHaveValue('فروش_سال');
  await type(page, 'B6', '=SUM(فروش_سال)*مالیات');
  await expect(cell(page, 'B6')).toHaveText('۴۰');
  await type(page, 'A3', '350');
  await expect(cell(page, 'B6')).toHaveText('۵۰');
  // The value of the file stays until what it reads is another one.
  await expect(cell(page, 'C1')).toHaveText('۹');
  await page.getByRole('button', { name: 'نام‌ها' }).click();
  await page.getByRole('menuitem', { name: /^فروش_سال/ }).click();
  await expect(box).toHaveValue('فروش_سال');
  await saved(page);
  const main = await stored(world, opened, 'xl/workbook.xml');
  expect(main).toContain('<definedName name="مالیات">0.1</definedName>');
  expect(main).toMatch(/<definedName name="فروش_سال">(?:One|'?[^!]+'?)!\$A\$2:\$A\$4<\/definedName><\/definedNames>/);
  expect(await stored(world, opened)).toContain('<f>SUM(فروش_سال)*مالیات</f><v>50</v>');
  await judged(world, opened, ['فروش,,9', '100,,', '350,,', '50,,', ',,', ',50,']);
});
