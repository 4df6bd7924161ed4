import type { Page } from '@playwright/test';
import { expect, prefer, test } from './fixtures';
import { Drive } from './drive';
import { open, put, saved, saving, stored, type } from './letters';
import { chooseItem } from './menus';

/** What may stay after a sign-out: how the program looks, and the secret by which the server knows the browser again. */
const stays = [
  'anbar-shared-layout',
  'device_token',
  'files_view',
  'lang',
  'pwa_install',
  'pwa_install_no_at',
  'start_at',
  'theme',
  'tray',
];

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Account', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
};

/** Everything that a browser keeps of this origin, but for what the databases say of themselves. */
const left = (page: Page) =>
  page.evaluate(async () => {
    const rows: Record<string, number> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(name)));
      });
      for (const store of database.objectStoreNames) {
        const count = await new Promise<number>((resolve) => {
          const request = database.transaction(store).objectStore(store).count();
          request.addEventListener('success', () => resolve(request.result));
        });
        if (count > 0) rows[`${name}/${store}`] = count;
      }
      database.close();
    }
    const answers: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) answers.push(new URL(url).pathname);
    return {
      local: Object.keys(localStorage).toSorted(),
      session: Object.keys(sessionStorage),
      rows,
      cached: answers.filter((path) => path.startsWith('/api/')),
    };
  });

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('nothing of a person is left in the browser after a sign-out', async ({ member: page, world, isMobile }) => {
    test.skip(isMobile, 'the browser is the same');
    test.slow();
    await prefer(page, 'en');
    const drive = await Drive.of(world.server, world.spaceId);
    const folder = await drive.folder(`left ${Date.now()}`);
    await drive.file('note.txt', 'words', folder);
    await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const row = page.locator('[data-index]').filter({ hasText: 'note.txt' });
    await row.locator('[data-part=more]').click();
    await chooseItem(page, 'Make available offline');
    await expect(page.getByText('is now available offline')).toBeVisible();
    await row.click();
    await page.keyboard.press('Control+c');
    // As a search, an invoice, a list and a box would leave them.
    await page.evaluate(() => {
      for (const key of ['searches:me', 'buyer_me', 'files:me', 'seen_boxes', 'of-tomorrow'])
        localStorage.setItem(key, '[]');
    });
    const before = await left(page);
    expect(before.local).toEqual(expect.arrayContaining(['last_space', 'last_folder', 'last_folders', 'searches:me']));
    expect(Object.keys(before.rows)).toContain('anbar-offline/files');
    expect(before.session.length).toBeGreaterThan(0);
    await signOut(page);
    await expect(page).toHaveURL(/\/login/);
    await expect.poll(async () => (await left(page)).rows).toEqual({});
    const after = await left(page);
    expect(after.local.filter((key) => !stays.includes(key))).toEqual([]);
    expect(after.session).toEqual([]);
    expect(after.cached).toEqual([]);
  });
});

test('edits that are not saved are neither lost nor read by the next person', async ({
  context,
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the question is the same');
  test.slow();
  await prefer(page, 'en');
  const document = await put(world, 'secret plan');
  const frame = await open(page, document.address);
  await context.route('**/api/editor/**/save?**', (route) => route.abort());
  await type(page, frame, 'Nobody else reads this ');
  await expect(saving(page, 'offline')).toHaveText('Offline: changes stay on this device', saved);
  await page.getByRole('button', { name: 'Back to files' }).first().click();
  const question = page.getByRole('dialog', { name: 'Unsaved changes on this device' });
  await signOut(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/directory\//);
  await signOut(page);
  await question.getByRole('button', { name: 'Keep and sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  const kept = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open('anbar-edits');
        request.addEventListener('success', () => {
          const all = request.result.transaction('edits').objectStore('edits').getAll();
          all.addEventListener('success', () => {
            const values = (all.result as object[]).flatMap((row): unknown[] => Object.values(row));
            const texts = values.map((value) =>
              value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : String(value),
            );
            resolve(texts.join('\n'));
          });
        });
      }),
  );
  expect(kept.length).toBeGreaterThan(1000);
  // The two letters with which a zip begins stand in enough random bytes by chance: its whole signature does not.
  const readable = ['secret plan', 'docx', 'PK\u0003\u0004', 'multipart', world.spaceId];
  for (const words of readable) expect(kept).not.toContain(words);

  // The same person comes back, and is offered them.
  await context.unroute('**/api/editor/**/save?**');
  const next = await context.newPage();
  await prefer(next, 'en');
  await next.goto('/login');
  const { access, refresh } = await world.server.session();
  await next.evaluate(
    ([first, second]) => {
      localStorage.setItem('access_token', first);
      localStorage.setItem('refresh_token', second);
    },
    [access, refresh] as const,
  );
  await next.goto(document.address);
  await expect(next.getByRole('heading', { name: 'Unsaved changes on this device' })).toBeVisible();
  await next.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => stored(world, document)).toContain('Nobody else reads this');
});

test('edits that are not saved are deleted before a sign-out when the person says so', async ({
  context,
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the question is the same');
  test.slow();
  await prefer(page, 'en');
  const document = await put(world, 'thrown away');
  const frame = await open(page, document.address);
  await context.route('**/api/editor/**/save?**', (route) => route.abort());
  await type(page, frame, 'Thrown away ');
  await expect(saving(page, 'offline')).toBeVisible(saved);
  await page.getByRole('button', { name: 'Back to files' }).first().click();
  await signOut(page);
  await page.getByRole('button', { name: 'Delete and sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(async () => (await left(page)).rows).toEqual({});
  expect(await stored(world, document)).not.toContain('Thrown away');
});
