import JSZip from 'jszip';
import { expect, prefer, test } from './fixtures';
import { open, put, saved, saving, stored } from './letters';
import { paragraph, word } from './word-samples';

const table = (text: string, properties: string) =>
  `<w:tbl><w:tblPr>${properties}<w:tblW w:w="3000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/></w:tblGrid>` +
  `<w:tr><w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc></w:tr></w:tbl>${paragraph('')}`;

test('tables narrower than the text stand where Word puts them', async ({ member: page, world, isMobile }) => {
  test.skip(isMobile, 'the pages are the same');
  await prefer(page, 'en');
  const bytes = await word(
    table('from left', '') +
      table('from right', '<w:bidiVisual/>') +
      table('trailing', '<w:bidiVisual/>').replace('</w:tblPr>', '<w:jc w:val="right"/></w:tblPr>') +
      table('middle', '<w:bidiVisual/>').replace('</w:tblPr>', '<w:jc w:val="center"/></w:tblPr>'),
  );
  const { address } = await put(world, 'sides of tables', bytes);
  const frame = await open(page, address);
  await expect(frame.locator('.layout-table')).toHaveCount(4);
  const sides = await frame.locator('.layout-table').evaluateAll((tables) =>
    tables.map((one) => {
      const [box, text] = [one.getBoundingClientRect(), one.parentElement?.getBoundingClientRect()];
      const [before, after] = [box.left - (text?.left ?? 0), (text?.right ?? 0) - box.right];
      const side = before < after - 20 ? 'left' : after < before - 20 ? 'right' : 'middle';
      return `${one.textContent}: ${side}`;
    }),
  );
  expect(sides).toEqual(['from left: left', 'from right: right', 'trailing: left', 'middle: middle']);
});

const RED = 'rgb(255, 0, 0)';
const BLUE = 'rgb(0, 0, 255)';
const line = (side: string, color: string) => `<w:${side} w:val="single" w:sz="24" w:space="0" w:color="${color}"/>`;
const cell = (text: string, properties = '') =>
  `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
const cells = (...all: string[]) =>
  `<w:tblGrid>${'<w:gridCol w:w="2000"/>'.repeat(3)}</w:tblGrid><w:tr>${all.join('')}</w:tr></w:tbl>${paragraph('')}`;

/** A table from the right whose first cell has a line where it begins, and whose second has one where it ends. */
const sidedTable = () =>
  '<w:tbl><w:tblPr><w:bidiVisual/><w:tblW w:w="6000" w:type="dxa"/></w:tblPr>' +
  cells(
    cell(
      'one',
      `<w:tcBorders>${line('left', 'FF0000')}</w:tcBorders><w:tcMar><w:left w:w="600" w:type="dxa"/></w:tcMar>`,
    ),
    cell('two', `<w:tcBorders>${line('right', '0000FF')}</w:tcBorders>`),
    cell('three'),
  );

/** One whose style says that the first column ends with a line. */
const styledTable = () =>
  '<w:tbl><w:tblPr><w:tblStyle w:val="Lined"/><w:bidiVisual/><w:tblW w:w="6000" w:type="dxa"/>' +
  '<w:tblLook w:val="0080" w:firstColumn="1"/></w:tblPr>' +
  cells(cell('head', '').replace('<w:tcPr>', '<w:tcPr><w:cnfStyle w:val="001000000000"/>'), cell('body'), cell('tail'));

const lined =
  '<w:style w:type="table" w:styleId="Lined"><w:name w:val="Lined"/><w:tblStylePr w:type="firstCol"><w:tcPr><w:tcBorders>' +
  `${line('right', '0000FF')}</w:tcBorders></w:tcPr></w:tblStylePr></w:style>`;

async function withStyle(bytes: Uint8Array, style: string): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(bytes);
  const styles = (await zip.file('word/styles.xml')?.async('string')) ?? '';
  zip.file('word/styles.xml', styles.replace('</w:styles>', `${style}</w:styles>`));
  return zip.generateAsync({ type: 'uint8array' });
}

test('left means the edge at which a cell begins in tables from the right', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the pages are the same');
  await prefer(page, 'en');
  const bytes = await withStyle(await word(sidedTable() + styledTable()), lined);
  const document = await put(world, 'sides of cells', bytes);
  await page.goto(`/workspace/${world.spaceId}/directory/${document.folder}/file/${document.file}/preview`);
  await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
  const shown = page.frameLocator('main iframe');
  const drawn = (text: string) => shown.locator('td').filter({ hasText: new RegExp(`^${text}$`) });
  await expect(drawn('one')).toHaveCSS('border-right-color', RED);
  await expect(drawn('one')).toHaveCSS('border-left-style', 'none');
  await expect(drawn('one')).toHaveCSS('padding-right', '40px');
  await expect(drawn('two')).toHaveCSS('border-left-color', BLUE);
  await expect(drawn('two')).not.toHaveCSS('border-right-color', BLUE);
  await expect(drawn('head')).toHaveCSS('border-left-color', BLUE);
  const x = async (text: string) => (await drawn(text).boundingBox())?.x ?? Number.NaN;
  expect(await x('one')).toBeGreaterThan(await x('two'));

  const frame = await open(page, document.address);
  const place = (text: string) => frame.locator('.layout-table-cell').filter({ hasText: new RegExp(`^${text}$`) });
  await expect(place('one')).toHaveCSS('border-right-color', RED);
  await expect(place('one')).toHaveCSS('padding-right', '40px');
  await expect(place('two')).toHaveCSS('border-right-style', 'none');
  // The painted line between two cells belongs to the one on the left.
  await expect(place('three')).toHaveCSS('border-right-color', BLUE);

  await place('three').locator('.layout-line').click();
  await frame.getByRole('button', { name: 'Border style' }).click();
  await frame.getByRole('button', { name: 'Left border', exact: true }).click();
  await expect(place('three')).toHaveCSS('border-left-style', 'solid');
  await page.keyboard.press('Control+s');
  await expect(saving(page, 'clean')).toContainText('Saved', saved);
  const [last] = [...(await stored(world, document)).matchAll(/<w:tc>.*?<\/w:tc>/gs)].filter(([one]) =>
    one.includes('three'),
  );
  expect(last?.[0]).toMatch(/<w:tcBorders>.*<w:right w:val="single"/s);
});
