import type { FrameLocator } from '@playwright/test';
import { expect, prefer, test } from './fixtures';
import { open, put, stored } from './letters';
import { into, letter, press, save } from './secretary';
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
