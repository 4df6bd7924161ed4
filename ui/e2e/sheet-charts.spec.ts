import { readFileSync } from 'node:fs';
import { editorOf } from './editor-samples';
import { expect, prefer, test } from './fixtures';
import { cell, judged, openSheet, put, saved, stored, type } from './sheet-tools';
import { workbookOf } from './workbooks';

const charts = new Uint8Array(readFileSync('../decode/workbook/testdata/corpus/excelize-charts.xlsx'));

test('charts of a workbook stand over their cells in the preview and the editor, and follow what is typed', async ({
  member: page,
  world,
}) => {
  test.slow();
  await prefer(page, 'en');
  const opened = await put(world, 'charts', charts);
  await page.goto(`/workspace/${world.spaceId}/directory/${opened.folder}/file/${opened.file}/preview`);
  const drawn = page.locator('[data-chart="0"] svg');
  await expect(drawn).toBeVisible();
  // The file keeps no values of its cells. A frame, a box behind the picture and the sign of the legend are always there.
  await expect(drawn.locator('rect')).toHaveCount(14);
  // Numbers have the digits of those in cells, though the title is Persian.
  await expect(drawn).toContainText('15');
  await expect(drawn).not.toContainText('۱۵');
  await page.goto(editorOf(world, opened.folder, opened.file));
  await expect(drawn).toBeVisible();
  const bar = () =>
    drawn
      .locator('rect')
      .nth(2)
      .evaluate((one) => one.getAttribute('height'));
  const before = await bar();
  await type(page, 'C1', '18');
  await expect.poll(bar).not.toBe(before);
});

test('task 10: a chart of the chosen cells is added, follows them, is saved for Excel and taken away', async ({
  member: page,
  world,
}) => {
  test.slow();
  const cells = { A1: 'ماه', B1: 'فروش', C1: 'سود', A2: 'مهر', B2: 1200, C2: 300, A3: 'آبان', B3: 900, C3: 250 };
  const opened = await openSheet(page, world, 'new chart', workbookOf(cells, { rtl: true }));
  const insert = async (kind: string) => {
    await page.getByRole('button', { name: 'افزودن نمودار' }).click();
    await page.getByRole('menuitem', { name: kind }).click();
  };
  await cell(page, 'F9').click();
  await insert('نمودار ستونی');
  await expect(page.getByText('در این سلول‌ها عددی برای نمودار نیست.')).toBeVisible();
  await cell(page, 'B2').click();
  await insert('نمودار ستونی');
  const charts = page.locator('[data-chart] svg');
  await expect(charts).toHaveCount(1);
  await expect(charts.first()).toContainText('سود');
  await expect(charts.first()).toContainText('آبان');
  await saved(page);
  const part = await stored(world, opened, 'xl/charts/chart1.xml');
  expect(part).toContain('<c:f>One!$B$2:$B$3</c:f>');
  expect(part).toContain('<c:pt idx="1"><c:v>900</c:v></c:pt>');
  expect(await stored(world, opened)).toMatch(/<drawing [^>]*r:id="rId\d+"\/><\/worksheet>/);
  await cell(page, 'B2').click();
  await insert('نمودار دایره‌ای');
  await expect(charts).toHaveCount(2);
  await saved(page);
  await page.reload();
  await expect(charts).toHaveCount(2);
  await page.getByRole('button', { name: 'حذف نمودار' }).first().click();
  await expect(charts).toHaveCount(1);
  await saved(page);
  expect(await stored(world, opened, 'xl/charts/chart1.xml')).toBe('');
  expect(await stored(world, opened, 'xl/charts/chart2.xml')).toContain('<c:pieChart>');
  // The words of the chart are drawn beside the cells.
  await judged(world, opened, ['ماه,فروش,سود', 'مهر,1200,300', 'آبان,900,250']);
});
