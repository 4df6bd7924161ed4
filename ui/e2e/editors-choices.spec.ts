import { expect, prefer, test } from './fixtures';
import { open, put, stored } from './letters';
import { into, press, save } from './secretary';
import { paragraph, word } from './word-samples';

const run = (text: string) => `<w:r><w:rPr><w:rtl/></w:rPr><w:t>${text}</w:t></w:r>`;
const control = (id: number, properties: string, content: string) =>
  `<w:sdt><w:sdtPr><w:id w:val="${id}"/>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;

const list = (kind: string) =>
  `<w:${kind}><w:listItem w:displayText="تهران" w:value="t"/><w:listItem w:displayText="شیراز" w:value="s"/></w:${kind}>`;
const day =
  '<w:date w:fullDate="2026-11-30T00:00:00Z"><w:dateFormat w:val="yyyy/MM/dd"/><w:lid w:val="fa-IR"/>' +
  '<w:storeMappedDataAs w:val="dateTime"/><w:calendar w:val="gregorian"/></w:date>';
const mark =
  '<w14:checkbox><w14:checked w14:val="1"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/>' +
  '<w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox>';

/** A choice of each kind with its value, in a paragraph and in a cell of a table. */
const choices = [
  control(701, list('dropDownList'), run('شیراز')),
  control(702, list('comboBox'), run('اصفهان')),
  control(703, day, run('۱۴۰۵/۹/۹')),
  control(704, mark, run('☒')),
];
const values = ['شیراز', 'اصفهان', '۱۴۰۵/۹/۹', '☒'];
const inCell = [
  control(705, `${list('dropDownList')}<w:lock w:val="contentLocked"/>`, run('تهران')),
  control(706, mark, run('☒')),
];
const line = (content: string) => `<w:p><w:pPr><w:bidi/></w:pPr>${content}</w:p>`;
const table =
  '<w:tbl><w:tblPr><w:bidiVisual/><w:tblW w:w="8000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid>' +
  `<w:tr><w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>${inCell.map(line).join('')}</w:tc></w:tr></w:tbl>`;

test('lists, dates and check marks are shown with their value, and stay when somebody types elsewhere', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the editor is the same');
  test.slow();
  await prefer(page, 'fa');
  const body = paragraph('آغاز', '<w:bidi/>') + choices.map(line).join('') + table + paragraph('پایان', '<w:bidi/>');
  const document = await put(world, 'choices', await word(body, true));
  await page.goto(`/workspace/${world.spaceId}/directory/${document.folder}/file/${document.file}/preview`);
  await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
  for (const value of [...values, 'تهران'])
    await expect(page.frameLocator('main iframe').locator('article').first()).toContainText(value);
  const frame = await open(page, document.address);
  for (const value of [...values, 'تهران']) await expect(frame.locator('.layout-page').first()).toContainText(value);
  await into(frame);
  await press(page, 'Control+Home');
  await press(page, 'End');
  await page.keyboard.type(' کار');
  await save(page);
  const main = await stored(world, document);
  expect(main).toContain('آغاز');
  expect(main).toContain(' کار');
  for (const kept of [...choices, ...inCell]) expect(main).toContain(kept);
});
