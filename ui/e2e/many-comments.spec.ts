import JSZip from 'jszip';
import { editorOf } from './editor-samples';
import { expect, prefer, test } from './fixtures';
import { bytesOf, open, put, saved, saving, type } from './letters';
import { commentedByMany, MANY } from './many-comments';
import { cell, put as putSheet, saved as sheetSaved, storedBytes, type as typeInSheet } from './sheet-tools';
import { workbookOf } from './workbooks';

/** For a key with the layout of its page: ms. Before, it took seconds. */
const KEY = 1000;

const count = (text: string, what: string) => text.split(what).length - 1;

test(`a document with ${MANY} comments is shown, told, compared and typed in, and keeps them all`, async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the editor is the same');
  test.slow();
  await prefer(page, 'fa');
  const document = await put(world, 'many comments', await commentedByMany());
  const file = `/workspace/${world.spaceId}/directory/${document.folder}/file/${document.file}`;
  const told = page.waitForResponse((response) => response.url().includes('form=comments'));
  await page.goto(`${file}/preview?panel=details`);
  const { comments, cut } = (await (await told).json()) as { comments: unknown[]; cut?: boolean };
  expect([comments.length, cut]).toEqual([1000, true]);
  await expect(page.getByText('اینجا نمایش داده نمی‌شود: ۹٬۰۰۰ نظر دیگر')).toBeVisible();
  await page.getByRole('tab', { name: 'نظرها' }).click();
  await expect(page.getByText('نظرهای بیشتری در سند وجود دارد.')).toBeVisible();

  const frame = await open(page, document.address);
  await type(page, frame, 'نو ');
  const keys = await frame.locator('body').evaluate(async () => {
    const { editorView: view } = window as unknown as {
      editorView: {
        state: { tr: { insertText: (text: string, at: number) => unknown } };
        dispatch: (tr: unknown) => void;
      };
    };
    const taken: number[] = [];
    for (const letter of 'واژه ') {
      const before = performance.now();
      view.dispatch(view.state.tr.insertText(letter, 1));
      await new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      });
      taken.push(performance.now() - before);
    }
    return taken.toSorted((one, other) => one - other);
  });
  expect(keys[2]).toBeLessThan(KEY);
  const cards = frame.locator('.docx-unified-sidebar .docx-comment-card');
  expect(await cards.count()).toBeLessThan(100);
  await expect(cards.first()).toContainText('نظر شمارهٔ');

  // Far below, the card of a text stands beside it.
  const pages = frame.locator('.layout-page');
  await pages.nth(20).scrollIntoViewIfNeeded();
  const line = pages
    .nth(20)
    .getByText(/از قرارداد/)
    .nth(3);
  await line.click();
  const expanded = frame.locator('[data-expanded="true"] .docx-comment-card');
  await expect(expanded).toHaveCount(1);
  await expect(expanded).toBeInViewport();
  expect(await cards.count()).toBeLessThan(100);

  await page.keyboard.press('Control+s');
  await expect(saving(page, 'clean')).toContainText(/ذخیره شد/, saved);
  const zip = await JSZip.loadAsync(await bytesOf(world, document));
  const part = async (name: string) => (await zip.file(`word/${name}`)?.async('text')) ?? '';
  const was = await JSZip.loadAsync(await commentedByMany());
  const text = await part('document.xml');
  expect(text).toContain('نو ');
  expect(await part('comments.xml')).toBe(await was.file('word/comments.xml')?.async('text'));
  expect(await part('commentsExtended.xml')).toBe(await was.file('word/commentsExtended.xml')?.async('text'));
  for (const [what, times] of [
    ['<w:commentReference ', MANY],
    ['<w:commentRangeStart ', MANY * 0.75],
    ['<w:commentRangeEnd ', MANY * 0.75],
  ] as const)
    expect(count(text, what), what).toBe(times);

  // The saved version against the one before.
  await page.goto(`${file}/versions`);
  await expect(page.locator('ins, [data-change="added"]').filter({ hasText: 'نو' }).first()).toBeVisible();
});

test(`a workbook with ${MANY} comments at its cells shows and keeps them all`, async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the editor is the same');
  test.slow();
  await prefer(page, 'fa');
  const names = Array.from({ length: MANY }, (_, at) => `C${at + 1}`);
  const content = workbookOf(
    { A1: 'شرح', ...Object.fromEntries(names.map((name, at) => [name, at])) },
    { rtl: true, comments: Object.fromEntries(names.map((name, at) => [name, `نظر شمارهٔ ${at}`])) },
  );
  const opened = await putSheet(world, 'many comments', content);
  await page.goto(`/workspace/${world.spaceId}/directory/${opened.folder}/file/${opened.file}/preview`);
  await cell(page, 'C1').click();
  await page.keyboard.press('Control+End');
  await cell(page, `C${MANY}`).click();
  await expect(page.getByText(`نظر شمارهٔ ${MANY - 1}`).first()).toBeVisible();
  await page.goto(editorOf(world, opened.folder, opened.file));
  await typeInSheet(page, 'A2', 'نو');
  const before = Date.now();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'A3')).toHaveText(/5|۵/);
  expect(Date.now() - before).toBeLessThan(2 * KEY);
  await sheetSaved(page);
  const was = await JSZip.loadAsync(content);
  const is = await JSZip.loadAsync(await storedBytes(world, opened));
  expect(await is.file('xl/comments1.xml')?.async('text')).toBe(await was.file('xl/comments1.xml')?.async('text'));
});
