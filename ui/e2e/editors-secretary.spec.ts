import { expect, prefer, test } from './fixtures';
import { open, put } from './letters';
import { choose, into, letter, parts, press, save } from './secretary';
import { paragraph, word } from './word-samples';

/** What a secretary does with a letter in a day, by real keys; each task looks into the file that was saved. */
test.describe('a secretary', () => {
  test.skip(({ isMobile }) => isMobile, 'the keys are the same');
  test.beforeEach(() => test.slow());

  test('replaces a name everywhere, in the letters of any keyboard and with its look', async ({
    member: page,
    world,
  }) => {
    await prefer(page, 'fa');
    const document = await put(
      world,
      'replace',
      await word(
        paragraph('کتاب نخست و كتاب دوم').replace('<w:rtl/>', '<w:b/><w:bCs/><w:rtl/>') + paragraph('کتابخانه'),
        true,
      ),
    );
    const frame = await open(page, document.address);
    await into(frame);
    await press(page, 'Control+h');
    // Typed at once, as by somebody who knows the keys.
    await page.keyboard.type('کتاب');
    const dialog = frame.getByRole('dialog', { name: 'جست‌وجو و جایگزینی' });
    await expect(dialog.getByLabel('متن جست‌وجو')).toHaveValue('کتاب');
    await dialog.getByLabel('متن جایگزین').fill('دفتر');
    await dialog.getByLabel('واژهٔ کامل').check();
    await dialog.getByRole('button', { name: 'جایگزینی همه' }).click();
    await expect(frame.locator('.layout-page').first()).toContainText('دفتر نخست و دفتر دوم');
    await save(page);
    const main = await (await parts(world, document))('word/document.xml');
    expect(main.match(/دفتر/g)).toHaveLength(2);
    expect(main).toContain('کتابخانه');
    for (const [run] of main.matchAll(/<w:r>(?:(?!<\/w:r>).)*دفتر/gs)) expect(run).toContain('<w:b/>');
  });

  test('links a word, without a hand on the mouse', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const document = await letter(world, 'link', 'نشانی');
    const frame = await open(page, document.address);
    await into(frame);
    await press(page, 'Control+a');
    await press(page, 'Control+k');
    await page.keyboard.type('example.com/fa');
    await press(page, 'Enter');
    await expect(frame.locator('.layout-page a')).toHaveText('نشانی');
    await save(page);
    const part = await parts(world, document);
    expect(await part('word/document.xml')).toMatch(/<w:hyperlink r:id="[^"]+"[^>]*>.*نشانی.*<\/w:hyperlink>/s);
    expect(await part('word/_rels/document.xml.rels')).toContain('Target="https://example.com/fa"');
  });

  test('puts the name of the office and the number of the page on each page', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const document = await letter(world, 'header', 'متن نامه');
    const frame = await open(page, document.address);
    await into(frame);
    await choose(frame, 'درج', 'سربرگ');
    await expect(frame.locator('.hf-inline-editor')).toBeVisible();
    await expect(frame.locator('.paged-editor--editing-header')).toBeVisible();
    // The editor of the header, which is empty.
    await expect(frame.locator('.ProseMirror-focused')).toHaveText('');
    await page.keyboard.type('شرکت نمونه ABC', { delay: 20 });
    await expect(frame.locator('.layout-page-header').first()).toContainText('شرکت نمونه ABC');
    await press(page, 'Escape');
    await choose(frame, 'درج', 'شمارهٔ صفحه');
    await expect(frame.locator('.layout-page-footer').first()).toContainText('۱');
    await save(page);
    const part = await parts(world, document);
    const [main, header, footer] = await Promise.all([
      part('word/document.xml'),
      part('word/header1.xml'),
      part('word/footer1.xml'),
    ]);
    expect(main).toMatch(/<w:headerReference w:type="default"[^>]*\/><w:footerReference w:type="default"/);
    expect(header).toMatch(/<w:bidi\/>.*<w:rtl\/>.*شرکت نمونه/s);
    expect(footer).toMatch(/<w:bidi\/><w:jc w:val="center"\/>.*PAGE/s);
    const types = await part('[Content_Types].xml');
    expect(types).toMatch(/PartName="\/word\/header1\.xml" ContentType="[^"]*\.header\+xml"/);
    expect(types).toMatch(/PartName="\/word\/footer1\.xml" ContentType="[^"]*\.footer\+xml"/);
    await page.reload();
    await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
    await expect(frame.locator('.layout-page-header').first()).toContainText('شرکت نمونه ABC');
    await expect(frame.locator('.layout-page-footer').first()).toContainText('۱');
  });

  test('asks about a sentence, answers, and closes the matter', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const document = await letter(world, 'comment', 'این جمله دراز است', 'پایان');
    const frame = await open(page, document.address);
    await into(frame);
    await press(page, 'Home');
    await press(page, 'Shift+End');
    await frame
      .locator('.layout-page')
      .first()
      .click({ button: 'right', position: { x: 600, y: 110 } });
    await frame.getByRole('menuitem', { name: 'نظر' }).click();
    await page.keyboard.type('کوتاه شود؟', { delay: 20 });
    await frame.getByRole('button', { name: 'نظر', exact: true }).last().click();
    const card = frame.locator('.docx-comment-card').first();
    await expect(card).toContainText('کوتاه شود؟');
    await expect(card).toContainText(/[۰-۹]{1,2}:[۰-۹]{2}/);
    await card.getByPlaceholder('پاسخ دهید').click();
    await page.keyboard.type('بله، لطفاً', { delay: 20 });
    await press(page, 'Enter');
    await expect(card).toContainText('بله، لطفاً');
    await card.getByTitle('بستن گفت‌وگو').click();
    await save(page);
    const part = await parts(world, document);
    const comments = await part('word/comments.xml');
    expect(comments).toMatch(/کوتاه شود؟.*بله، لطفاً/s);
    expect(await part('word/document.xml')).toMatch(/commentRangeStart.*این جمله.*commentRangeEnd/s);
    expect(await part('word/commentsExtended.xml')).toMatch(/w15:done="1"/);
    expect(await part('[Content_Types].xml')).toMatch(
      /PartName="\/word\/comments\.xml" ContentType="[^"]*\.comments\+xml"/,
    );
  });

  test('suggests changes, and another time takes one and refuses the other', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const document = await letter(world, 'changes', 'بند نخست', 'بند دوم');
    let frame = await open(page, document.address);
    await choose(frame, 'ویرایش', 'پیشنهاد');
    await expect(frame.getByText('پیشنهاد', { exact: true }).first()).toBeVisible();
    await into(frame, 130);
    await expect(frame.locator('.ProseMirror-focused')).toHaveCount(1);
    await press(page, 'End');
    await page.keyboard.type(' افزوده', { delay: 20 });
    await press(page, 'Home');
    await press(page, 'Control+Shift+ArrowLeft');
    await press(page, 'Delete');
    await expect(frame.locator('.docx-deletion').first()).toContainText('بند');
    await save(page);
    const main = await (await parts(world, document))('word/document.xml');
    expect(main).toMatch(/<w:del [^>]*w:author="[^"]+"[^>]*>.*<w:delText[^>]*>بند/s);
    expect(main).toMatch(/<w:ins [^>]*>.*افزوده/s);
    for (const [, id] of main.matchAll(/<w:(?:ins|del) [^>]*w:id="(\d+)"/g)) expect(Number(id)).toBeLessThan(2 ** 31);
    frame = await open(page, document.address);
    await frame.locator('.docx-insertion').first().click();
    await frame.locator('.docx-tracked-change-card').filter({ hasText: 'افزوده' }).getByTitle('پذیرفتن').click();
    await frame.locator('.docx-deletion').first().click();
    await frame.locator('.docx-tracked-change-card').first().getByTitle('رد کردن').click();
    await expect(frame.locator('.docx-insertion, .docx-deletion')).toHaveCount(0);
    await save(page);
    const settled = await (await parts(world, document))('word/document.xml');
    expect(settled).not.toMatch(/<w:(?:ins|del) /);
    expect(settled.replaceAll(/<[^>]+>/g, '')).toContain('بند دوم افزوده');
  });

  test('prints the pages as they are shown', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const document = await letter(world, 'print', ...Array.from({ length: 600 }, (_, at) => `بند شمارهٔ ${at}`));
    const frame = await open(page, document.address);
    await into(frame);
    // No headless browser opens the dialog: the page gets ready as for one.
    const body = frame.locator('body');
    await body.evaluate(() => {
      window.print = () => {
        const { dataset } = self.document.body;
        dataset['printed'] = String(Number(dataset['printed'] ?? 0) + 1);
        dispatchEvent(new Event('beforeprint'));
      };
    });
    // The keys print the pages wherever the focus is.
    await page.getByRole('heading', { level: 1 }).click();
    await page.locator('header').getByRole('button').first().focus();
    await press(page, 'Control+p');
    await expect(body).toHaveAttribute('data-printed', '1');
    await body.evaluate(() => dispatchEvent(new Event('afterprint')));
    await into(frame);
    await press(page, 'Control+p');
    await expect(body).toHaveAttribute('data-printed', '2');
    const printed = frame.locator('#printed > .layout-page');
    await expect(printed).toHaveCount(11);
    await expect(printed.last()).toContainText('بند شمارهٔ 599');
    await page.emulateMedia({ media: 'print' });
    await expect(frame.locator('[data-testid=editor-toolbar]')).toBeHidden();
    await expect(printed.first()).toBeVisible();
    const box = await printed.first().boundingBox();
    expect(Math.round(box?.width ?? 0)).toBe(794);
    await page.emulateMedia({ media: 'screen' });
    await body.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(printed).toHaveCount(0);
    await expect(page.locator('main iframe')).toHaveAttribute('sandbox', /allow-modals/);
  });
});
