import { expect, prefer, test } from './fixtures';
import { open, put } from './letters';
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
