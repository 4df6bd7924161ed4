import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { Drive } from './drive';
import { expect, prefer, signIn, test } from './fixtures';
import { someone, Team } from './people';
import * as marks from './pdf-marks';
import { samples } from './samples';

const { texts, tool } = marks;

for (const lang of ['fa', 'en'] as const) {
  const words = texts[lang];

  test(
    `${lang}: each tool makes a mark, and all of them are in the new version`,
    {
      tag: `@${lang}`,
    },
    async ({ member: page, world, isMobile }) => {
      test.skip(isMobile, 'a mouse');
      await prefer(page, lang);
      const { directory, file, pdf } = await marks.openReport(page, world);
      await marks.beginMarking(page, words);

      await tool(page, words, 'highlight').click();
      await page.locator('.textLayer.highlighting').first().waitFor();
      // A double click chooses a word.
      await page.locator('.pdf-marks .textLayer span[role=presentation]', { hasText: 'ارش' }).first().dblclick();
      await expect(page.locator('.highlightEditor')).toHaveCount(1);

      await marks.drawInk(page, words);
      await tool(page, words, 'text').click();
      await page
        .locator('.annotationEditorLayer.freetextEditing')
        .first()
        .click({ position: { x: 300, y: 420 } });
      const field = page.locator('.freeTextEditor [contenteditable=true]');
      await expect(field).toBeFocused();
      await field.pressSequentially(words.typed, { delay: 30 });
      await page.keyboard.press('Escape');
      await expect(page.locator('.freeTextEditor .internal')).toHaveText(words.typed);

      await tool(page, words, 'stamp').click();
      await page.getByRole('menuitem', { name: words.approved }).click();
      await expect(page.locator('.stampEditor canvas')).toHaveCount(1);
      await marks.sign(page, words);
      await expect(page.locator('.stampEditor canvas')).toHaveCount(2);
      const axe = await new AxeBuilder({ page }).include('.pdf-marks').exclude('.pdfViewer').analyze();
      expect(axe.violations).toEqual([]);

      await marks.save(page, words);
      const [head, old] = await marks.versionsOf(world, directory, file);
      // Persian text is a picture, so that its letters are joined wherever it is opened.
      const text = lang === 'fa' ? 'Stamp' : 'FreeText';
      expect((await marks.annotationsIn(head ?? new Uint8Array())).toSorted()).toEqual(
        ['Highlight', 'Ink', text, 'Stamp', 'Stamp'].toSorted(),
      );
      expect(Buffer.compare(old ?? new Uint8Array(), pdf)).toBe(0);

      // Marks of before can be taken away again.
      await marks.beginMarking(page, words);
      await page.locator('.inkEditor').first().click();
      await page.keyboard.press('Delete');
      await marks.save(page, words);
      const [last] = await marks.versionsOf(world, directory, file);
      expect(await marks.annotationsIn(last ?? new Uint8Array())).not.toContain('Ink');
    },
  );
}

test(
  'undo takes a mark back, and leaving with marks asks',
  { tag: '@full' },
  async ({ member: page, world, isMobile }) => {
    test.skip(isMobile, 'a mouse');
    const words = texts.fa;
    const { directory, file } = await marks.openReport(page, world);
    await marks.beginMarking(page, words);
    await marks.drawInk(page, words);
    await tool(page, words, 'undo').click();
    await expect(tool(page, words, 'undo')).toBeDisabled();
    await expect(page.getByRole('button', { name: words.save })).toBeDisabled();

    await marks.drawInk(page, words);
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.getByRole('button', { name: words.leave }).click();
    await expect(page.getByRole('toolbar', { name: words.bar })).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`file/${file}/preview`));
    expect(await marks.versionsOf(world, directory, file)).toHaveLength(1);
  },
);

test(
  'a file that got another version meanwhile keeps it, and the marks go into a copy',
  { tag: '@full' },
  async ({ member: page, world, isMobile }) => {
    test.skip(isMobile, 'a mouse');
    const words = texts.fa;
    const { drive, directory, file, pdf } = await marks.openReport(page, world);
    await marks.beginMarking(page, words);
    await marks.drawInk(page, words);
    const other = new Uint8Array([...pdf, 10]);
    await drive.file('گزارش.pdf', other, directory, 'version');
    await page.getByRole('button', { name: words.save }).click();
    await page.getByRole('button', { name: words.copy }).click();
    await expect(page.getByRole('toolbar', { name: words.bar })).toBeHidden();
    const versions = await marks.versionsOf(world, directory, file);
    expect(versions).toHaveLength(2);
    expect(Buffer.compare(versions[0] ?? new Uint8Array(), other)).toBe(0);
    await page.goto(`/workspace/${world.spaceId}/directory/${directory}?view=list`);
    await expect(page.locator('[data-index]')).toHaveCount(2);
  },
);

test('a viewer is offered no tools', async ({ page, world }) => {
  const viewer = someone(`marks-viewer-${Date.now()}`, 'نسرین', 'بیننده');
  const tokens = await world.server.add(viewer);
  const team = await Team.of(world);
  await team.role('viewer', viewer.email);
  await signIn(page, tokens);
  await marks.openReport(page, world);
  await expect(page.getByRole('button', { name: texts.fa.markUp })).toHaveCount(0);
});

test(
  'a finger highlights and signs, and a signature stays on the device until one signs out',
  {
    tag: '@phone',
  },
  async ({ member: page, world, isMobile }) => {
    test.skip(!isMobile, 'touch');
    await prefer(page, 'fa');
    const words = texts.fa;
    const { directory, file } = await marks.openReport(page, world);
    await marks.beginMarking(page, words);
    await tool(page, words, 'highlight').click();
    const letter = page.locator('.pdf-marks .textLayer span[role=presentation]', { hasText: 'ارش' }).first();
    const box = await letter.boundingBox();
    if (!box) throw new Error('not drawn');
    const touch = await page.context().newCDPSession(page);
    const at = (x: number) => [{ x, y: box.y + box.height / 2 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(box.x + 1) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(box.x + box.width / 2) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(box.x + box.width - 1) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(page.locator('.highlightEditor')).toHaveCount(1);

    await marks.sign(page, words, true);
    await tool(page, words, 'sign').click();
    await page.getByRole('button', { name: 'امضای ۱', exact: true }).click();
    await expect(page.locator('.stampEditor canvas')).toHaveCount(2);
    await marks.save(page, words);
    const [head] = await marks.versionsOf(world, directory, file);
    expect((await marks.annotationsIn(head ?? new Uint8Array())).toSorted()).toEqual(['Highlight', 'Stamp', 'Stamp']);

    const kept = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const request = indexedDB.open('anbar-signatures', 1);
            request.addEventListener('success', () => {
              const count = request.result.transaction('signatures').objectStore('signatures').count();
              count.addEventListener('success', () => {
                request.result.close();
                resolve(count.result);
              });
            });
          }),
      );
    expect(await kept()).toBe(1);
    await page.evaluate(() => localStorage.removeItem('access_token'));
    await page.goto('/login');
    await expect.poll(kept).toBe(0);
  },
);

test(
  'the address leads to words on a page, and Ctrl+F finds others',
  { tag: '@full' },
  async ({ member: page, world, isMobile }) => {
    test.skip(isMobile, 'keys');
    await marks.openReport(page, world, '?find=پايان گزارش&place=3');
    const bar = page.getByRole('search');
    await expect(bar.getByRole('status')).toHaveText('۱ از ۱');
    const found = () =>
      page.evaluate(() =>
        [...(CSS.highlights.get('pdf-found-now') ?? [])]
          .map((range) => (range as Range).cloneContents().textContent)
          .join(''),
      );
    await expect.poll(async () => (await found()).length).toBeGreaterThan(5);
    await page.keyboard.press('Control+f');
    await bar.getByRole('searchbox').fill('پيوست');
    await expect(bar.getByRole('status')).toHaveText(/از ۲/);
    await page.keyboard.press('Enter');
    await expect(bar.getByRole('status')).toHaveText('۲ از ۲');
    await bar.getByRole('searchbox').fill('چنین نیست');
    await expect(bar.getByRole('status')).toHaveText('موردی پیدا نشد');
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
  },
);

test('a document that cannot be opened says that it takes no marks', async ({ member: page, world }) => {
  const drive = await Drive.of(world.server, world.spaceId);
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const { pdf } = await samples(browser);
  const directory = await drive.folder(`خراب ${Date.now()}`);
  const file = await drive.file('خراب.pdf', pdf.slice(0, 40), directory);
  await prefer(page, 'fa');
  await page.goto(`/workspace/${world.spaceId}/directory/${directory}/file/${file}/preview`);
  await expect(page.getByRole('alert')).toContainText('نمی‌توان در آن علامت گذاشت');
});

test('a document with a password asks for it, and takes no marks', async ({ member: page, world }) => {
  const drive = await Drive.of(world.server, world.spaceId);
  const directory = await drive.folder(`محرمانه ${Date.now()}`);
  const bytes = readFileSync(new URL('../../stories/testdata/documents/locked.pdf', import.meta.url));
  const file = await drive.file('محرمانه.pdf', bytes, directory);
  await prefer(page, 'fa');
  await page.goto(`/workspace/${world.spaceId}/directory/${directory}/file/${file}/preview`);
  const field = page.getByLabel('رمز عبور', { exact: true });
  await field.fill('حدس');
  await field.press('Enter');
  await expect(page.getByText('این رمز عبور درست نیست.')).toBeVisible();
  await field.fill('open sesame');
  await field.press('Enter');
  await expect(page.locator('.textLayer').first()).toContainText('secret text');
  const button = page.getByRole('button', { name: /^علامت‌گذاری: سندی را که رمز عبور دارد/ });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
});

test('a form that is marked keeps its fields', { tag: '@full' }, async ({ member: page, world, isMobile }) => {
  test.skip(isMobile, 'a mouse');
  const words = texts.fa;
  const drive = await Drive.of(world.server, world.spaceId);
  const directory = await drive.folder(`فرم ${Date.now()}`);
  const file = await drive.file('form.pdf', marks.formPdf(), directory);
  await page.goto(`/workspace/${world.spaceId}/directory/${directory}/file/${file}/preview`);
  await page.getByRole('button', { name: words.markUp, exact: true }).click();
  await expect(tool(page, words, 'ink')).toBeEnabled();
  await marks.drawInk(page, words);
  await marks.save(page, words);
  const [last] = await marks.versionsOf(world, directory, file);
  expect((await marks.annotationsIn(last ?? new Uint8Array())).toSorted()).toEqual(['Ink', 'Widget']);
});
