import AxeBuilder from '@axe-core/playwright';
import JSZip from 'jszip';
import { Drive } from './drive';
import { expect, prefer, signIn, test } from './fixtures';
import { open, put, sample, saved, saving, shown, stored, type } from './letters';
import { expectAccessible } from './looks';
import { someone, Team } from './people';

/** The letter with a text box in its first paragraph, which the editor does not know. */
async function withTextBox(): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(sample());
  const main = (await zip.file('word/document.xml')?.async('text')) ?? '';
  const box =
    '<w:r><w:pict><v:rect xmlns:v="urn:schemas-microsoft-com:vml" style="width:90pt;height:30pt"><v:textbox><w:txbxContent>' +
    '<w:p><w:r><w:t>Words in a box</w:t></w:r></w:p></w:txbxContent></v:textbox></v:rect></w:pict></w:r></w:p>';
  zip.file('word/document.xml', main.replace('</w:p>', box));
  return zip.generateAsync({ type: 'uint8array' });
}

for (const lang of ['fa', 'en'] as const) {
  const fa = lang === 'fa';

  test(
    `${lang}: a document is typed into, saved by itself, and loses nothing`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ member: page, world }) => {
      test.slow();
      await prefer(page, lang);
      const document = await put(world, `typed ${lang}`, await withTextBox());
      let frame = await open(page, document.address);
      await expect(frame.getByText('▣ Words in a box').first()).toBeVisible();
      await type(page, frame, 'نامهٔ تازه ');
      await expect(saving(page, 'clean')).toContainText(fa ? 'ذخیره شد، همین حالا' : 'Saved just now', saved);
      await expectAccessible(page);
      // The frame has no origin, so axe looks at what stands around it.
      expect((await new AxeBuilder({ page }).exclude('iframe').analyze()).violations).toEqual([]);
      frame = await open(page, document.address);
      await expect(frame.getByText('نامهٔ تازه').first()).toBeVisible();
      const main = await stored(world, document);
      expect(main).toContain('نامهٔ تازه');
      expect(main).toContain('<v:textbox>');
      expect(main).not.toContain('▣');
    },
  );
}

test('a second person sees who edits, waits or takes over, and nothing is lost', async ({
  browser,
  member: page,
  world,
}) => {
  test.slow();
  await prefer(page, 'en');
  const document = await put(world, 'held');
  const frame = await open(page, document.address);
  await type(page, frame, 'From the first ');
  await expect(saving(page, 'clean')).toContainText('Saved just now', saved);

  const reza = someone('reza.editors', 'Reza', 'Karimi');
  const tokens = await world.server.add(reza);
  const team = await Team.of(world);
  await team.guest('editor', document.folder, 'directory', reza.email);
  const context = await browser.newContext({ baseURL: world.server.url });
  const second = await context.newPage();
  await prefer(second, 'en');
  await signIn(second, tokens);
  await second.goto(document.address);
  await expect(second.getByRole('status').filter({ hasText: 'is editing, since' })).toBeVisible();
  await expect(saving(second, 'view')).toHaveText('Read only');
  // The first one does not learn of it before it saves.
  await page.route('**/ping', (route) => route.abort());
  await second.getByRole('button', { name: 'Take over…' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
  const his = await shown(second);
  await expect(his.getByText('From the first').first()).toBeVisible();

  // Words that the first one types from now on go into a copy.
  await type(page, frame, 'Late words ');
  await expect(page.getByRole('alert').filter({ hasText: 'Your changes are in a copy' })).toBeVisible(saved);
  await type(second, his, 'From the second ');
  await expect(saving(second, 'clean')).toContainText('Saved just now', saved);
  const main = await stored(world, document);
  expect(main).toContain('From the second');
  expect(main).not.toContain('Late words');
  await context.close();
});

test('edits made offline stay on the device and are offered again', async ({ context, member: page, world }) => {
  test.slow();
  await prefer(page, 'en');
  const document = await put(world, 'offline');
  const frame = await open(page, document.address);
  await context.route('**/api/editor/**', (route) => route.abort());
  await type(page, frame, 'Written offline ');
  await expect(saving(page, 'offline')).toHaveText('Offline: changes stay on this device', saved);
  await page.goto('about:blank');
  expect(await stored(world, document)).not.toContain('Written offline');
  await context.unroute('**/api/editor/**');
  await page.goto(document.address);
  await expect(page.getByRole('heading', { name: 'Unsaved changes on this device' })).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  const again = await shown(page);
  await expect(again.getByText('Written offline').first()).toBeVisible();
  expect(await stored(world, document)).toContain('Written offline');
});

test('what was typed right before the browser\'s "back" is in the file', async ({ member: page, world, isMobile }) => {
  test.skip(isMobile, 'the button of the browser is the same');
  test.slow();
  await prefer(page, 'en');
  const document = await put(world, 'back');
  await page.goto('/workspace');
  await expect(page.getByRole('main')).toBeVisible();
  // A page of the same program before it: the editor is left without a new page.
  await page.evaluate((to) => history.pushState(null, '', to), document.address);
  const frame = await shown(page);
  await type(page, frame, 'Typed at last ');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/workspace/);
  expect(await stored(world, document)).toContain('Typed at last');
});

test('a new document is made in the menu, and edited at once', async ({ member: page, world, isMobile }) => {
  test.skip(isMobile, 'the menu is the same');
  await prefer(page, 'en');
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`editors new ${Date.now()}`);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}`);
  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Document', exact: true }).click();
  await expect(page).toHaveURL(/\/editor\/onlyoffice\?/);
  const frame = await shown(page);
  await type(page, frame, 'First words');
  await expect(saving(page, 'clean')).toContainText('Saved just now', saved);
  await page.getByRole('button', { name: 'Back to files' }).click();
  await expect(page.locator('[data-index]')).toHaveCount(1);
});

test('the preview says who edits, until they are done', async ({ context, member: page, world, isMobile }) => {
  test.skip(isMobile, 'the mark is the same');
  test.slow();
  await prefer(context, 'en');
  const document = await put(world, 'present');
  await open(page, document.address);
  const other = await context.newPage();
  await signIn(other, await world.server.session());
  await other.goto(`/workspace/${world.spaceId}/directory/${document.folder}/file/${document.file}/preview`);
  const mark = other.locator('header').getByRole('img', { name: / is editing, since / });
  await expect(mark).toBeVisible();
  await page.getByRole('button', { name: 'Back to files' }).click();
  // Well before the page would ask by itself.
  await expect(mark).toHaveCount(0);
});

test('a document that is not there says so, with a way home', async ({ member: page, world }) => {
  await prefer(page, 'en');
  for (const query of ['', `?space=${world.spaceId}&directory=0000000000001&file=0000000000001`]) {
    await page.goto(`/editor/onlyoffice${query}`);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', '/workspace');
  }
});

test('edits that can be neither saved nor kept are not left without a question', async ({
  context,
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the question is the same');
  test.slow();
  await prefer(page, 'en');
  // A browser that keeps nothing.
  await page.addInitScript(() =>
    Object.defineProperty(IDBFactory.prototype, 'open', {
      value: () => {
        throw new Error('forbidden');
      },
    }),
  );
  const document = await put(world, 'asked');
  const frame = await open(page, document.address);
  await context.route('**/api/editor/**', (route) => route.abort());
  await type(page, frame, 'Not to be lost ');
  await page.getByRole('button', { name: 'Back to files' }).click();
  const question = page.getByRole('dialog', { name: 'Your changes aren’t saved' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toHaveCount(0);
  await expect(frame.getByText('Not to be lost').first()).toBeVisible();
  await context.unroute('**/api/editor/**');
  await page.getByRole('button', { name: 'Back to files' }).click();
  await expect(page.locator('[data-index]')).toHaveCount(1, saved);
  expect(await stored(world, document)).toContain('Not to be lost');
});
