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

const NS =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';
const run = (text: string) => `<w:r><w:rPr><w:rtl/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const char = (kind: string) => `<w:r><w:rPr><w:rtl/></w:rPr><w:fldChar w:fldCharType="${kind}"/></w:r>`;
const field = (instruction: string, result: string) =>
  `${char('begin')}<w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>${char('separate')}${run(result)}${char('end')}`;
const gallery = (place: string) =>
  `<w:docPartObj><w:docPartGallery w:val="Page Numbers (${place} of Page)"/><w:docPartUnique/></w:docPartObj>`;

/** Controls of each kind that a header can have, with locks. */
const header =
  `<w:hdr ${NS}>${control(701, line('نام شرکت'), '<w:alias w:val="شرکت"/>')}` +
  `<w:p><w:pPr><w:bidi/></w:pPr>${run('شماره: ')}${control(702, run('دوازده'), '<w:text/>')}${run(' تمام')}</w:p>` +
  control(703, table(row(cell(line('خانه')), cell(line('دیگر'))))) +
  table(control(704, row(cell(line('سطر')), control(705, cell(line('کنج')))))) +
  control(706, line('بند بسته'), '<w:alias w:val="شرایط"/><w:lock w:val="sdtContentLocked"/>') +
  `<w:p><w:pPr><w:bidi/></w:pPr>${control(707, run('واژهٔ بسته'), '<w:lock w:val="contentLocked"/><w:text/>')}${run(' باز')}</w:p>` +
  `${line('پایان سربرگ')}</w:hdr>`;
/** The number of the page as Word puts it into a footer. */
const footer = `<w:ftr ${NS}>${control(
  711,
  control(
    712,
    `<w:p><w:pPr><w:bidi/><w:jc w:val="center"/></w:pPr>${run('صفحهٔ ')}${field('PAGE', '1')}${run(' از ')}${field('NUMPAGES', '1')}</w:p>`,
    gallery('Top'),
  ),
  gallery('Bottom'),
)}<w:p/></w:ftr>`;

/** A document of three pages with that header and footer. The last section has those of the one before it. */
function withStories(): Promise<Uint8Array> {
  const kind = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  const next = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
  const section =
    '<w:headerReference w:type="default" r:id="rId9"/><w:footerReference w:type="default" r:id="rId10"/>' +
    '<w:type w:val="continuous"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708"/>';
  return word(
    `${line('یکم')}${next}${line('دوم')}${next}${line('سوم')}<w:p><w:pPr><w:sectPr>${section}</w:sectPr></w:pPr></w:p>`,
    true,
    [
      { id: 'rId9', name: 'header1.xml', kind: 'header', type: `${kind}.header+xml`, content: header },
      { id: 'rId10', name: 'footer1.xml', kind: 'footer', type: `${kind}.footer+xml`, content: footer },
    ],
  );
}

const SHOWN = [
  'نام شرکت',
  'شماره: دوازده تمام',
  'خانه',
  'دیگر',
  'سطر',
  'کنج',
  'بند بسته',
  'واژهٔ بسته باز',
  'پایان سربرگ',
];

/** All of the header, and the number of the page, stand on each of three pages. */
async function check(frame: FrameLocator, heads: string, feet: string) {
  await expect(frame.locator(heads)).toHaveCount(3);
  for (const at of [0, 1, 2]) {
    for (const text of SHOWN) await expect(frame.locator(heads).nth(at)).toContainText(text);
    await expect(frame.locator(feet).nth(at)).toContainText(`صفحهٔ ${'۱۲۳'[at]} از ۳`);
  }
}

test('controls in headers and footers are shown on each page, and kept byte for byte when nobody types there', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the text runs through the window without headers');
  test.slow();
  await prefer(page, 'fa');
  const document = await put(world, 'controls of stories', await withStories());
  await page.goto(`/workspace/${world.spaceId}/directory/${document.folder}/file/${document.file}/preview`);
  await check(page.frameLocator('iframe').first(), 'section.docx > header', 'section.docx > footer');
  const frame = await open(page, document.address);
  await check(frame, '.layout-page-header', '.layout-page-footer');
  await expect(frame.getByRole('status').filter({ hasText: ' از ' })).toHaveText('۱ از ۳');
  await typeAfter(page, frame, 'دوم', ' نو');
  await store(page);
  expect(wordsIn(await stored(world, document))).toContain('دوم نو');
  const part = await parts(world, document);
  expect(await part('word/header1.xml')).toBe(header);
  expect(await part('word/footer1.xml')).toBe(footer);
});

test('controls in headers and footers are typed in, their locks hold, and the number of the page stays', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the text runs through the window without headers');
  test.slow();
  await prefer(page, 'fa');
  const document = await put(world, 'controls of stories typed', await withStories());
  const frame = await open(page, document.address);
  const head = frame.locator('.layout-page-header').first();
  const typeIn = async (shown: string, text: string) => {
    await head.getByText(shown, { exact: true }).first().click();
    await press(page, 'End');
    await page.keyboard.type(text);
  };
  await head.getByText('نام شرکت').first().dblclick();
  await typeIn('نام شرکت', ' الف');
  await typeIn('خانه', ' ب');
  await typeIn('کنج', ' پ');
  await typeIn('بند بسته', ' ت');
  await expect(frame.getByRole('status').filter({ hasText: 'قفل' })).toBeVisible();
  await head.getByText('واژهٔ بسته', { exact: true }).first().click();
  await page.keyboard.type('ث');
  await typeIn('پایان سربرگ', ' ج');
  await expect(head).toContainText('پایان سربرگ ج');
  await press(page, 'Escape');
  const foot = frame.locator('.layout-page-footer').first();
  await foot.getByText('صفحهٔ', { exact: false }).first().dblclick();
  await press(page, 'Control+Home');
  await page.keyboard.type('چ ');
  await expect(foot).toContainText('چ صفحهٔ ۱ از ۳');
  await press(page, 'Escape');
  await into(frame);
  await store(page);
  const part = await parts(world, document);
  const xml = await part('word/header1.xml');
  const said = Object.fromEntries([701, 702, 703, 704, 705, 706, 707].map((id) => [id, wordsOf(xml, id)]));
  expect(said).toEqual({
    701: 'نام شرکت الف',
    702: 'دوازده',
    703: 'خانه بدیگر',
    704: 'سطرکنج پ',
    705: 'کنج پ',
    706: 'بند بسته',
    707: 'واژهٔ بسته',
  });
  for (const properties of [
    '<w:alias w:val="شرایط"/><w:lock w:val="sdtContentLocked"/><w:id w:val="706"/>',
    '<w:lock w:val="contentLocked"/><w:text/><w:id w:val="707"/>',
  ])
    expect(xml).toContain(`<w:sdtPr>${properties}</w:sdtPr>`);
  expect(wordsIn(xml)).toContain('پایان سربرگ ج');
  const foots = await part('word/footer1.xml');
  expect(wordsOf(foots, 711)).toBe(wordsOf(foots, 712));
  expect(wordsOf(foots, 712)).toMatch(/^چ صفحهٔ\s+PAGE\s*[1۱] از\s+NUMPAGES\s*[1-3۱-۳]$/);
  for (const place of ['Top', 'Bottom']) expect(foots).toContain(gallery(place));
});
