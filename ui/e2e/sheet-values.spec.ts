import { editorOf } from './editor-samples';
import { expect, prefer, test } from './fixtures';
import { cell, judged, openSheet, put, saved, stored, type } from './sheet-tools';
import { workbookOf } from './workbooks';

test('a formula without a value is shown, computed in the editor, and in the file after a save', async ({
  member: page,
  world,
}) => {
  test.slow();
  await prefer(page, 'fa');
  const opened = await put(
    world,
    'without values',
    workbookOf({
      A1: 2,
      A2: 3,
      A3: { xml: '<f>SUM(A1:A2)</f>' },
      A4: { attrs: 't="str"', xml: '<f>IF(A1,"","")</f><v></v>' },
    }),
  );
  await page.goto(`/workspace/${world.spaceId}/directory/${opened.folder}/file/${opened.file}/preview`);
  await expect(cell(page, 'A3')).toHaveText('=SUM(A1:A2)');
  await expect(cell(page, 'A4')).toHaveText('');
  await page.goto(editorOf(world, opened.folder, opened.file));
  await expect(cell(page, 'A3')).toHaveText('۵');
  await type(page, 'B1', '1');
  await saved(page);
  const xml = await stored(world, opened);
  expect(xml).toContain('<f>SUM(A1:A2)</f><v>5</v>');
  expect(xml).toContain('<f>IF(A1,"","")</f><v></v>');
});

test('a value of the file is not replaced by another one, and goes when what it reads changes', async ({
  member: page,
  world,
}) => {
  test.slow();
  const opened = await openSheet(
    page,
    world,
    'kept values',
    workbookOf({
      A1: 2,
      B1: { xml: '<f>A1*4</f><v>9</v>' },
      C1: { xml: '<f>B1+1</f><v>10</v>' },
      D1: { xml: '<f>A1*3</f><v>6</v>' },
    }),
  );
  await type(page, 'A5', 'متن');
  await expect(cell(page, 'A5')).toHaveText('متن');
  await saved(page);
  let xml = await stored(world, opened);
  for (const part of ['متن', '<f>A1*4</f><v>9</v>', '<f>B1+1</f><v>10</v>', '<f>A1*3</f><v>6</v>'])
    expect(xml).toContain(part);
  await type(page, 'A1', '5');
  await expect(cell(page, 'D1')).toHaveText('۱۵');
  await expect(cell(page, 'B1')).toHaveText('=A1*4');
  await cell(page, 'B1').click();
  await expect(page.getByText('این فرمول اینجا محاسبه نمی‌شود')).toBeVisible();
  await saved(page);
  xml = await stored(world, opened);
  for (const part of ['<f>A1*4</f></c>', '<f>B1+1</f></c>', '<f>A1*3</f><v>15</v>']) expect(xml).toContain(part);
});

test('task 1: formulas that people type have their values, formats and widths', async ({
  member: page,
  world,
  context,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const opened = await openSheet(
    page,
    world,
    'typed',
    workbookOf({ A1: 2, A2: 5, A3: 3, A4: { attrs: 't="b"', xml: '<v>0</v>' } }),
  );
  await type(page, 'B1', '=POISSON.DIST(A1,A2,A4)');
  await expect(cell(page, 'B1')).toHaveText('۰٫۰۸۴۲۲۴۳۳۷');
  await type(page, 'B2', '=A1:A3*10');
  await expect(cell(page, 'B2')).toHaveText('۵۰');
  await type(page, 'B3', '=ROW(B3)');
  await expect(cell(page, 'B3')).toHaveText('۳');
  await type(page, 'C1', '12500000');
  await expect(cell(page, 'C1')).toHaveText('۱۲۵۰۰۰۰۰');
  await type(page, 'D1', '۱٬۲۵۰٬۰۰۰ ریال');
  await expect(cell(page, 'D1')).toHaveText('۱٬۲۵۰٬۰۰۰ ریال');
  await type(page, 'E1', '=TODAY()');
  await expect(cell(page, 'E1')).toHaveText(/^۱۴[۰-۹]{2}\/[۰-۹]{2}\/[۰-۹]{2}$/);
  await type(page, 'E2', '=DATE(2026,11,23)');
  await expect(cell(page, 'E2')).toHaveText('۱۴۰۵/۰۹/۰۲');
  await cell(page, 'C1').click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('12500000\t1250000');
  await saved(page);
  const xml = await stored(world, opened);
  expect(xml).toMatch(/<col [^>]*min="4" max="4"[^>]*customWidth="1"/);
  await judged(
    world,
    opened,
    [expect.stringMatching(/^2,0\.08422433748\d*,12500000,"1,250,000 ریال",\d/), '5,50,,,46349', '3,3,,,', 'FALSE,,,,'],
    false,
  );
});

test('task 2: rows are sorted by the column of the chosen cell, and that is undone', async ({
  member: page,
  world,
}) => {
  test.slow();
  const cells = { A1: 'نام', B1: 'مبلغ', A2: 'پارس', B2: 30, A3: 'اهواز', B3: 10, A4: 'تبریز', B4: 20 };
  const opened = await openSheet(page, world, 'sorted', workbookOf(cells));
  const names = async () => Promise.all(['A1', 'A2', 'A3', 'A4'].map(async (name) => cell(page, name).textContent()));
  const sort = async (by: string, way: string) => {
    await cell(page, by).click();
    await page.getByRole('button', { name: 'ردیف‌ها و ستون‌ها' }).click();
    await page.getByRole('menuitem', { name: way }).click();
  };
  await sort('B3', 'مرتب‌سازی از کوچک به بزرگ');
  await expect.poll(names).toEqual(['نام', 'اهواز', 'تبریز', 'پارس']);
  await saved(page);
  await judged(world, opened, ['نام,مبلغ', 'اهواز,10', 'تبریز,20', 'پارس,30'], false);
  await sort('A2', 'مرتب‌سازی از بزرگ به کوچک');
  await expect.poll(names).toEqual(['نام', 'تبریز', 'پارس', 'اهواز']);
  // Where keys go is settled when the menu is gone.
  await cell(page, 'A1').click();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(names).toEqual(['نام', 'پارس', 'اهواز', 'تبریز']);
});
