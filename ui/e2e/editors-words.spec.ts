import type { Frame, Page } from '@playwright/test';
import { expect, prefer, test } from './fixtures';
import { open, put } from './letters';
import { choose, press } from './secretary';
import { cell, openSheet } from './sheet-tools';
import { paragraph, word } from './word-samples';
import { workbookOf } from './workbooks';

/** Names of fonts, files and formats, keys, and signs of the format itself are the same in all languages. */
const SAME =
  /^(?:(?:قلم: )?[\w ]*(?:Vazirmatn|Arial|Calibri|Cambria|Times New Roman|Tahoma|Courier New|B [A-Z][a-z]+|Roboto|MS Gothic|One)|.*\.(?:docx|xlsx)|[A-Z]{1,3}\d*|A\d|SUM|fx|LTR|RTL|URL|https?:.*|A[345]|Letter|Legal|Tabloid|PNG|JPG|cm|B5)$/;
const KEYS = /\(?(?:(?:Ctrl|Alt|Shift|Esc|Delete|Del|Enter|Tab|F\d+)[+ ]?)+(?:\w|راست|چپ|Enter|↓)?\)?/gi;

/** All that can be read, seen or heard of a page besides its document, and that has a word in Latin letters. */
const latinOf = (frame: Frame | Page) =>
  frame.evaluate(() => {
    const said = new Set<string>();
    const own =
      '.layout-page-content, .layout-page-header > *, .layout-page-footer > *, .ProseMirror, [data-document], bdi, script, style';
    for (const one of document.querySelectorAll('body *')) {
      if (one.closest(own) || (one.tagName !== 'OPTION' && !one.checkVisibility({ visibilityProperty: true })))
        continue;
      for (const node of one.childNodes) if (node.nodeType === Node.TEXT_NODE) said.add(node.nodeValue ?? '');
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-tip'])
        said.add(one.getAttribute(name) ?? '');
      for (const side of ['::before', '::after']) {
        const { content } = getComputedStyle(one, side);
        if (content.startsWith('"')) said.add(content.slice(1, -1));
      }
    }
    return [...said].map((text) => text.trim()).filter((text) => /[A-Za-z]{2}/.test(text));
  });

async function expectPersian(frame: Frame | Page, where: string): Promise<void> {
  const found = (await latinOf(frame)).filter((text) => {
    const left = text
      .replaceAll(KEYS, '')
      .replaceAll(/\u2068[^\u2069]*\u2069/g, '')
      .trim();
    return /[A-Za-z]{2}/.test(left) && !SAME.test(left);
  });
  expect.soft(found, where).toEqual([]);
}

const frameOf = async (page: Page): Promise<Frame> => {
  const frame = await (await page.locator('main iframe').elementHandle())?.contentFrame();
  if (!frame) throw new Error('there is no frame');
  return frame;
};

test('the Word editor says nothing in English to people whose language is Persian', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the menus are the same');
  test.slow();
  page.setDefaultTimeout(6000);
  await prefer(page, 'fa');
  const cell = `<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>${paragraph('خانه')}</w:tc>`;
  const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid><w:tr>${cell}</w:tr></w:tbl>`;
  const locked =
    '<w:sdt><w:sdtPr><w:lock w:val="sdtContentLocked"/></w:sdtPr><w:sdtContent>' +
    `${paragraph('بند بسته', '<w:bidi/>')}</w:sdtContent></w:sdt>`;
  const body = paragraph('متن نخست', '<w:bidi/>') + table + locked + paragraph('پایان', '<w:bidi/>');
  const document = await put(world, 'نوشته', await word(body, true));
  const frame = await open(page, document.address);
  const inside = await frameOf(page);
  await expectPersian(inside, 'the page');
  for (const side of ['header', 'footer']) {
    await frame.locator(`.layout-page-${side}`).first().hover({ force: true });
    await expectPersian(inside, `an empty ${side}`);
  }
  for (const menu of ['فایل', 'قالب', 'درج']) {
    await frame.getByText(menu, { exact: true }).first().click();
    await expectPersian(inside, menu);
    await press(page, 'Escape');
    await frame.locator('.layout-page').getByText('متن نخست').first().click();
  }
  for (const text of ['متن نخست', 'خانه']) {
    await frame.locator('.layout-page').getByText(text).first().click();
    await expectPersian(inside, `the tools of ${text}`);
    await frame.locator('.layout-page').getByText(text).first().click({ button: 'right' });
    await expectPersian(inside, `the menu of ${text}`);
    await press(page, 'Escape');
  }
  const buttons = frame.locator('[data-testid=editor-toolbar] :is([aria-haspopup], [aria-expanded])');
  for (let at = 0; at < (await buttons.count()); at += 1) {
    await buttons.nth(at).click({ force: true });
    await expectPersian(inside, `tool ${at}`);
    await press(page, 'Escape');
  }
  await frame.locator('.layout-page').getByText('متن نخست').first().click();
  await press(page, 'Control+h');
  await expect(frame.getByRole('dialog')).toBeVisible();
  await expectPersian(inside, 'find and replace');
  await press(page, 'Escape');
  await frame.locator('.layout-page').getByText('بند بسته').first().click();
  await page.keyboard.type('الف');
  await expect(frame.getByRole('status').filter({ hasText: 'قفل' })).toBeVisible();
  await expectPersian(inside, 'what is said of a locked text');
  for (const story of ['سربرگ', 'پابرگ']) {
    await choose(frame, 'درج', story);
    await expectPersian(inside, `an open ${story}`);
    await frame.getByRole('button', { name: 'گزینه‌ها' }).click();
    await expect(frame.getByText(`حذف ${story}`)).toBeVisible();
    await expectPersian(inside, `the options of a ${story}`);
    await frame.getByText(`پایان ویرایش ${story}`).click();
    await expect(frame.getByRole('button', { name: 'گزینه‌ها' })).toHaveCount(0);
  }
  await choose(frame, 'درج', 'شمارهٔ صفحه');
  await expect(frame.locator('.layout-page-footer').first()).toContainText('۱');
  await expectPersian(inside, 'a footer with the number of the page');
  await expectPersian(page, 'the page around');
});

test('the sheet editor says nothing in English to people whose language is Persian', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the menus are the same');
  test.slow();
  page.setDefaultTimeout(6000);
  await prefer(page, 'fa');
  await openSheet(
    page,
    world,
    'دفتر',
    workbookOf({ A1: 'شرح', B1: 'مبلغ', A2: 'کاغذ', B2: 1200, A3: 'جوهر', B3: 900 }),
  );
  await cell(page, 'B2').click();
  await expectPersian(page, 'the sheet');
  const opens = page.locator(
    '[data-sheet-editor] :is([aria-haspopup]), main [role=toolbar] :is([aria-haspopup], [aria-expanded])',
  );
  await expect(opens.first()).toBeVisible();
  for (let at = 0; at < (await opens.count()); at += 1) {
    await opens.nth(at).click();
    await expectPersian(page, `tool ${at}`);
    await press(page, 'Escape');
  }
  await cell(page, 'B2').click({ button: 'right' });
  await expectPersian(page, 'the menu of a cell');
  await press(page, 'Escape');
  for (const name of ['چاپ', 'نام‌ها']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expectPersian(page, name);
    await press(page, 'Escape');
  }
  await press(page, 'Control+h');
  await expectPersian(page, 'find and replace');
});
