import { expect, prefer, test } from './fixtures';
import { open, put, saved, saving, stored, type, wordsIn } from './letters';
import { choose, into, letter, press } from './secretary';
import { paragraph, word } from './word-samples';
import { letTimePass } from './waits';

/** The editor's components follow its text this long after the last key, with room: ms. */
const FOLLOWED = 1500;
const FOLLOWS = 'the components in the frame of the editor follow its text, and show no sign when they have';
/** A change is saved by itself this long after the last one, with room: ms. */
const SAVED_ALONE = 5000;

test('what was typed a moment before a save is in the file, and nothing is unsaved afterwards', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the keys are the same');
  test.slow();
  await prefer(page, 'en');
  const document = await put(world, 'typed and saved');
  const frame = await open(page, document.address);
  await type(page, frame, 'One ');
  await expect(saving(page, 'clean')).toContainText('Saved just now', saved);
  let saves = 0;
  page.on('request', (request) => {
    if (/\/save\?lease_id=/.test(request.url())) saves += 1;
  });
  await page.keyboard.type('two ');
  await page.keyboard.press('Control+s');
  await expect.poll(() => saves).toBe(1);
  await expect(saving(page, 'clean')).toContainText('Saved just now', saved);
  expect(wordsIn(await stored(world, document))).toContain('One two ');
  await letTimePass(page, SAVED_ALONE, 'what only follows the text is no change, and is not saved by itself');
  await expect(saving(page, 'clean')).toBeVisible();
  expect(saves).toBe(1);
});

test('pages are set up a moment after a key, and both are in the file', async ({ member: page, world, isMobile }) => {
  test.skip(isMobile, 'the dialog is the same');
  test.slow();
  await prefer(page, 'en');
  const document = await put(world, 'typed and set up');
  const frame = await open(page, document.address);
  const sheet = frame.locator('.layout-page').first();
  // In one step: a new layout puts another element in the place of the sheet.
  const isWide = () =>
    frame.locator('body').evaluate((body) => {
      const first = body.querySelector('.layout-page');
      return first ? first.clientHeight < first.clientWidth : null;
    });
  expect(await isWide()).toBe(false);
  await frame.getByRole('button', { name: 'File', exact: true }).click();
  await frame.getByText('Page setup').click();
  await frame.locator('select').filter({ hasText: 'Landscape' }).selectOption('landscape');
  // Both before the components follow the text.
  await frame.getByRole('button', { name: 'Apply', exact: true }).evaluate((apply: HTMLElement) => {
    const { editorView: view } = window as unknown as {
      editorView: {
        state: { tr: { insertText: (text: string, at: number) => unknown } };
        dispatch: (tr: unknown) => void;
      };
    };
    view.dispatch(view.state.tr.insertText('Typed at the last moment. ', 1));
    apply.click();
  });
  await expect.poll(isWide).toBe(true);
  await expect(sheet).toContainText('Typed at the last moment.');
  await letTimePass(page, FOLLOWED, FOLLOWS);
  await expect(sheet).toContainText('Typed at the last moment.');
  expect(await isWide()).toBe(true);
  await page.keyboard.press('Control+s');
  await expect(saving(page, 'clean')).toContainText('Saved just now', saved);
  const main = await stored(world, document);
  expect(wordsIn(main)).toContain('Typed at the last moment. ');
  expect(main).toContain('w:orient="landscape"');
});

test('a table whose rows are all in a control with words of its own says so, and stays as it is', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the editor is the same');
  await prefer(page, 'fa');
  const cell = `<w:tc><w:tcPr/>${paragraph('در کنترل')}</w:tc>`;
  const table =
    '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>' +
    `<w:sdt xmlns:x="urn:x"><w:sdtContent><w:tr x:a="1">${cell}${cell}</w:tr></w:sdtContent></w:sdt></w:tbl>`;
  const document = await put(world, 'controls', await word(paragraph('آغاز') + table + paragraph('پایان'), true));
  const frame = await open(page, document.address);
  const sheet = frame.locator('.layout-page').first();
  await expect(sheet).toContainText('اینجا نمایش داده نمی‌شود');
  await type(page, frame, 'نو ');
  await page.keyboard.press('Control+s');
  await expect(saving(page, 'clean')).toContainText(/ذخیره شد/, saved);
  const main = await stored(world, document);
  expect(main).toContain('نو ');
  expect(main).toContain(table);
});

test('undoing what was typed leaves the number of the page where it is', async ({ member: page, world, isMobile }) => {
  test.skip(isMobile, 'the editor is the same');
  await prefer(page, 'fa');
  const document = await letter(world, 'undone', 'متن');
  const frame = await open(page, document.address);
  await into(frame);
  await choose(frame, 'درج', 'شمارهٔ صفحه');
  const footer = frame.locator('.layout-page-footer').first();
  await expect(footer).toContainText('۱');
  await letTimePass(page, FOLLOWED, FOLLOWS);
  await into(frame);
  // Two things to undo, and one for whoever waits until nobody types.
  await press(page, 'End');
  await page.keyboard.type(' یک');
  await press(page, 'Home');
  await page.keyboard.type('دو ');
  const sheet = frame.locator('.layout-page').first();
  await expect(sheet).toContainText('دو متن یک');
  await letTimePass(page, FOLLOWED, FOLLOWS);
  for (let times = 0; times < 3; times += 1) await press(page, 'Control+z');
  await expect(sheet).not.toContainText('یک');
  await letTimePass(page, FOLLOWED, FOLLOWS);
  await expect(footer).toContainText('۱');
});
