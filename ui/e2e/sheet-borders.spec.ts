import type { Locator } from '@playwright/test';
import { editorOf } from './editor-samples';
import { expect, prefer, test } from './fixtures';
import { cell, judged, openSheet, put, saved, stored } from './sheet-tools';
import { bordered, workbookOf } from './workbooks';

const linesOf = async (of: Locator) =>
  of.locator('[data-lines]').evaluateAll(([lines]) => {
    if (!lines) return '';
    const { borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth, borderBottomStyle } =
      getComputedStyle(lines);
    return [borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth, borderBottomStyle].join(' ');
  });

test('task 7: lines around cells are set from the menu, saved as styles, drawn in the preview and taken away', async ({
  member: page,
  world,
}) => {
  test.slow();
  const opened = await openSheet(
    page,
    world,
    'borders',
    workbookOf({ B2: 'شرح', C2: 'مبلغ', B3: 'اجاره', C3: 1200, B4: 'جمع', C4: 1200 }, { rtl: true }),
  );
  const border = async (from: string, keys: readonly string[], name: string) => {
    await cell(page, from).click();
    for (const key of keys) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'حاشیه‌ها' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await border('B2', ['Shift+ArrowLeft', 'Shift+ArrowDown', 'Shift+ArrowDown'], 'همهٔ خط‌ها');
  await border('C4', [], 'خط جمع (بالا و دوخطی پایین)');
  // Columns go to the left: the line before C4 is that at its right.
  await expect.poll(() => linesOf(cell(page, 'C4'))).toBe('1px 1px 3px 1px double');
  await border('B2', [], 'بدون حاشیه');
  await expect.poll(() => linesOf(cell(page, 'B2'))).toBe('');
  await expect.poll(() => linesOf(cell(page, 'C2'))).toBe('1px 0px 1px 1px solid');
  await saved(page);
  const styles = await stored(world, opened, 'xl/styles.xml');
  expect(styles).toContain('<bottom style="double"><color auto="1"/></bottom>');
  await judged(world, opened, [',,', ',شرح,مبلغ', ',اجاره,1200', ',جمع,1200']);
  await page.goto(`/workspace/${world.spaceId}/directory/${opened.folder}/file/${opened.file}/preview`);
  await expect.poll(() => linesOf(cell(page, 'C4'))).toBe('1px 1px 3px 1px double');
  await expect.poll(() => linesOf(cell(page, 'C2'))).toBe('1px 0px 1px 1px solid');
  await expect.poll(() => linesOf(cell(page, 'B2'))).toBe('');
});

const crossed = (way: string) =>
  `<border diagonal${way}="1"><left/><right/><top/><bottom/><diagonal style="medium"><color rgb="FFC00000"/></diagonal></border>`;

test('lines through cells are drawn in sheets from the right as elsewhere, and stay when others are drawn', async ({
  member: page,
  world,
}) => {
  const cells = {
    A1: 'شرح',
    B1: { xml: '', attrs: bordered(0) },
    C1: { xml: '<is><t>باطل</t></is>', attrs: `${bordered(1)} t="inlineStr"` },
  };
  await prefer(page, 'fa');
  const opened = await put(
    world,
    'crossed',
    workbookOf(cells, { rtl: true, borders: [crossed('Up'), crossed('Down')] }),
  );
  const up = cell(page, 'B1').locator('[data-diagonal]');
  const isDrawn = async () => {
    await expect(up).toHaveAttribute('data-diagonal', 'up');
    await expect(up.locator('line')).toHaveAttribute('y1', '100');
    await expect(up.locator('line')).toHaveAttribute('stroke', '#C00000');
    await expect(cell(page, 'C1').locator('[data-diagonal=down]')).toHaveCount(1);
  };
  await page.goto(`/workspace/${world.spaceId}/directory/${opened.folder}/file/${opened.file}/preview`);
  await isDrawn();
  await page.goto(editorOf(world, opened.folder, opened.file));
  await isDrawn();
  await cell(page, 'B1').click();
  await page.getByRole('button', { name: 'حاشیه‌ها' }).click();
  await page.getByRole('menuitem', { name: 'خط پایین', exact: true }).click();
  await saved(page);
  await isDrawn();
  expect(await stored(world, opened, 'xl/styles.xml')).toMatch(
    /<border diagonalUp="1"><left\/><right\/><top\/><bottom style="thin">.*?<\/bottom><diagonal style="medium"><color rgb="FFC00000"\/><\/diagonal><\/border>/,
  );
});
