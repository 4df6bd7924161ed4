import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';

const document = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../stories/testdata/documents/${name}`, import.meta.url)));

async function open(page: Page, world: World, name: string, content: Uint8Array | string, find = '') {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`sheets ${name} ${Date.now()}`);
  const file = await drive.file(name, content, folder);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview${find}`);
}

/** A zip of one file, not compressed. */
function stored(name: string, content: string): Uint8Array {
  const [path, body] = [Buffer.from(name), Buffer.from(content)];
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt32LE(crc32(body), 10);
  head.writeUInt32LE(body.length, 14);
  head.writeUInt32LE(body.length, 18);
  head.writeUInt16LE(path.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, path, body]);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), head, Buffer.alloc(14), path]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, entry, Buffer.from('PK\x05\x06'), end]);
}

const cell = (page: Page, row: number, column: number) => page.locator(`#cell-${row}-${column}`);

for (const lang of ['fa', 'en'] as const) {
  const fa = lang === 'fa';

  test(
    `${lang}: a workbook is a grid with its formats, formulas and direction`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      await open(page, world, 'فروش.xlsx', document('sales.xlsx'));
      const grid = page.getByRole('grid');
      await expect(grid).toHaveAttribute('dir', 'rtl');
      await expect(cell(page, 3, 1)).toHaveText('تهران');
      await expect(cell(page, 3, 5)).toHaveText(fa ? '۱۵۴۵' : '1545');
      await expect(cell(page, 6, 5)).toHaveText(fa ? /^۱۲۳۴۵۶۷/ : /^1234567/);
      // The title stands over six columns.
      const title = await cell(page, 1, 1).boundingBox();
      const first = await cell(page, 2, 1).boundingBox();
      expect(title?.width).toBeGreaterThan(5 * (first?.width ?? 0) * 0.5);
      await cell(page, 3, 5).click();
      await expect(page.getByRole('status').filter({ hasText: 'SUM' })).toHaveText('=SUM(B3:D3)');
      // The next column lies to the left.
      await page.keyboard.press('ArrowRight');
      await expect(cell(page, 3, 4)).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('ArrowDown');
      await expect(cell(page, 4, 4)).toHaveAttribute('aria-selected', 'true');
    },
  );
}

test('an ods, a table and a long sheet are grids too', async ({ member: page, world }) => {
  await prefer(page, 'en');
  await open(page, world, 'budget.ods', document('budget.ods'));
  await expect(cell(page, 4, 6)).toHaveText('مینا رضایی');

  const rows = Array.from({ length: 3000 }, (_, at) => `${at + 1},name ${at + 1},"two, words"`);
  await open(page, world, 'long.csv', `number,name,more\n${rows.join('\n')}`);
  await expect(cell(page, 2, 3)).toHaveText('two, words');
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+End');
  await expect(page.getByText('name 3000', { exact: true }).first()).toBeVisible();
});

const sheet = (name: string, body: string) => `<table:table table:name="${name}">${body}</table:table>`;

test('a search leads to the cell', async ({ member: page, world }) => {
  await prefer(page, 'en');
  const rows = Array.from(
    { length: 900 },
    (_, at) => `<table:table-row><table:table-cell><text:p>row ${at}</text:p></table:table-cell></table:table-row>`,
  );
  const book = `<office:spreadsheet>${sheet('a', '')}${sheet('b', rows.join(''))}</office:spreadsheet>`;
  await open(page, world, 'long.ods', stored('content.xml', book), '?find=row+777');
  await expect(cell(page, 778, 1)).toHaveAttribute('aria-selected', 'true');
  await expect(cell(page, 778, 1)).toBeInViewport();
  await expect(page.getByRole('button', { name: 'b', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('what is no workbook is said', async ({ member: page, world }) => {
  await prefer(page, 'en');
  await open(page, world, 'broken.xlsx', 'this is no workbook');
  await expect(page.getByRole('alert')).toContainText('can’t be read');
});
