import type { FrameLocator, Page } from '@playwright/test';
import { expect, prefer, test } from './fixtures';
import { open, put, saved, saving, stored, wordsIn } from './letters';
import { judged, press } from './secretary';
import { word } from './word-samples';

const line = (content: string, properties = '<w:bidi/>') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const run = (text: string, form = '<w:rtl/>') =>
  `<w:r><w:rPr>${form}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const control = (id: number, properties: string, content: string) =>
  `<w:sdt><w:sdtPr><w:id w:val="${id}"/>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const list = (kind: string, ...items: string[]) =>
  `<w:${kind}><w:listItem w:displayText="انتخاب کنید" w:value=""/>${items
    .map((text, at) => `<w:listItem w:displayText="${text}" w:value="v${at + 1}"/>`)
    .join('')}</w:${kind}>`;
const date = (language: string, format: string, day = '') =>
  `<w:date${day && ` w:fullDate="${day}T00:00:00Z"`}><w:dateFormat w:val="${format}"/><w:lid w:val="${language}"/>` +
  '<w:storeMappedDataAs w:val="dateTime"/><w:calendar w:val="gregorian"/></w:date>';
const mark = (checked: 0 | 1) =>
  `<w14:checkbox><w14:checked w14:val="${checked}"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/>` +
  '<w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox>';
const placeholder = (text: string) => run(text, '<w:rStyle w:val="PlaceholderText"/><w:rtl/>');

const left = (content: string) => line(content, '<w:bidi w:val="0"/>');
const plain = (text: string) => run(text, '');
const cell = (content: string) => `<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>${content}</w:tc>`;

/** The properties of a control and the words in it, as they are stored. */
function controlOf(xml: string, id: number): { properties: string; words: string } {
  const found = [...xml.matchAll(/<w:sdtPr>((?:(?!<\/w:sdtPr>).)*)<\/w:sdtPr><w:sdtContent>(.*?)<\/w:sdtContent>/gs)];
  const one = found.find(([, properties]) => properties?.includes(`<w:id w:val="${id}"/>`));
  if (!one) throw new Error(`no control ${id} in ${xml}`);
  return { properties: (one[1] ?? '').replaceAll('></w14:checked>', '/>'), words: wordsIn(one[2] ?? '') };
}

const sheetOf = (frame: FrameLocator) => frame.locator('.layout-page').first();
const shownAs = (frame: FrameLocator, text: string) => sheetOf(frame).getByText(text, { exact: true }).first();

async function store(page: Page) {
  await press(page, 'Control+s');
  await expect(saving(page, 'clean')).toContainText(/Saved just now|ذخیره شد/, saved);
}

test('an item, a day and a mark are chosen in controls of a Persian form, and what was chosen is stored', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the editor is the same');
  test.slow();
  await prefer(page, 'fa');
  const body =
    line(
      run('نوع مرخصی: ') +
        control(
          701,
          `<w:showingPlcHdr/>${list('dropDownList', 'استحقاقی', 'بی‌حقوق &amp; ویژه')}`,
          placeholder('انتخاب کنید'),
        ),
    ) +
    line(run('از تاریخ: ') + control(702, date('fa-IR', 'dddd d MMMM yyyy', '2026-11-20'), run('جمعه ۲۹ آبان ۱۴۰۵'))) +
    line(run('تأیید: ') + control(703, mark(0), run('☐'))) +
    control(704, list('comboBox', 'مالی', 'اداری'), line(run('واحد'))) +
    control(705, date('en-US', 'M/d/yyyy'), line(run('5/6/2026', ''), ''));
  const document = await put(world, 'controls chosen', await word(body, true));
  const frame = await open(page, document.address);
  await shownAs(frame, 'انتخاب کنید').click();
  await expect(frame.getByRole('option')).toHaveText(['استحقاقی', 'بی‌حقوق & ویژه']);
  await press(page, 'ArrowDown');
  await press(page, 'Enter');
  await expect(sheetOf(frame)).toContainText('نوع مرخصی: بی‌حقوق & ویژه');
  await shownAs(frame, 'جمعه ۲۹ آبان ۱۴۰۵').click();
  await expect(frame.getByRole('dialog')).toContainText('آبان ۱۴۰۵');
  await frame.getByRole('button', { name: 'ماه بعد' }).click();
  await frame.getByRole('button', { name: 'سه‌شنبه ۱۰ آذر ۱۴۰۵' }).click();
  await expect(sheetOf(frame)).toContainText('سه‌شنبه ۱۰ آذر ۱۴۰۵');
  await shownAs(frame, '☐').click();
  await expect(shownAs(frame, '☒')).toBeVisible();
  await shownAs(frame, 'واحد').click();
  await frame.getByRole('option', { name: 'اداری' }).click();
  await shownAs(frame, '5/6/2026').click();
  await frame.getByRole('dialog').getByRole('button', { pressed: false }).filter({ hasText: '۱۵' }).click();
  await press(page, 'Control+z');
  await expect(shownAs(frame, '5/6/2026')).toBeVisible();
  await store(page);
  const main = await stored(world, document);
  const chosen = controlOf(main, 701);
  expect(chosen.words).toBe('بی‌حقوق &amp; ویژه');
  expect(chosen.properties).toContain('<w:dropDownList w:lastValue="v2">');
  expect(chosen.properties).not.toContain('showingPlcHdr');
  expect(main).not.toContain('PlaceholderText');
  expect(controlOf(main, 702)).toEqual({
    words: 'سه‌شنبه ۱۰ آذر ۱۴۰۵',
    properties: `<w:id w:val="702"/>${date('fa-IR', 'dddd d MMMM yyyy', '2026-12-01')}`,
  });
  expect(controlOf(main, 703)).toEqual({ words: '☒', properties: `<w:id w:val="703"/>${mark(1)}` });
  expect(controlOf(main, 704).words).toBe('اداری');
  expect(controlOf(main, 704).properties).toContain('<w:comboBox w:lastValue="v2">');
  expect(controlOf(main, 705)).toEqual({
    words: '5/6/2026',
    properties: `<w:id w:val="705"/>${date('en-US', 'M/d/yyyy')}`,
  });
  await judged(world, document, 'بی‌حقوق & ویژه', 'سه‌شنبه ۱۰ آذر ۱۴۰۵', '☒', 'اداری');
});

test('controls are chosen by keys, and locked ones say so', async ({ member: page, world, isMobile }) => {
  test.skip(isMobile, 'the editor is the same');
  test.slow();
  await prefer(page, 'en');
  const body =
    left(plain('Kind: ') + control(711, list('dropDownList', 'One', 'Two'), plain('One')) + plain(' day')) +
    left(plain('Done: ') + control(712, mark(1), plain('☒')) + plain(' yes')) +
    left(plain('Fixed: ') + control(713, '<w:lock w:val="sdtContentLocked"/>', plain('given words')) + plain(' end'));
  const document = await put(world, 'controls by keys', await word(body));
  const frame = await open(page, document.address);
  await shownAs(frame, 'Kind: ').click();
  await press(page, 'End');
  for (let i = 0; i < 5; i += 1) await press(page, 'ArrowLeft');
  await press(page, 'Enter');
  await expect(frame.getByRole('option', { name: 'One' })).toBeFocused();
  await press(page, 'Escape');
  await page.keyboard.type('x');
  await expect(frame.getByRole('status').filter({ hasText: 'Choose a value' })).toBeVisible();
  await press(page, 'Alt+ArrowDown');
  await press(page, 'ArrowDown');
  await press(page, 'Enter');
  await expect(sheetOf(frame)).toContainText('Kind: Two day');
  await shownAs(frame, 'Done: ').click();
  await press(page, 'End');
  for (let i = 0; i < 4; i += 1) await press(page, 'ArrowLeft');
  await press(page, 'Space');
  await expect(sheetOf(frame)).toContainText('Done: ☐ yes');
  await shownAs(frame, 'given words').click();
  await page.keyboard.type('more');
  await expect(frame.getByRole('status').filter({ hasText: 'locked' })).toBeVisible();
  await press(page, 'End');
  await page.keyboard.type('!');
  await expect(sheetOf(frame)).toContainText('Fixed: given words end!');
  await store(page);
  const main = await stored(world, document);
  expect(wordsIn(main)).toBe('Kind: Two dayDone: ☐ yesFixed: given words end!');
  expect(controlOf(main, 711).properties).toContain('w:lastValue="v2"');
  expect(controlOf(main, 712).properties).toContain('<w14:checked w14:val="0"/>');
});

test('controls around cells are chosen in, and locked ones are not typed in', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the editor is the same');
  test.slow();
  await prefer(page, 'fa');
  const locked = control(723, '<w:lock w:val="contentLocked"/>', cell(line(run('شمارهٔ ثبت ۱۲'))));
  const rows = [
    cell(line(run('واحد'))) +
      control(721, `<w:showingPlcHdr/>${list('dropDownList', 'مالی', 'اداری')}`, cell(line(placeholder('برگزینید')))),
    cell(control(722, mark(0), line(run('☐')))) + locked,
  ].map((cells) => `<w:tr>${cells}</w:tr>`);
  const grid = '<w:tblGrid><w:gridCol w:w="4000"/><w:gridCol w:w="4000"/></w:tblGrid>';
  const body = `${line(run('فرم'))}<w:tbl><w:tblPr><w:bidiVisual/></w:tblPr>${grid}${rows.join('')}</w:tbl>${line(run('پایان'))}`;
  const document = await put(world, 'controls of cells', await word(body, true));
  const frame = await open(page, document.address);
  await shownAs(frame, 'برگزینید').click();
  await frame.getByRole('option', { name: 'اداری' }).click();
  await expect(shownAs(frame, 'اداری')).toBeVisible();
  await shownAs(frame, '☐').click();
  await expect(shownAs(frame, '☒')).toBeVisible();
  await shownAs(frame, 'شمارهٔ ثبت ۱۲').click();
  await page.keyboard.type('۳');
  await expect(frame.getByRole('status').filter({ hasText: 'قفل' })).toBeVisible();
  await press(page, 'End');
  await press(page, 'Enter');
  await page.keyboard.type('۳');
  await store(page);
  const main = await stored(world, document);
  expect(main).toContain(locked);
  expect(main).not.toContain('anbar-keep');
  expect(wordsIn(main)).toBe('فرمواحداداری☒شمارهٔ ثبت ۱۲پایان');
  expect(main).toMatch(/<w:id w:val="721"\/><w:dropDownList w:lastValue="v2">.*<\/w:sdtPr><w:sdtContent><w:tc>/);
  expect(controlOf(main, 722)).toEqual({ words: '☒', properties: `<w:id w:val="722"/>${mark(1)}` });
  await judged(world, document, 'اداری', '☒');
});
