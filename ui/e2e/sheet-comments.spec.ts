import { editorOf } from './editor-samples';
import { expect, prefer, test } from './fixtures';
import { cell, put, saved, stored, type } from './sheet-tools';
import { workbookOf } from './workbooks';

const rich = '<is><r><t>جمع </t></r><r><rPr><b/><color rgb="FFC00000"/></rPr><t>کل</t></r></is>';

test('turned texts, several looks and what is said at cells are shown, and stay in the file', async ({
  member: page,
  world,
}) => {
  test.slow();
  await prefer(page, 'fa');
  const cells = {
    A1: { attrs: 't="inlineStr"', xml: rich },
    B2: 1200,
    C1: { attrs: 's="1" t="inlineStr"', xml: '<is><t>شرح</t></is>' },
  };
  const opened = await put(
    world,
    'comments',
    workbookOf(cells, { rtl: true, turned: 90, comments: { B2: 'بررسی شود' } }),
  );
  const shows = async () => {
    const part = cell(page, 'A1').getByText('کل', { exact: true });
    await expect(part).toHaveCSS('color', 'rgb(192, 0, 0)');
    await expect(part).toHaveCSS('font-weight', '700');
    const turned = await cell(page, 'C1').locator('[data-turn="90"] bdi').boundingBox();
    expect((turned?.height ?? 0) > (turned?.width ?? 0)).toBe(true);
    await expect(cell(page, 'B2').locator('[data-comment]')).toBeVisible();
    await cell(page, 'B2').click();
    await expect(page.getByRole('status').filter({ hasText: /حسابدار.*بررسی شود/ })).toBeVisible();
    await cell(page, 'A1').click();
    await expect(page.getByRole('status').filter({ hasText: 'بررسی شود' })).toBeHidden();
    await cell(page, 'B2').hover();
    await expect(page.locator('.bg-inverse')).toHaveText(/بررسی شود/);
    await page.mouse.move(0, 0);
  };
  await page.goto(`/workspace/${world.spaceId}/directory/${opened.folder}/file/${opened.file}/preview`);
  await shows();
  await page.goto(editorOf(world, opened.folder, opened.file));
  await shows();
  await type(page, 'E5', '1');
  await saved(page);
  expect(await stored(world, opened)).toContain(rich);
  expect(await stored(world, opened, 'xl/comments1.xml')).toContain('بررسی شود');
  // A text that is typed anew has one look, and what is said moves with its row.
  await type(page, 'A1', 'x');
  await expect(cell(page, 'A1').locator('span span')).toHaveCount(0);
  await cell(page, 'A1').click();
  await page.getByRole('button', { name: 'ردیف‌ها و ستون‌ها' }).click();
  await page.getByRole('menuitem', { name: 'افزودن ردیف در بالا' }).click();
  await expect(cell(page, 'B3').locator('[data-comment]')).toBeVisible();
  await saved(page);
  expect(await stored(world, opened, 'xl/comments1.xml')).toContain('ref="B3"');
});
