import { expect, prefer, signIn, test } from './fixtures';
import { open, put, saved, saving, shown, stored, type } from './letters';
import { expectAccessible } from './looks';
import { someone, Team } from './people';

test('two tabs of one person: the second takes the document over, and no letter of either is lost', async ({
  context,
  member: page,
  world,
}) => {
  test.slow();
  await prefer(context, 'en');
  const document = await put(world, 'tabs');
  const frame = await open(page, document.address);
  await type(page, frame, 'From the first tab ');
  await expect(saving(page, 'clean')).toContainText('Saved just now', saved);

  // The first tab does not learn of the second one before it saves.
  await page.route('**/ping', (route) => route.abort());
  const second = await context.newPage();
  await signIn(second, await world.server.session());
  const its = await open(second, document.address);
  await expect(its.getByText('From the first tab').first()).toBeVisible();
  await type(second, its, 'From the second tab ');
  await expect(saving(second, 'clean')).toContainText('Saved just now', saved);

  // The first one types on before it knows: its words become a copy, and it says so.
  await page.bringToFront();
  await type(page, frame, 'Late words ');
  await expect(page.getByRole('alert').filter({ hasText: 'Your changes are in a copy' })).toBeVisible(saved);
  await expect(saving(page, 'clean')).toContainText('Saved just now', saved);
  await type(page, frame, 'More late words ');
  await expect(saving(page, 'clean')).toContainText('Saved just now', saved);
  const main = await stored(world, document);
  expect(main).toContain('From the first tab');
  expect(main).toContain('From the second tab');
  expect(main).not.toContain('ate words');
  const copy = new URL(page.url()).searchParams.get('file') ?? '';
  expect(copy).not.toBe(document.file);
  await expect.poll(() => stored(world, { ...document, file: copy })).toContain('More late words');
  const other = await stored(world, { ...document, file: copy });
  for (const words of ['From the first tab', 'Late words']) expect(other).toContain(words);
});

test(
  'a tab that has nothing to save says that the other one has the document',
  { tag: '@full' },
  async ({ context, member: page, world }) => {
    test.slow();
    await prefer(context, 'en');
    const document = await put(world, 'idle tab');
    await open(page, document.address);
    const second = await context.newPage();
    await signIn(second, await world.server.session());
    await open(second, document.address);
    await page.bringToFront();
    const bar = page.getByRole('alert').filter({ hasText: 'another window of yours, edits this file now' });
    await expect(bar).toBeVisible(saved);
    await bar.getByRole('button', { name: 'Edit here' }).click();
    await expect(saving(page, 'clean')).toBeVisible(saved);
    await expect(bar).toHaveCount(0);
  },
);

test(
  'both tabs keep what was typed offline, and both are offered again',
  { tag: '@full' },
  async ({ context, member: page, world }) => {
    test.slow();
    await prefer(context, 'en');
    const document = await put(world, 'offline tabs');
    const frame = await open(page, document.address);
    const second = await context.newPage();
    await signIn(second, await world.server.session());
    const its = await open(second, document.address);
    await context.route('**/api/editor/**', (route) => route.abort());
    await type(second, its, 'Second offline ');
    await expect(saving(second, 'offline')).toBeVisible(saved);
    await page.bringToFront();
    await type(page, frame, 'First offline ');
    await expect(saving(page, 'offline')).toBeVisible(saved);
    await second.close();
    await page.goto('about:blank');
    await context.unroute('**/api/editor/**');
    await page.goto(document.address);
    const heading = page.getByRole('heading', { name: 'Unsaved changes on this device' });
    const save = page.getByRole('button', { name: 'Save changes' });
    for (let kept = 0; kept < 2; kept++) {
      await expect(heading).toBeVisible(saved);
      const answer = page.waitForResponse((response) => response.url().includes('/save?'));
      await save.click();
      expect((await answer).status()).toBe(200);
    }
    await shown(page);
    const drive = await world.server.session();
    const list = `storage/space/${world.spaceId}/directory/${document.folder}`;
    const { files } = await world.server.call<{ files: { file_id: string }[] }>('GET', list, undefined, drive.access);
    const all = await Promise.all(files.map(({ file_id: file }) => stored(world, { ...document, file })));
    for (const words of ['First offline', 'Second offline'])
      expect(all.some((text) => text.includes(words))).toBe(true);
  },
);

test(
  'a person who waits hears at once that the file is free, and may edit a copy before',
  { tag: '@full' },
  async ({ browser, member: page, world }) => {
    test.slow();
    await prefer(page, 'en');
    const document = await put(world, 'waited for');
    await open(page, document.address);
    const nima = someone(`nima.editors.${Date.now()}`, 'Nima', 'Rad');
    const tokens = await world.server.add(nima);
    const team = await Team.of(world);
    await team.guest('editor', document.folder, 'directory', nima.email);
    const context = await browser.newContext({ baseURL: world.server.url });
    const second = await context.newPage();
    await prefer(second, 'en');
    await signIn(second, tokens);
    await second.goto(document.address);
    await expect(second.getByRole('status').filter({ hasText: 'is editing, since' })).toBeVisible();
    await expectAccessible(second);

    const listening = second.waitForResponse((response) => /\/api\/live\/./.test(response.url()) && response.ok());
    await second.getByRole('button', { name: 'Notify me' }).click();
    await listening;
    await page.getByRole('button', { name: 'Back to files' }).click();
    // Well before the page would ask by itself.
    await expect(second.getByText('is done editing')).toBeVisible();

    await open(page, document.address);
    await second.goto(document.address);
    await second.getByRole('button', { name: 'Edit a copy' }).click();
    await expect(second.getByRole('banner')).toContainText('waited for (2).docx');
    const frame = await shown(second);
    await type(second, frame, 'In the copy ');
    await expect(saving(second, 'clean')).toContainText('Saved just now', saved);
    const copy = new URL(second.url()).searchParams.get('file') ?? '';
    expect(await stored(world, { ...document, file: copy })).toContain('In the copy');
    expect(await stored(world, document)).not.toContain('In the copy');
    await context.close();
  },
);
