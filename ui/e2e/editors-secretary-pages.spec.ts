import type { Page } from '@playwright/test';
import JSZip from 'jszip';
import { Drive } from './drive';
import { expect, prefer, test } from './fixtures';
import { bytesOf, open, put, shown } from './letters';
import { choose, into, judged, letter, parts, press, save } from './secretary';
import { undrawnThings } from './word-drawn';
import { paragraph, word } from './word-samples';

const stampPicture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="80"><circle cx="80" cy="40" r="36" fill="#b00"/></svg>';

/** A picture of a stamp, as a browser paints it. */
async function pictureOf(page: Page): Promise<Buffer> {
  const address = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/png');
  }, stampPicture);
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

async function partsOf(given: Uint8Array | Promise<Uint8Array>): Promise<Record<string, Uint8Array>> {
  const zip = await JSZip.loadAsync(await given);
  const parts = Object.values(zip.files).filter(({ dir }) => !dir);
  return Object.fromEntries(await Promise.all(parts.map(async (one) => [one.name, await one.async('uint8array')])));
}

/** Pages, tables, pictures and lists, by real keys; each task looks into the file that was saved. */
test.describe('a secretary', () => {
  test.skip(({ isMobile }) => isMobile, 'the keys are the same');
  test.beforeEach(() => test.slow());

  test('writes a letter as offices in Iran do, from the template', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const drive = await Drive.of(world.server, world.spaceId);
    const folder = await drive.folder(`letter ${Date.now()}`);
    await page.goto(`/workspace/${world.spaceId}/directory/${folder}`);
    await page.getByRole('button', { name: 'جدید', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'از الگو…' }).click();
    await page.getByRole('radio', { name: 'نامهٔ اداری', exact: true }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'ساختن' }).click();
    const frame = await shown(page);
    const sheet = frame.locator('.layout-page').first();
    await expect(sheet).toContainText('شماره:');
    await sheet.getByText('موضوع:', { exact: false }).first().click();
    await press(page, 'End');
    await press(page, 'Shift+Home');
    await page.keyboard.type('موضوع: درخواست بازدید', { delay: 20 });
    await sheet.getByText('متن نامه را', { exact: false }).first().click();
    await press(page, 'Home');
    await press(page, 'Shift+End');
    await page.keyboard.type('خواهشمند است دستور فرمایید هماهنگی لازم انجام شود.', { delay: 10 });
    await press(page, 'Enter');
    await page.keyboard.type('بند دوم نامه', { delay: 20 });
    await save(page);
    const [, file] = /file=([\w-]+)/.exec(page.url()) ?? [];
    const document = { address: page.url(), folder, file: file ?? '' };
    const main = await (await parts(world, document))('word/document.xml');
    for (const text of ['درخواست بازدید', 'هماهنگی لازم انجام شود.', 'بند دوم نامه']) expect(main).toContain(text);
    const second = /<w:p(?=[ >])(?:(?!<\/w:p>).)*بند دوم نامه/s.exec(main)?.[0] ?? '';
    expect(second).toMatch(/<w:rtl\/>/);
    await judged(world, document, 'درخواست بازدید', 'بند دوم نامه');
  });

  test('fills a table, and gives it another row and no third column', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const document = await letter(world, 'table', 'جدول هزینه‌ها');
    const frame = await open(page, document.address);
    await into(frame);
    await press(page, 'End');
    await press(page, 'Enter');
    await frame.getByText('درج', { exact: true }).first().click();
    await frame.getByText('جدول', { exact: true }).last().hover();
    // Two rows of three columns.
    const cells = frame.getByRole('grid', { name: 'اندازهٔ جدول' }).getByRole('gridcell');
    const columns = await cells.evaluateAll((all) => {
      const top = all[0]?.getBoundingClientRect().top;
      return all.filter((one) => Math.abs(one.getBoundingClientRect().top - (top ?? 0)) < 2).length;
    });
    await cells.nth(columns + 2).hover();
    await cells.nth(columns + 2).click();
    for (const text of ['شرح', 'تعداد', 'توضیح', 'کاغذ', '۱۲']) {
      await page.keyboard.type(text, { delay: 20 });
      await press(page, 'Tab');
    }
    await page.keyboard.type('انبار', { delay: 20 });
    const sheet = frame.locator('.layout-page').first();
    await expect(sheet).toContainText('انبار');
    // The last Tab of a table begins a row.
    await press(page, 'Tab');
    await page.keyboard.type('خودکار', { delay: 20 });
    await expect(sheet).toContainText('خودکار');
    await sheet.getByText('توضیح').click({ button: 'right' });
    await frame.getByRole('menuitem', { name: 'حذف ستون' }).click();
    await expect(sheet).not.toContainText('توضیح');
    await save(page);
    const main = await (await parts(world, document))('word/document.xml');
    const rows = [...main.matchAll(/<w:tr(?=[ >]).*?<\/w:tr>/gs)].map(([row]) =>
      [...row.matchAll(/<w:tc>.*?<\/w:tc>/gs)].map(([cell]) => cell.replaceAll(/<[^>]+>/g, '')),
    );
    expect(rows).toEqual([
      ['شرح', 'تعداد'],
      ['کاغذ', '۱۲'],
      ['خودکار', ''],
    ]);
    expect(main).toContain('<w:bidiVisual/>');
    // As wide as the text between the margins, all rows alike.
    expect(main).toContain('<w:tblW w:w="9026" w:type="dxa"/>');
    expect(main.match(/<w:tcW [^>]*>/g)).toEqual(Array.from({ length: 6 }, () => '<w:tcW w:w="4513" w:type="dxa"/>'));
    expect(main.match(/<w:tcBorders>/g)).toHaveLength(6);
    await judged(world, document, 'خودکار', '۱۲');
  });

  test('puts the stamp beside the text, chosen by keys', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const document = await letter(world, 'stamp', 'پیشاپیش از همکاری شما سپاسگزاریم.', 'مدیر اداری');
    const frame = await open(page, document.address);
    await into(frame);
    await press(page, 'End');
    await frame.getByText('درج', { exact: true }).first().click();
    const chooser = page.waitForEvent('filechooser');
    await frame.getByText('تصویر', { exact: true }).last().click();
    await (await chooser).setFiles({ name: 'stamp.png', mimeType: 'image/png', buffer: await pictureOf(page) });
    const stamp = frame.locator('.layout-page img').first();
    await expect(stamp).toBeVisible();
    const place = frame.getByTestId('toolbar-image-wrap');
    await expect(async () => {
      if (!(await place.isVisible())) await press(page, 'ArrowRight');
      await expect(place).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(place).toHaveAttribute('aria-label', 'جای تصویر: در خط متن');
    await place.click();
    await frame.getByText('در چپ، متن در کنار آن').last().click();
    const isBeside = async () => {
      const [image, text] = await Promise.all([
        stamp.boundingBox(),
        frame.locator('.layout-page').first().getByText('پیشاپیش').first().boundingBox(),
      ]);
      return image && text ? image.x + image.width <= text.x + 2 && image.y < text.y + text.height : null;
    };
    await expect.poll(isBeside).toBe(true);
    await save(page);
    const part = await parts(world, document);
    const main = await part('word/document.xml');
    expect(main).toMatch(/<wp:anchor [^>]*behindDoc="0".*<wp:wrapSquare /s);
    const id = /r:embed="(\w+)"/.exec(main)?.[1] ?? '-';
    const target = new RegExp(`Id="${id}"[^>]*Target="([^"]+)"|Target="([^"]+)"[^>]*Id="${id}"`).exec(
      await part('word/_rels/document.xml.rels'),
    );
    expect(await part(`word/${target?.[1] ?? target?.[2]}`)).not.toBe('');
    await judged(world, document, 'پیشاپیش', 'مدیر اداری');
  });

  test('numbers the clauses of a contract, with clauses below one', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const document = await put(world, 'clauses', await word('<w:p/>', true));
    const frame = await open(page, document.address);
    await into(frame);
    await frame.getByRole('button', { name: 'فهرست شماره‌دار' }).click();
    await page.keyboard.type('موضوع قرارداد', { delay: 20 });
    await press(page, 'Enter');
    await press(page, 'Tab');
    await page.keyboard.type('شرح کار', { delay: 20 });
    await press(page, 'Enter');
    await page.keyboard.type('مدت', { delay: 20 });
    await press(page, 'Enter');
    await press(page, 'Shift+Tab');
    await page.keyboard.type('مبلغ', { delay: 20 });
    const markers = frame.locator('.layout-list-marker');
    await expect(markers).toHaveCount(4);
    await expect(markers.first()).toHaveText('۱.');
    await expect(markers.last()).toHaveText('۲.');
    await save(page);
    const main = await (await parts(world, document))('word/document.xml');
    const levels = [...main.matchAll(/<w:ilvl w:val="(\d)"\/>/g)].map(([, level]) => level);
    expect(levels).toEqual(['0', '1', '1', '0']);
    await judged(world, document, 'موضوع قرارداد', 'شرح کار', 'مبلغ');
  });

  test('gives a report headings and a table of contents with the pages', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const lines = Array.from({ length: 60 }, (_, at) => paragraph(`بند ${at}`)).join('');
    const document = await put(
      world,
      'contents',
      await word(`<w:p/>${paragraph('گزارش')}${lines}${paragraph('نتیجه')}`, true),
    );
    const frame = await open(page, document.address);
    const sheets = frame.locator('.layout-page');
    for (const text of ['گزارش', 'نتیجه']) {
      await sheets.getByText(text, { exact: true }).first().click();
      await frame.getByLabel('سبک بند', { exact: true }).first().click();
      await frame
        .getByRole('option', { name: 'سرتیتر ۱', exact: true })
        .or(frame.getByText('سرتیتر ۱', { exact: true }))
        .last()
        .click();
    }
    await sheets.getByText('بند 1', { exact: true }).first().click();
    await press(page, 'Control+Home');
    for (const _ of ['once', 'again']) {
      await choose(frame, 'درج');
      await frame.locator('button').filter({ hasText: 'فهرست مطالب' }).last().click();
      const contents = sheets.first();
      await expect(contents.getByText('فهرست مطالب', { exact: true })).toHaveCount(1);
      await expect(contents).toContainText(/گزارش[\s.\u200b]*۱/);
      await expect(contents).toContainText(/نتیجه[\s.\u200b]*۲/);
    }
    await save(page);
    const main = await (await parts(world, document))('word/document.xml');
    const [name] = /_Toc\d+/.exec(main) ?? [];
    expect(main).toContain(`<w:bookmarkStart`);
    expect(main).toContain(`w:name="${name}"`);
    expect(main).toContain(`PAGEREF ${name} \\h`);
    expect(main).toContain('<w:tab w:val="right" w:pos="9026" w:leader="dot"/>');
    expect(main.match(/<w:pStyle w:val="TOC1"\/>/g)).toHaveLength(2);
    await judged(world, document, 'فهرست مطالب');
  });

  test('lays a page down and makes its margins smaller, in centimeters', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const document = await letter(world, 'pages', 'متن');
    const frame = await open(page, document.address);
    await choose(frame, 'فایل', 'تنظیم صفحه');
    const dialog = frame.getByRole('dialog', { name: 'تنظیم صفحه' });
    await dialog.getByLabel('جهت صفحه').selectOption({ label: 'افقی' });
    for (const [side, cm] of [
      ['راست', '3'],
      ['بالا', '1.5'],
    ] as const) {
      await dialog.getByRole('spinbutton', { name: side }).click();
      await press(page, 'Control+a');
      await page.keyboard.type(cm, { delay: 30 });
    }
    await press(page, 'Enter');
    await expect(dialog).toBeHidden();
    const sheet = frame.locator('.layout-page').first();
    await expect.poll(async () => ((await sheet.boundingBox())?.width ?? 0) > 1000).toBe(true);
    await save(page);
    const main = await (await parts(world, document))('word/document.xml');
    expect(main).toMatch(/<w:pgSz w:w="16838" w:h="11906" w:orient="landscape">/);
    expect(main).toMatch(/<w:pgMar [^>]*w:top="850"/);
    expect(main).toMatch(/<w:pgMar [^>]*w:right="1701"/);
    await judged(world, document, 'متن');
  });

  test('makes lines that were chosen by keys bold, larger and of another font', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const document = await letter(world, 'looks', 'سطر نخست', 'سطر دوم', 'سطر سوم');
    const frame = await open(page, document.address);
    await into(frame);
    await press(page, 'Control+Home');
    await press(page, 'Shift+ArrowDown');
    await press(page, 'Shift+End');
    await press(page, 'Control+b');
    await frame.getByTestId('font-size-increase').click();
    await frame
      .getByRole('combobox', { name: 'قلم' })
      .or(frame.getByLabel('قلم', { exact: true }))
      .first()
      .click();
    await frame.getByText('B Nazanin', { exact: true }).last().click();
    await expect(frame.locator('.layout-page').getByText('سطر دوم')).toHaveCSS('font-weight', '700');
    await save(page);
    const main = await (await parts(world, document))('word/document.xml');
    const runs = [...main.matchAll(/<w:r>(?:(?!<\/w:r>).)*سطر (\S+?)<.*?<\/w:r>/gs)].map(([run, which]) => [
      which,
      run.includes('<w:b/>') && run.includes('<w:bCs/>'),
      /<w:szCs w:val="24"\/>/.test(run),
      /w:cs="B Nazanin"/.test(run),
    ]);
    expect(runs).toEqual([
      ['نخست', true, true, true],
      ['دوم', true, true, true],
      ['سوم', false, false, false],
    ]);
    await judged(world, document, 'سطر نخست', 'سطر سوم');
  });

  test('sees a frame for a picture of an old format, which stays as it is in the file', async ({
    member: page,
    world,
  }) => {
    await prefer(page, 'fa');
    const before = await undrawnThings();
    const document = await put(world, 'metafile', before);
    const frame = await open(page, document.address);
    const image = frame.locator('.layout-page img').first();
    await expect(image).toHaveAttribute('src', /^data:image\/svg\+xml,.*EMF/);
    await frame.locator('.layout-page').first().getByText('پایان').click();
    await press(page, 'End');
    await page.keyboard.type(' سند', { delay: 20 });
    await save(page);
    const [was, is] = await Promise.all([before, bytesOf(world, document)].map((bytes) => partsOf(bytes)));
    const media = Object.keys(was ?? {}).filter((name) => name.endsWith('.emf'));
    expect(media).toHaveLength(1);
    for (const name of media) expect(is?.[name]).toEqual(was?.[name]);
    expect(Object.keys(is ?? {}).filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
  });
});
