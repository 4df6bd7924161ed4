import type { FrameLocator, Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { open, put, saved, saving, stored } from './letters';
import { item, paragraph, word } from './word-samples';

/** The paragraphs of a document, without what the library writes of its own. */
const paragraphsOf = (xml: string) =>
  [...xml.matchAll(/<w:p(?=[ >]).*?<\/w:p>/gs)].map(([text]) =>
    text.replaceAll(/ w14:\w+="\w*"| xml:space="preserve"/g, ''),
  );

const run = (text: string, marks = '<w:rtl/>') => `<w:r>${marks && `<w:rPr>${marks}</w:rPr>`}<w:t>${text}</w:t></w:r>`;

/** Puts the caret into the first line of the page. */
async function enter(frame: FrameLocator): Promise<void> {
  await frame
    .locator('.layout-page')
    .first()
    .click({ position: { x: 600, y: 110 } });
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await expect(saving(page, 'clean')).toContainText(/Saved just now|ذخیره شد/, saved);
}

const line = (frame: FrameLocator, text: string) =>
  frame.locator('.layout-page .layout-line, .layout-page [class*="line"]').filter({ hasText: text }).last();

/** On which side of the page some text stands. */
async function sideOf(frame: FrameLocator, text: string, sheet: string): Promise<string> {
  return frame
    .locator(sheet)
    .first()
    .evaluate((page, words) => {
      const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.textContent?.includes(words)) continue;
        const text = document.createRange();
        text.selectNodeContents(node);
        const [at, whole] = [text.getBoundingClientRect(), page.getBoundingClientRect()];
        if (at.width === 0) return 'nowhere'; // it is being drawn anew
        const before = at.left - whole.left;
        const after = whole.right - at.right;
        if (Math.abs(before - after) < 24) return 'center';
        return before < after ? 'left' : 'right';
      }
      return 'nowhere';
    }, text);
}

test.describe('typing in Persian', () => {
  test.skip(({ isMobile }) => isMobile, 'the keys are the same');

  test('each new paragraph runs and looks like the one before it, in the file too', async ({ member: page, world }) => {
    test.slow();
    await prefer(page, 'fa');
    const document = await put(world, 'persian', await word('<w:p/>', true));
    const frame = await open(page, document.address);
    await enter(frame);
    const { keyboard } = page;
    await keyboard.type('سلام Word 2024 است.');
    await keyboard.press('Enter');
    await keyboard.type('می');
    await keyboard.press('Shift+Space');
    await keyboard.type('رود');
    await keyboard.press('Control+Shift+2');
    await keyboard.press('Enter');
    await keyboard.press('Control+b');
    await keyboard.type('پررنگ');
    await keyboard.press('Enter');
    await keyboard.type('هنوز');
    await keyboard.press('Control+b');
    await keyboard.press('Enter');
    await keyboard.type('دو خطط');
    await keyboard.press('Backspace');
    await keyboard.press('Enter');
    await keyboard.press('Backspace');
    await expect(frame.locator('.layout-page').first()).toContainText('دو خط');
    for (const text of ['سلام', 'رود', 'هنوز', 'دو خط']) {
      await expect.poll(() => sideOf(frame, text, '.layout-page')).toBe('right');
      await expect(line(frame, text)).toHaveCSS('direction', 'rtl');
    }
    await save(page);
    const start = '<w:p><w:pPr><w:bidi/></w:pPr>';
    expect(paragraphsOf(await stored(world, document))).toEqual([
      `<w:p>${run('سلام ')}${run('Word', '')}${run(' 2024 است.')}</w:p>`,
      `${start}${run('می\u200cرود\u200c')}</w:p>`,
      `${start}${run('پررنگ', '<w:b/><w:bCs/><w:rtl/>')}</w:p>`,
      `${start}${run('هنوز', '<w:b/><w:bCs/><w:rtl/>')}</w:p>`,
      `${start}${run('دو خط')}</w:p>`,
    ]);
  });

  test('lists are numbered in Persian, and end with a second Enter', async ({ member: page, world }) => {
    test.slow();
    await prefer(page, 'fa');
    const document = await put(world, 'lists', await word('<w:p/>', true));
    const frame = await open(page, document.address);
    await enter(frame);
    await frame.getByRole('button', { name: 'فهرست شماره‌دار' }).click();
    const { keyboard } = page;
    await keyboard.type('یک');
    await keyboard.press('Enter');
    await keyboard.type('دو');
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await keyboard.type('پایان');
    const markers = frame.locator('.layout-list-marker');
    await expect(markers).toHaveText(['۱.', '۲.']);
    // The number stands before the text, which is at its right.
    const isBefore = async () => {
      const [number, text] = await Promise.all([markers.first().boundingBox(), line(frame, 'یک').boundingBox()]);
      return number && text ? number.x + number.width > text.x + text.width / 2 : null;
    };
    await expect.poll(isBefore).toBe(true);
    await save(page);
    const all = paragraphsOf(await stored(world, document));
    expect(all.map((one) => [one.includes('<w:numPr>'), one.includes('<w:bidi/>')])).toEqual([
      [true, true],
      [true, true],
      [false, true],
    ]);
  });

  test('Enter after a heading begins text that runs as it does', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const body = paragraph('عنوان', '<w:pStyle w:val="Heading1"/>');
    const document = await put(world, 'heading', await word(body, true));
    const frame = await open(page, document.address);
    await enter(frame);
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('متن');
    await expect(frame.locator('.layout-page').first()).toContainText('متن');
    await expect.poll(() => sideOf(frame, 'عنوان', '.layout-page')).toBe('center');
    await expect.poll(() => sideOf(frame, 'متن', '.layout-page')).toBe('right');
    await save(page);
    expect(paragraphsOf(await stored(world, document))[1]).toMatch(
      /^<w:p><w:pPr><w:pStyle w:val="Normal"\/><w:bidi\/><\/w:pPr>/,
    );
  });

  for (const lang of ['fa', 'en'] as const) {
    test(`paragraphs are turned and aligned by buttons and keys (${lang})`, async ({ member: page, world }) => {
      test.slow();
      await prefer(page, lang);
      const document = await put(world, `turned ${lang}`, await word(paragraph('متن', '<w:ind w:left="720"/>')));
      const frame = await open(page, document.address);
      await enter(frame);
      await page.keyboard.press('Control+End');
      const [toRight, toLeft] = [/^(راست به چپ|Right to left)/, /^(چپ به راست|Left to right)/];
      const button = (name: RegExp) => frame.getByRole('button', { name });
      await expect(button(toLeft)).toHaveAttribute('aria-pressed', 'true');
      await button(toRight).click();
      await expect(button(toRight)).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(() => sideOf(frame, 'متن', '.layout-page')).toBe('right');
      await frame.getByTestId('toolbar-alignment').click();
      await frame.getByTestId('alignment-left').click();
      await expect.poll(() => sideOf(frame, 'متن', '.layout-page')).toBe('left');
      await page.keyboard.press('Enter');
      await page.keyboard.down('Control');
      await page.keyboard.press('ShiftLeft');
      await page.keyboard.up('Control');
      await page.keyboard.type('English');
      await expect(button(toLeft)).toHaveAttribute('aria-pressed', 'true');
      await frame.getByRole('button', { name: /^(تورفتگی بیشتر|Increase indent)/i }).click();
      await save(page);
      const [first, second] = paragraphsOf(await stored(world, document));
      // To Word the left side of a paragraph from the right is its trailing edge.
      expect(first).toContain('<w:pPr><w:bidi/><w:ind w:left="720"/><w:jc w:val="right"/></w:pPr>');
      expect(second).toContain('<w:pPr><w:bidi w:val="0"/><w:ind w:left="1440"/><w:jc w:val="right"/></w:pPr>');
      expect(second).toContain(run('English', ''));
    });
  }

  test('pasted paragraphs run as their letters do', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const document = await put(world, 'pasted', await word('<w:p><w:pPr><w:bidi/></w:pPr></w:p>'));
    const frame = await open(page, document.address);
    await enter(frame);
    await page.keyboard.type('آغاز ');
    await frame.locator('body').evaluate((body) => {
      const data = new DataTransfer();
      data.setData('text/plain', 'نخست\nSecond\nسوم');
      const target = body.querySelector('.ProseMirror');
      target?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await expect(frame.locator('.layout-page').first()).toContainText('سوم');
    await save(page);
    const all = paragraphsOf(await stored(world, document));
    const turned = all.map((one) => [/>([^<]+)<\/w:t>/.exec(one)?.[1], one.includes('<w:bidi/>')]);
    expect(turned).toEqual([
      ['آغاز نخست', true],
      ['Second', false],
      ['سوم', true],
    ]);
  });
});

test.describe('tables in Persian', () => {
  test('a new table runs from the right, and its menus are in the language and within the window', async ({
    member: page,
    world,
    isMobile,
  }) => {
    test.skip(isMobile, 'the menus are the same');
    test.slow();
    await prefer(page, 'fa');
    const document = await put(world, 'table', await word('<w:p/>', true));
    const frame = await open(page, document.address);
    await enter(frame);
    await frame.getByText('درج', { exact: true }).click();
    const cells = frame.getByRole('grid', { name: 'اندازهٔ جدول' }).getByRole('gridcell');
    await frame.getByText('جدول', { exact: true }).last().hover();
    const isInside = async () => {
      const box = await cells.first().boundingBox();
      return box !== null && box.x + box.width < (page.viewportSize()?.width ?? 0);
    };
    await expect.poll(isInside).toBe(true);
    await cells.nth(7).hover();
    await cells.nth(7).click();
    const { keyboard } = page;
    await keyboard.type('نام');
    await keyboard.press('Tab');
    await keyboard.type('مبلغ');
    await expect(frame.locator('.layout-page').first()).toContainText('مبلغ');
    const runs = async () => {
      const [first, second] = await Promise.all([line(frame, 'نام').boundingBox(), line(frame, 'مبلغ').boundingBox()]);
      return first && second ? first.x > second.x : null;
    };
    await expect.poll(runs).toBe(true);
    await frame.locator('.layout-page').getByText('مبلغ').first().click({ button: 'right' });
    const menu = frame.getByRole('menu', { name: 'گزینه‌های متن' });
    await expect(menu).toContainText('درج ردیف در بالا');
    expect((await menu.innerText()).replaceAll(/Ctrl|Shift|Del|[A-Z+\s]/g, '')).not.toMatch(/[a-z]/i);
    await keyboard.press('Escape');
    await save(page);
    const main = await stored(world, document);
    expect(main).toContain('<w:bidiVisual/>');
    expect(main).toMatch(/<w:tblCellMar>.*<w:left w:w="108" w:type="dxa"\/>.*<\/w:tblCellMar>/s);
    expect(main.match(/<w:tc>.*?<\/w:tc>/gs)?.every((cell) => cell.includes('<w:bidi/>'))).toBe(true);
  });
});

const ALIGNED = [
  ['', 'left', 'right'],
  ['left', 'left', 'right'],
  ['start', 'left', 'right'],
  ['right', 'right', 'left'],
  ['end', 'right', 'left'],
  ['center', 'center', 'center'],
] as const;

const align = (value: string) => (value ? `<w:jc w:val="${value}"/>` : '');

/** Each way to align a paragraph, from the left and from the right, and one against its style. */
const aligned = (isRtl: boolean) =>
  ALIGNED.map(([value]) => {
    const name = value || 'plain';
    return (
      paragraph(`ltr-${name}`, `<w:bidi w:val="0"/>${align(value)}`) +
      paragraph(`rtl-${name}`, `${isRtl ? '' : '<w:bidi/>'}${align(value)}`)
    );
  }).join('');

async function preview(page: Page, world: World, name: string, bytes: Uint8Array): Promise<FrameLocator> {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`${name} ${Date.now()}`);
  const file = await drive.file(`${name}.docx`, bytes, folder);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`);
  await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
  return page.frameLocator('main iframe');
}

for (const isRtl of [false, true]) {
  const usual = isRtl ? 'a style from the right' : 'a plain style';
  test(`alignment means the edge at which a paragraph begins, with ${usual}`, async ({
    member: page,
    world,
    isMobile,
  }) => {
    test.skip(isMobile, 'the pages are the same');
    test.slow();
    const bytes = await word(aligned(isRtl), isRtl);
    const document = await put(world, `aligned ${isRtl}`, bytes);
    const sides = async (frame: FrameLocator, sheet: string) => {
      const all: Record<string, string> = {};
      for (const [value] of ALIGNED) {
        for (const way of ['ltr', 'rtl'])
          all[`${way}-${value || 'plain'}`] = await sideOf(frame, `${way}-${value || 'plain'}`, sheet);
      }
      return all;
    };
    const right = Object.fromEntries(
      ALIGNED.flatMap(([value, ltr, rtl]) => [
        [`ltr-${value || 'plain'}`, ltr],
        [`rtl-${value || 'plain'}`, rtl],
      ]),
    );
    const editor = await open(page, document.address);
    await expect.poll(() => sides(editor, '.layout-page')).toEqual(right);
    const shown = await preview(page, world, `aligned ${isRtl}`, bytes);
    await expect.poll(() => sides(shown, 'section.docx')).toEqual(right);
  });
}

const row = (text: string) => `<w:tr><w:tc>${paragraph(text)}</w:tc></w:tr>`;
const control = (content: string) => `<w:sdt><w:sdtContent>${content}</w:sdtContent></w:sdt>`;

test('a list has the same numbers in the editor and in the preview, and text in fields and controls is shown', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the pages are the same');
  test.slow();
  const field =
    '<w:p><w:pPr><w:bidi/></w:pPr><w:fldSimple w:instr=" SEQ T "><w:r><w:t>FIELD</w:t></w:r></w:fldSimple></w:p>';
  const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="3000"/></w:tblGrid>${row('ROW1')}${control(row('ROW2'))}</w:tbl>`;
  const lists = [
    paragraph('الف', item(1, 0)),
    paragraph('ب', item(1, 1)),
    paragraph('پ', item(1, 1)),
    table,
    paragraph('ت', item(1, 0)),
    paragraph('ث', item(1, 1)),
    paragraph('ج', item(2, 0)),
  ].join('');
  const bytes = await word(lists + field);
  const document = await put(world, 'one list', bytes);
  const editor = await open(page, document.address);
  const markers = ['۱.', 'a)', 'b)', '۲.', 'a)', '•'];
  await expect(editor.locator('.layout-list-marker')).toHaveText(markers);
  const frame = await preview(page, world, 'one list', bytes);
  const shown = () =>
    frame.locator('p[data-item]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['item']?.trim()));
  await expect.poll(shown).toEqual(markers);
  for (const text of ['FIELD', 'ROW1', 'ROW2']) await expect(frame.locator('section.docx').first()).toContainText(text);
});
