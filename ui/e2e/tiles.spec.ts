import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { expectAccessible } from './looks';
import { texts } from './tile-samples';

const cell = (page: Page, name: string) => page.locator('[data-index]').filter({ hasText: name });
const linesOf = (page: Page, name: string) => cell(page, name).locator('[data-lines]');
/** A line that begins with these words. */
const line = (page: Page, name: string, words: string) => linesOf(page, name).locator(`[data-line^="${words}"]`);

async function folderOf(world: World, names: readonly string[]) {
  const drive = await Drive.of(world.server, world.spaceId);
  const id = await drive.folder(`متن‌ها ${Date.now()}-${Math.random()}`);
  for (const name of names) await drive.file(name, texts[name] ?? '', id);
  await drive.file('binary.txt', new Uint8Array(3000), id);
  await drive.file('empty.md', '', id);
  return { drive, id, url: `/workspace/${world.spaceId}/directory/${id}?sort=name:1` };
}

for (const lang of ['fa', 'en'] as const) {
  test.describe(lang, { tag: `@${lang}` }, () => {
    test.beforeEach(async ({ member }) => prefer(member, lang));

    test('a card shows how a text begins, and a row its icon', { tag: '@phone' }, async ({ member: page, world }) => {
      const names = ['جلسه.md', 'count.py', 'شهرها.csv', 'long.txt'];
      const { url } = await folderOf(world, names);
      await page.goto(`${url}&view=grid`);
      for (const name of names) await expect(linesOf(page, name)).toBeVisible();
      await expect(line(page, 'جلسه.md', '# صورت‌جلسهٔ ۱۲ آبان')).toBeVisible();
      await expect(cell(page, 'empty.md').locator('[data-lines]')).toHaveCount(0);
      await expect(cell(page, 'binary.txt').locator('[data-lines]')).toHaveCount(0);

      // Persian runs from the right, code from the left, whatever its comments are in.
      const sides = (name: string) =>
        linesOf(page, name)
          .locator('[data-line]')
          .evaluateAll((all) => all.slice(0, 2).map((each) => getComputedStyle(each).direction));
      expect(await sides('جلسه.md')).toContain('rtl');
      expect(await sides('count.py')).toEqual(['ltr', 'ltr']);

      // The name is the label, and nothing stands out of the card.
      const lines = linesOf(page, 'long.txt');
      await expect(lines).toHaveAttribute('aria-hidden', 'true');
      await expect(lines).toHaveCSS('user-select', 'none');
      const [outer, inner] = [await cell(page, 'long.txt').boundingBox(), await lines.boundingBox()];
      if (!outer || !inner) throw new Error('no card');
      expect(inner.width).toBeLessThanOrEqual(outer.width);
      expect(inner.y + inner.height).toBeLessThan(outer.y + outer.height - 40);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await expectAccessible(page);

      await page.goto(`${url}&view=list`);
      await cell(page, 'long.txt').waitFor();
      await expect(page.locator('[data-lines]')).toHaveCount(0);
    });
  });
}

test('what a stranger wrote stays text', { tag: '@phone' }, async ({ member: page, world }) => {
  const { url } = await folderOf(world, ['hostile.txt']);
  await page.goto(`${url}&view=grid`);
  const lines = linesOf(page, 'hostile.txt');
  await expect(line(page, 'hostile.txt', '<img src=x onerror=')).toBeVisible();
  await expect(line(page, 'hostile.txt', 'if admin  gpj.exe')).toBeVisible();
  await expect(lines.locator('img, script')).toHaveCount(0);
  await expect(page).not.toHaveTitle(/taken/);
});

test('lines come with one call for a list and one for each card', async ({ member: page, world }) => {
  const names = ['README.md', 'orders.csv', 'settings.json', 'server.log', 'short.txt'];
  const { url } = await folderOf(world, names);
  await page.goto(`${url}&view=grid`);
  for (const name of names) await expect(linesOf(page, name)).toBeVisible();
  const called: string[] = [];
  page.on('request', (request) => called.push(new URL(request.url()).pathname));
  await page.reload();
  for (const name of names) await expect(linesOf(page, name)).toBeVisible();
  expect(called.filter((path) => path.endsWith('/download/thumbnails'))).toHaveLength(1);
  expect(called.filter((path) => path.includes('/download/content/')).length).toBeLessThanOrEqual(names.length);
});

test('a new version shows its own lines in an open list', async ({ member: page, world }) => {
  const { drive, id, url } = await folderOf(world, ['short.txt']);
  await page.goto(`${url}&view=grid`);
  await expect(line(page, 'short.txt', 'Call Sara.')).toBeVisible();
  await drive.version('short.txt', 'Call Omid.', id);
  await expect(line(page, 'short.txt', 'Call Omid.')).toBeVisible();
});

test('visitors of a link see the lines as well', { tag: '@phone' }, async ({ member: page, world, browser }) => {
  const { id } = await folderOf(world, ['README.md', 'نامه به پیمانکار.txt']);
  const drive = await Drive.of(world.server, world.spaceId);
  await expect(async () => {
    await page.goto(`/workspace/${world.spaceId}/directory/${id}?view=grid`);
    await expect(linesOf(page, 'README.md')).toBeVisible({ timeout: 3000 });
  }).toPass();
  const link = await world.server.call<{ download_id: string }>(
    'POST',
    `download/space/${world.spaceId}/directory/${drive.root}/links`,
    { title: 'Texts', directory_ids: [id], duration: { value: 1, unit: 'day' } },
    (await world.server.session()).access,
  );
  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.addInitScript(() => localStorage.setItem('anbar-shared-layout', 'grid'));
  await visitor.goto(`${world.server.url}/download/${link.download_id}`);
  const card = visitor.locator('[data-entry]').filter({ hasText: 'README.md' });
  await expect(card.locator('[data-line="# Harbor tools"]')).toBeVisible();
  await context.close();
});
