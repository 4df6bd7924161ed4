import type { FrameLocator, Page } from '@playwright/test';
import { expect, prefer, test } from './fixtures';
import { open, put, saved, saving, stored, wordsIn } from './letters';
import { choose, into, judged, parts, press } from './secretary';
import { paragraph, word } from './word-samples';

const W15 = 'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"';

const control = (id: number, content: string, properties = '') =>
  `<w:sdt><w:sdtPr>${properties}<w:id w:val="${id}"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const cell = (...blocks: string[]) =>
  `<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>${blocks.join('')}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
const lines = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(
  (side) => `<w:${side} w:val="single" w:sz="4"/>`,
);
const table = (...rows: string[]) =>
  `<w:tbl><w:tblPr><w:bidiVisual/><w:tblW w:w="8000" w:type="dxa"/><w:tblBorders>${lines.join('')}</w:tblBorders></w:tblPr>` +
  `<w:tblGrid><w:gridCol w:w="4000"/><w:gridCol w:w="4000"/></w:tblGrid>${rows.join('')}</w:tbl>`;
const line = (text: string) => paragraph(text, '<w:bidi/>');

/** The words in the control of a number, and in those in it. */
function wordsOf(xml: string, id: number): string {
  const document = new RegExp(`<w:sdt>(?:(?!<w:sdt>).)*?<w:id w:val="${id}"/></w:sdtPr><w:sdtContent>(.*)`, 's').exec(
    xml,
  );
  if (!document) throw new Error(`no control ${id} in ${xml}`);
  let depth = 1;
  for (const { 0: tag, index } of document[1]?.matchAll(/<(\/?)w:sdtContent>/g) ?? []) {
    depth += tag.startsWith('</') ? -1 : 1;
    if (depth === 0) return wordsIn(document[1]?.slice(0, index) ?? '');
  }
  throw new Error(`control ${id} does not end`);
}

/** Types at the end of a line that is shown. */
async function typeAfter(page: Page, frame: FrameLocator, shown: string, text: string) {
  await frame.locator('.layout-page').getByText(shown, { exact: true }).first().click();
  await press(page, 'End');
  await page.keyboard.type(text);
}

const sheetOf = (frame: FrameLocator) => frame.locator('.layout-page').first();

async function store(page: Page) {
  await press(page, 'Control+s');
  await expect(saving(page, 'clean')).toContainText(/Saved just now|ذخیره شد/, saved);
}

test('paragraphs, rows and cells in controls are typed in where they stand, and the controls stay', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the editor is the same');
  test.slow();
  await prefer(page, 'fa');
  const body =
    line('آغاز') +
    control(601, line('طرف نخست') + line('طرف دوم'), '<w:alias w:val="طرفین"/><w:tag w:val="parties"/>') +
    table(
      row(cell(line('شرح')), cell(line('مبلغ'))),
      control(602, row(cell(line('کاغذ')), cell(line('هزار')))),
      row(cell(line('جوهر')), control(603, cell(line('دوهزار')), '<w:text/>')),
      row(cell(control(604, line('بند یک') + line('بند دو')), line('بیرون')), cell(line('تهی'))),
    ) +
    table(
      control(
        605,
        control(606, row(cell(line('ردیف تکراری'))), `<w15:repeatingSectionItem ${W15}/>`),
        `<w15:repeatingSection ${W15}/>`,
      ),
    ) +
    line('پایان');
  const document = await put(world, 'controls typed', await word(body, true));
  const frame = await open(page, document.address);
  for (const text of ['طرف دوم', 'کاغذ', 'هزار', 'دوهزار', 'بند دو', 'ردیف تکراری'])
    await expect(sheetOf(frame).getByText(text, { exact: true }).first()).toBeVisible();
  await typeAfter(page, frame, 'طرف نخست', ' الف');
  await typeAfter(page, frame, 'طرف دوم', ' ب');
  await press(page, 'Enter');
  await page.keyboard.type('طرف سوم');
  await typeAfter(page, frame, 'کاغذ', ' سفید');
  await typeAfter(page, frame, 'دوهزار', ' تومان');
  await typeAfter(page, frame, 'بند دو', ' پ');
  await press(page, 'Enter');
  await page.keyboard.type('بند سه');
  await typeAfter(page, frame, 'ردیف تکراری', ' ت');
  await expect(sheetOf(frame)).toContainText('بند سه');
  await store(page);
  const main = await stored(world, document);
  expect(wordsOf(main, 601)).toBe('طرف نخست الفطرف دوم بطرف سوم');
  expect(wordsOf(main, 602)).toBe('کاغذ سفیدهزار');
  expect(wordsOf(main, 603)).toBe('دوهزار تومان');
  expect(wordsOf(main, 604)).toBe('بند یکبند دو پبند سه');
  expect(wordsOf(main, 605)).toBe('ردیف تکراری ت');
  expect(wordsOf(main, 606)).toBe('ردیف تکراری ت');
  expect(wordsIn(main)).toBe(
    'آغازطرف نخست الفطرف دوم بطرف سومشرحمبلغکاغذ سفیدهزارجوهردوهزار تومانبند یکبند دو پبند سهبیرونتهیردیف تکراری تپایان',
  );
  for (const kept of [
    '<w:sdtPr><w:alias w:val="طرفین"/><w:tag w:val="parties"/><w:id w:val="601"/></w:sdtPr>',
    '<w:sdtPr><w:text/><w:id w:val="603"/></w:sdtPr>',
    `<w15:repeatingSection ${W15}/>`,
    `<w15:repeatingSectionItem ${W15}/>`,
    control(602, '<w:tr>').replace('</w:sdtContent></w:sdt>', ''),
  ])
    expect(main).toContain(kept);
  // The new paragraphs run as those that they follow.
  expect(main.match(/<w:bidi\/>/g)).toHaveLength((body.match(/<w:bidi\/>/g) ?? []).length + 2);
  await judged(world, document, 'طرف سوم', 'کاغذ سفید', 'دوهزار تومان', 'بند سه', 'ردیف تکراری ت');
  await page.reload();
  await expect(sheetOf(page.frameLocator('main iframe'))).toContainText('طرف سوم');
});

test('a locked control is not typed in, and a placeholder is none once somebody typed', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the editor is the same');
  test.slow();
  await prefer(page, 'en');
  const locked = control(611, paragraph('Fixed words'), '<w:alias w:val="Terms"/><w:lock w:val="sdtContentLocked"/>');
  const body =
    paragraph('Beginning') +
    locked +
    control(612, paragraph('Click here'), '<w:showingPlcHdr/>') +
    control(613, paragraph('Goes away')) +
    paragraph('The end');
  const document = await put(world, 'controls locked', await word(body));
  const frame = await open(page, document.address);
  await typeAfter(page, frame, 'Fixed words', ' and more');
  await expect(frame.locator('.is-focused .layout-block-sdt-label')).toHaveText('Terms — Locked');
  await press(page, 'Backspace');
  await press(page, 'Control+a');
  await press(page, 'Delete');
  await expect(sheetOf(frame)).toContainText('Fixed words');
  await typeAfter(page, frame, 'Goes away', '');
  await press(page, 'Shift+Home');
  await press(page, 'Delete');
  await typeAfter(page, frame, 'Click here', '');
  await press(page, 'Shift+Home');
  await page.keyboard.type('Sara');
  await typeAfter(page, frame, 'The end', ' words');
  await press(page, 'Control+h');
  await frame.getByRole('textbox', { name: /find/i }).first().fill('words');
  await frame
    .getByRole('textbox', { name: /replace/i })
    .first()
    .fill('letters');
  await frame.getByRole('button', { name: 'Replace All' }).click();
  await expect(sheetOf(frame)).toContainText('The end letters');
  await press(page, 'Escape');
  await store(page);
  const main = await stored(world, document);
  expect(main).toContain(locked);
  expect(wordsOf(main, 612)).toBe('Sara');
  expect(main).not.toContain('showingPlcHdr');
  expect(wordsOf(main, 613)).toBe('');
  expect(wordsIn(main)).toBe('BeginningFixed wordsSaraThe end letters');
  await judged(world, document, 'Fixed words', 'Sara', 'The end letters');
});

test('a control in a header is typed in, and one in a text box stays', async ({ member: page, world, isMobile }) => {
  test.skip(isMobile, 'the editor is the same');
  test.slow();
  await prefer(page, 'fa');
  const box =
    '<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:90pt;height:30pt"><v:textbox><w:txbxContent>' +
    `${control(621, line('در کادر'))}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;
  const body = `${line('متن')}<w:p>${box}</w:p>${line('پایان')}`;
  const heads = '<w:headerReference w:type="default" r:id="rId9"/>';
  const bytes = await word(
    `${body}<w:p><w:pPr><w:sectPr>${heads}<w:type w:val="continuous"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:pPr></w:p>`,
    true,
    [
      {
        id: 'rId9',
        name: 'header1.xml',
        kind: 'header',
        type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml',
        content:
          '<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">' +
          `${control(622, line('سربرگ شرکت'))}${table(control(623, row(cell(line('شماره')))))}${line('')}</w:hdr>`,
      },
    ],
  );
  const document = await put(world, 'controls of a header', bytes);
  const frame = await open(page, document.address);
  await expect(frame.locator('.layout-page-header').first()).toContainText('شماره');
  await typeAfter(page, frame, 'متن', ' نو');
  await choose(frame, 'درج', 'سربرگ');
  await press(page, 'Control+Home');
  await press(page, 'End');
  await page.keyboard.type(' ما');
  await press(page, 'Escape');
  await expect(frame.locator('.layout-page-header').first()).toContainText('سربرگ شرکت ما');
  await into(frame);
  await store(page);
  const part = await parts(world, document);
  const header = await part('word/header1.xml');
  expect(wordsOf(header, 622)).toBe('سربرگ شرکت ما');
  expect(wordsOf(header, 623)).toBe('شماره');
  expect(wordsIn(header)).toBe('سربرگ شرکت ماشماره');
  expect(await part('word/document.xml')).toContain(box);
});
