import type { FrameLocator } from '@playwright/test';
import { expect, prefer, test } from './fixtures';
import { open, put, stored } from './letters';
import { into, judged, letter, press, save } from './secretary';
import { paragraph, word } from './word-samples';

const paste = (frame: FrameLocator, html: string) =>
  frame
    .locator('.ProseMirror')
    .first()
    .evaluate((target, text) => {
      const data = new DataTransfer();
      data.setData('text/html', text);
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, html);

/** The text of each paragraph with its properties, but for those of the library. */
const paragraphsOf = (xml: string) =>
  [...xml.matchAll(/<w:p(?=[ >]).*?<\/w:p>/gs)].map(([text]) => [
    text.replaceAll(/<[^>]+>/g, ''),
    /<w:pPr>(.*?)<\/w:pPr>/s.exec(text)?.[1] ?? '',
  ]);

/** Tables as the clipboard has them. */
const lined = {
  excel:
    '<html><head><style><!--td {padding-top:1px; border:none;} .xl65 {border:.5pt solid windowtext;} .xl66 {border-bottom:1.5pt solid windowtext}--></style></head>' +
    "<body><table border=0 cellspacing=0 style='border-collapse:collapse'><!--StartFragment--><tr><td class=xl65>شرح</td><td class=xl65 style='border-left:none'>مبلغ</td></tr>" +
    '<tr><td>بی‌خط</td><td class=xl66>جمع</td></tr><!--EndFragment--></table></body></html>',
  mail: '<table border="1"><tr><td>ساده</td></tr></table>',
  page: '<table style="border:2px dashed red"><tr><td>کنار</td><td>گوشه</td></tr></table>',
  word:
    "<table class=MsoTableGrid border=1 style='border-collapse:collapse;border:none'><tr><td style='border:solid windowtext 1.0pt'><p>بالا</p></td></tr>" +
    "<tr><td style='border:solid windowtext 1.0pt;border-top:none'><p>پایین</p></td></tr></table>",
};

/** The text of each cell of a table with its lines. */
const linesOf = (table: string) =>
  [...table.matchAll(/<w:tc>.*?<\/w:tc>/gs)].map(([cell]) => [
    cell.replaceAll(/<[^>]+>/g, ''),
    [...(/<w:tcBorders>.*?<\/w:tcBorders>/s.exec(cell)?.[0] ?? '').matchAll(/<w:(\w+) w:val="\w+" w:sz="(\d+)"/g)]
      .map(([, side, size]) => `${side} ${size}`)
      .join(', '),
  ]);

test.describe('what comes to a Persian document', () => {
  test.skip(({ isMobile }) => isMobile, 'the keys are the same');
  test.beforeEach(() => test.slow());

  test('paragraphs of other programs keep side, indent and direction', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const document = await letter(world, 'sides', 'آغاز');
    const frame = await open(page, document.address);
    await into(frame);
    await press(page, 'End');
    await press(page, 'Enter');
    await paste(
      frame,
      '<p>نخست</p>' +
        "<p dir=RTL style='text-align:right;direction:rtl'>از راست</p>" +
        "<p dir=RTL style='text-align:left;direction:rtl'>در چپ</p>" +
        "<p dir=RTL style='margin-right:36pt;direction:rtl'>تورفته</p>" +
        '<p>English</p>' +
        '<div dir="rtl"><p align="center">میانه</p></div>' +
        '<p>پایان</p>',
    );
    const sheet = frame.locator('.layout-page').first();
    await expect(sheet).toContainText('میانه');
    const right = async (text: string) => {
      const [box, whole] = await Promise.all([sheet.getByText(text).last().boundingBox(), sheet.boundingBox()]);
      return box && whole ? box.x + box.width > whole.x + whole.width - 130 : null;
    };
    await expect.poll(() => right('از راست')).toBe(true);
    expect(await right('در چپ')).toBe(false);
    expect(await right('English')).toBe(false);
    await save(page);
    expect(paragraphsOf(await stored(world, document)).slice(2, 7)).toEqual([
      ['از راست', '<w:bidi/>'],
      ['در چپ', '<w:bidi/><w:jc w:val="right"/>'],
      ['تورفته', '<w:bidi/><w:ind w:left="720"/>'],
      ['English', '<w:bidi w:val="0"/>'],
      ['میانه', '<w:bidi/><w:jc w:val="center"/>'],
    ]);
  });

  test('tables of other programs keep their lines', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const document = await put(world, 'lines', await word(paragraph('آغاز') + '<w:p/>', true));
    const frame = await open(page, document.address);
    await into(frame);
    for (const html of Object.values(lined)) {
      await press(page, 'Control+End');
      await paste(frame, html);
    }
    const cell = frame.locator('.layout-table-cell').filter({ hasText: 'جمع' });
    await expect(cell).toHaveCSS('border-bottom-style', 'solid');
    await expect(frame.locator('.layout-table-cell').filter({ hasText: 'بی‌خط' })).toHaveCSS(
      'border-bottom-style',
      'none',
    );
    await save(page);
    const tables = (await stored(world, document)).match(/<w:tbl>.*?<\/w:tbl>/gs) ?? [];
    expect(tables.map(linesOf)).toEqual([
      // Between two cells the line is that of either; a cell without one gets none from its table.
      [
        ['شرح', 'top 4, left 4, bottom 4, right 4'],
        ['مبلغ', 'top 4, left 4, bottom 4, right 4'],
        ['بی‌خط', 'top 4'],
        ['جمع', 'top 4, bottom 12'],
      ],
      [['ساده', 'top 6, left 6, bottom 6, right 6']],
      [
        ['کنار', 'top 12, bottom 12, right 12'],
        ['گوشه', 'top 12, left 12, bottom 12'],
      ],
      [
        ['بالا', 'top 8, left 8, bottom 8, right 8'],
        ['پایین', 'top 8, left 8, bottom 8, right 8'],
      ],
    ]);
    await judged(world, document, 'شرح', 'ساده', 'گوشه', 'پایین');
  });

  test('tables keep the lines that rules for their parts say, and on their side whoever says the direction', async ({
    member: page,
    world,
  }) => {
    await prefer(page, 'fa');
    const document = await put(world, 'rules', await word(paragraph('آغاز') + '<w:p/>', true));
    const frame = await open(page, document.address);
    await into(frame);
    const row = '<tr><td style="border-right:2px solid red">راست</td><td>چپ</td></tr>';
    for (const html of [
      '<style>#wide .t tbody td { border: 1px solid }</style><div id="wide"><table class="t"><tbody><tr><td>بخش</td></tr></tbody></table></div>',
      `<table dir="rtl">${row}</table>`,
      `<div dir="rtl"><table>${row}</table></div>`,
      `<table style="direction:rtl">${row}</table>`,
      // A span over more than there is, and a table that is too large to be looked at.
      `<table><tr>${'<td rowspan="65534" colspan="1000">پهن</td>'.repeat(30)}</tr></table>`,
    ]) {
      await press(page, 'Control+End');
      await paste(frame, html);
    }
    await expect(frame.locator('.layout-page')).toContainText(['پهن']);
    await save(page);
    const [parts, ...others] = (await stored(world, document)).match(/<w:tbl>.*?<\/w:tbl>/gs) ?? [];
    expect(linesOf(parts ?? '')).toEqual([['بخش', 'top 6, left 6, bottom 6, right 6']]);
    const turned = others.slice(0, 3);
    for (const table of turned) {
      expect(table).toContain('<w:bidiVisual/>');
      expect(linesOf(table)).toEqual([
        ['راست', 'left 12'],
        ['چپ', ''],
      ]);
    }
    expect(new Set(turned.map((table) => JSON.stringify(linesOf(table)))).size).toBe(1);
  });

  test('a document whose text was all deleted still runs from the right', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const document = await letter(world, 'emptied', 'نخست', 'دوم');
    const frame = await open(page, document.address);
    await into(frame);
    await press(page, 'Control+a');
    await press(page, 'Delete');
    await page.keyboard.type('تازه', { delay: 20 });
    const line = frame.locator('.layout-page .layout-line').filter({ hasText: 'تازه' }).last();
    await expect(line).toHaveCSS('direction', 'rtl');
    await press(page, 'Control+a');
    await page.keyboard.type('باز', { delay: 20 });
    await expect(frame.locator('.layout-page .layout-line').filter({ hasText: 'باز' }).last()).toHaveCSS(
      'direction',
      'rtl',
    );
  });

  test('there is a line to type in after a table at the end', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const document = await put(world, 'end', await word(paragraph('آغاز') + '<w:p/>', true));
    const frame = await open(page, document.address);
    await into(frame);
    await press(page, 'Control+End');
    await paste(frame, '<table dir="rtl"><tr><td>یک</td><td>دو</td></tr></table>');
    await expect(frame.locator('.layout-page').first()).toContainText('دو');
    await press(page, 'Control+End');
    await page.keyboard.type('پس از جدول', { delay: 20 });
    await save(page);
    const main = await stored(world, document);
    expect(main).toMatch(/<\/w:tbl><w:p(?=[ >])(?:(?!<\/w:p>).)*پس از جدول/s);
  });

  test('digits beside Latin letters stand with them', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    // The second paragraph is as other programs write what is typed with two keyboards.
    const split = '<w:r><w:t>Size B</w:t></w:r><w:r><w:rPr><w:rtl/></w:rPr><w:t>5</w:t></w:r>';
    const letter = await put(world, 'digits', await word(`${paragraph('کاغذ')}<w:p>${split}</w:p>`, true));
    const frame = await open(page, letter.address);
    const sides = () =>
      frame
        .locator('.layout-page')
        .first()
        .evaluate((page) =>
          ['B', '5'].map((sign) => {
            const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
              const at = node.textContent?.indexOf(sign) ?? -1;
              if (at < 0) continue;
              const range = document.createRange();
              range.setStart(node, at);
              range.setEnd(node, at + 1);
              return range.getBoundingClientRect().left;
            }
            return Number.NaN;
          }),
        );
    await expect
      .poll(async () => {
        const [first = 0, second = 0] = await sides();
        return second > first;
      })
      .toBe(true);
    await into(frame);
    await press(page, 'Control+Home');
    await press(page, 'End');
    await page.keyboard.type(' A4 و 3D و Word 2024 در 1405', { delay: 20 });
    const sheet = frame.locator('.layout-page').first();
    await expect(sheet).toContainText('1405');
    const main = async () => {
      await save(page);
      return [...(await stored(world, letter)).matchAll(/<w:r>(.*?)<\/w:r>/gs)].map(([, text = '']) =>
        text.includes('<w:rtl/>') ? 'R' : text.replaceAll(/<[^>]+>/g, ''),
      );
    };
    expect(await main()).toEqual(['R', 'A4', 'R', '3D', 'R', 'Word', 'R', 'Size B', 'R']);
  });
});
