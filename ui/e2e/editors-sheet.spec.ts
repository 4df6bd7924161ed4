import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';

const workbook = readFileSync(fileURLToPath(new URL('../../stories/testdata/documents/sales.xlsx', import.meta.url)));

/** Puts a workbook into a folder of its own; the address of its editor. */
async function put(world: World, title: string): Promise<string> {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`${title} ${Date.now()}`);
  const file = await drive.file(`${title}.xlsx`, workbook, folder);
  return `/editor/onlyoffice?space=${world.spaceId}&directory=${folder}&file=${file}`;
}

async function open(page: Page, address: string) {
  await page.goto(address);
  await expect(page.getByRole('grid')).toBeVisible();
}

const cell = (page: Page, row: number, column: number) => page.locator(`#cell-${row}-${column}`);
const saved = (page: Page) => expect(page.locator('header [data-saving]')).toHaveAttribute('data-saving', 'clean');

/** Types into a cell and goes on to the one below it. */
async function type(page: Page, row: number, column: number, text: string) {
  await cell(page, row, column).click();
  await page.keyboard.press('F2');
  const field = page.getByRole('grid').locator('..').getByRole('textbox');
  await expect(field).toBeFocused();
  await field.fill(text);
  await field.press('Enter');
  await expect(field).toBeHidden();
}

for (const lang of ['fa', 'en'] as const) {
  const fa = lang === 'fa';

  test(
    `${lang}: a workbook is edited in its cells, computed, saved by itself, and there after a reload`,
    { tag: `@${lang}` },
    async ({ member: page, world }) => {
      test.slow();
      await prefer(page, lang);
      const address = await put(world, `cells ${lang}`);
      await open(page, address);
      await expect(page.getByRole('grid')).toHaveAttribute('dir', 'rtl');
      await expect(cell(page, 3, 5)).toHaveText(fa ? '۱۵۴۵' : '1545');
      const before = Number(
        (await cell(page, 3, 2).textContent())?.replace(/[۰-۹]/g, (d) => String(d.charCodeAt(0) & 15)),
      );
      // Persian digits are a number.
      await type(page, 3, 2, '۱۰۰۰');
      const sum = 1545 - before + 1000;
      const shown = (value: number) => value.toLocaleString(fa ? 'fa-IR' : 'en-US', { useGrouping: false });
      await expect(cell(page, 3, 5)).toHaveText(shown(sum));
      await expect(cell(page, 4, 2)).toHaveAttribute('aria-selected', 'true');
      await type(page, 20, 1, '=SUM(B3;1)');
      await expect(cell(page, 20, 1)).toHaveText(shown(1001));
      await saved(page);
      await open(page, address);
      await expect(cell(page, 3, 5)).toHaveText(shown(sum));
      await expect(cell(page, 3, 2)).toHaveText(shown(1000));
      await cell(page, 20, 1).click();
      await expect(page.getByRole('textbox', { name: fa ? 'نوار فرمول' : 'Formula bar' })).toHaveValue('=SUM(B3,1)');
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    },
  );
}

test(
  '@phone: a cell is typed into with the bar above the sheet',
  { tag: ['@en', '@phone'] },
  async ({ member: page, world, isMobile }) => {
    test.slow();
    await prefer(page, 'en');
    const address = await put(world, 'bar');
    await open(page, address);
    await cell(page, 4, 2).click();
    const bar = page.getByRole('textbox', { name: 'Formula bar' });
    await bar.click();
    await bar.fill('77');
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(cell(page, 4, 2)).toHaveText('77');
    // A second tap on the chosen cell types into it.
    if (isMobile) {
      await cell(page, 4, 3).tap();
      await expect(cell(page, 4, 3)).toHaveAttribute('aria-selected', 'true');
      await cell(page, 4, 3).tap();
      const field = page.getByRole('grid').locator('..').getByRole('textbox');
      await expect(field).toBeFocused();
      await field.press('Escape');
      await expect(field).toBeHidden();
    }
    await saved(page);
    await open(page, address);
    await expect(cell(page, 4, 2)).toHaveText('77');
  },
);

test(
  'what is pasted, formatted, inserted and added is saved, and undone',
  { tag: '@desktop' },
  async ({ member: page, world, context }) => {
    test.slow();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await prefer(page, 'en');
    const address = await put(world, 'tools');
    await open(page, address);
    await cell(page, 20, 1).click();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', '5\t=A20*2\n6\t=A21*2');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect(cell(page, 21, 2)).toHaveText('12');
    await expect(page.getByRole('status').filter({ hasText: 'Sum' })).toContainText('33');
    await page.getByRole('button', { name: 'Bold' }).click();
    await expect(cell(page, 20, 1)).toHaveCSS('font-weight', '700');
    await page.keyboard.press('Control+z');
    await expect(cell(page, 20, 1)).toHaveCSS('font-weight', '400');
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect(cell(page, 20, 1)).toHaveCSS('font-weight', '700');

    await cell(page, 20, 1).click();
    await page.getByRole('button', { name: 'Rows and columns' }).click();
    await page.getByRole('menuitem', { name: 'Insert row above' }).click();
    await expect(cell(page, 22, 2)).toHaveText('12');
    await cell(page, 22, 2).click();
    await expect(page.getByRole('textbox', { name: 'Formula bar' })).toHaveValue('=A22*2');

    // Copied formulas move their references along.
    await page.keyboard.press('Control+c');
    await cell(page, 22, 3).click();
    await page.keyboard.press('Control+v');
    await expect(cell(page, 22, 3)).toHaveText('24');

    await page.getByRole('button', { name: 'New sheet' }).click();
    const added = page.getByRole('group', { name: 'Sheets' }).getByRole('button', { pressed: true });
    await expect(added).toHaveText(/^Sheet \d+$/);
    const name = (await added.textContent()) ?? '';
    await type(page, 1, 1, 'Jan');
    await saved(page);

    await open(page, address);
    await expect(cell(page, 22, 2)).toHaveText('12');
    await expect(cell(page, 21, 1)).toHaveCSS('font-weight', '700');
    await page.getByRole('button', { name, exact: true }).click();
    await expect(cell(page, 1, 1)).toHaveText('Jan');
  },
);

test(
  'a formula that is none is said, and one that reads itself is named',
  { tag: '@desktop' },
  async ({ member: page, world }) => {
    await prefer(page, 'en');
    await open(page, await put(world, 'wrong'));
    await cell(page, 20, 2).click();
    await page.keyboard.type('=1+');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('not complete');
    await page.keyboard.press('Escape');
    await expect(cell(page, 20, 2)).toHaveText('');
    await page.keyboard.type('=B21');
    await page.keyboard.press('Enter');
    await page.keyboard.type('=B20');
    await page.keyboard.press('Enter');
    await expect(cell(page, 20, 2)).toHaveText('#CYCLE!');
    await cell(page, 20, 2).click();
    await expect(page.getByText('B20 → B21 → B20')).toBeVisible();
  },
);

test('words are found in the sheet, in either kind of digits', { tag: '@desktop' }, async ({ member: page, world }) => {
  await prefer(page, 'en');
  await open(page, await put(world, 'find'));
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+f');
  const field = page.getByRole('searchbox');
  await expect(field).toBeFocused();
  await field.fill('۱۵۴۵');
  await expect(cell(page, 3, 5)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('1 of 1')).toBeVisible();
});

test('a cell that is still open is in the file when one goes "back" at once', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the button of the browser is the same');
  test.slow();
  await prefer(page, 'en');
  const address = await put(world, 'back');
  await page.goto('/workspace');
  await expect(page.getByRole('main')).toBeVisible();
  // A page of the same program before it: the editor is left without a new page.
  await page.evaluate((to) => history.pushState(null, '', to), address);
  await expect(page.getByRole('grid')).toBeVisible();
  await cell(page, 4, 2).click();
  await page.keyboard.type('4321');
  await expect(page.getByRole('textbox', { name: 'Formula bar' })).toHaveValue('4321');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/workspace/);
  await expect(page.getByRole('grid', { name: 'sales' })).toHaveCount(0);
  await open(page, address);
  await expect(cell(page, 4, 2)).toHaveText('4321');
});
