import { Drive } from './drive';
import { expect, prefer, test } from './fixtures';
import { someone } from './people';
import { entry } from './sharing';
import { letTimePass, takeMoment } from './waits';

/** What is open while somebody else moves, deletes, disables or changes something. */
for (const lang of ['fa', 'en'] as const) {
  const say = <T>(fa: T, en: T) => (lang === 'fa' ? fa : en);
  const tag = [`@${lang}`];

  test(
    `${lang}: whoever stands in a folder that goes away is told, and led up`,
    { tag },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const drive = await Drive.of(world.server, world.spaceId);
      const outer = await drive.folder(`outer ${lang} ${Date.now()}`);
      const top = await drive.folder('top', outer);
      const inside = await drive.folder('inside', top);
      await drive.file('a.txt', 'a', inside);
      const heard = page.waitForResponse((answer) => /\/api\/live\//.test(answer.url()) && answer.status() === 200);
      await page.goto(`/workspace/${world.spaceId}/directory/${inside}?view=list`);
      await expect(entry(page, 'a.txt')).toBeVisible();
      await heard;
      await drive.trash({ directories: [top] });
      const told = page.getByRole('alert');
      await expect(told).toContainText(say('این پوشه منتقل یا حذف شده است', 'This folder was moved or deleted'));
      await told.getByRole('link', { name: say(/^رفتن به .*top/, /^Go to .*top/) }).click();
      // That one is in the trash as well.
      await expect(told).toContainText(say('این پوشه در دسترس شما نیست', 'You can’t open this folder'));
      await told.getByRole('link').click();
      await expect(page).toHaveURL(new RegExp(`/workspace/${world.spaceId}(\\?|$)`));
      await expect(page.locator('[data-entries]')).toBeVisible();
    },
  );

  test(`${lang}: the list of a trash hears of what comes into it`, { tag }, async ({ member: page, world }) => {
    await prefer(page, lang);
    const drive = await Drive.of(world.server, world.spaceId);
    const name = `late ${lang} ${Date.now()}`;
    const [first, second] = [await drive.folder(`first ${name}`), await drive.folder(name)];
    await drive.trash({ directories: [first] });
    const heard = page.waitForResponse((answer) => /\/api\/live\//.test(answer.url()) && answer.status() === 200);
    await page.goto(`/workspace/${world.spaceId}/trash?view=list`);
    await expect(entry(page, `first ${name}`)).toBeVisible();
    await heard;
    await drive.trash({ directories: [second] });
    await expect(entry(page, name).last()).toBeVisible();
    await expect(page.locator('[data-index]').filter({ hasText: name })).toHaveCount(2);
  });

  test(
    `${lang}: the list of a trash is right after a power cut while it is emptied`,
    { tag },
    async ({ member: page, world }) => {
      test.slow();
      await prefer(page, lang);
      const drive = await Drive.of(world.server, world.spaceId);
      const names = [1, 2, 3].map((n) => `cut ${n} ${lang} ${Date.now()}`);
      await drive.trash({ directories: await Promise.all(names.map((name) => drive.folder(name))) });
      const { access } = await world.server.session();
      type Spaces = { workspaces: { space_id: string; trash_root_directory_id: string }[] };
      const { workspaces } = await world.server.call<Spaces>('GET', 'storage/workspaces', undefined, access);
      const bin = workspaces.find(({ space_id: id }) => id === world.spaceId)?.trash_root_directory_id;
      const heard = page.waitForResponse((answer) => /\/api\/live\//.test(answer.url()) && answer.status() === 200);
      await page.goto(`/workspace/${world.spaceId}/trash?view=list`);
      await expect(page.locator('[data-index]').filter({ hasText: `cut 3 ${lang}` })).toBeVisible();
      await heard;
      await world.server.call('POST', 'trash/empty', { space_id: world.spaceId, directory_id: bin }, access);
      await world.server.kill();
      await letTimePass(page, 6000, 'longer than a list that could not be read is tried by itself');
      await world.server.up();
      // The page looks for the server again after a while, which grows each time.
      await expect(page.locator('[data-index]')).toHaveCount(0, { timeout: 60_000 });
      await expect(page.locator('[data-state=empty]')).toBeVisible();
    },
  );

  test(
    `${lang}: what was moved, here or by somebody else, is chosen no more`,
    { tag },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const drive = await Drive.of(world.server, world.spaceId);
      const from = await drive.folder(`from ${lang} ${Date.now()}`);
      await drive.folder('there', from);
      for (const name of ['a.txt', 'b.txt', 'c.txt']) await drive.file(name, name, from);
      const last = await drive.file('d.txt', 'd', from);
      const heard = page.waitForResponse((answer) => /\/api\/live\//.test(answer.url()) && answer.status() === 200);
      await page.goto(`/workspace/${world.spaceId}/directory/${from}?view=list&sort=name:1`);
      await entry(page, 'a.txt').locator('[data-part=name]').click();
      await heard;
      await entry(page, 'b.txt').click({ modifiers: ['Control'] });
      await expect(page.locator('[data-count="2"]')).toBeVisible();
      await page.keyboard.press('Alt+m');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'there' }).click();
      await dialog.getByRole('button', { name: say('انتقال به این‌جا', 'Move here') }).click();
      await expect(entry(page, 'a.txt')).toHaveCount(0);
      await expect(page.locator('[data-count]')).toHaveCount(0);

      await entry(page, 'c.txt').locator('[data-part=name]').click();
      await entry(page, 'd.txt').click({ modifiers: ['Control'] });
      await expect(page.locator('[data-count="2"]')).toBeVisible();
      await drive.trash({ files: [last] });
      await expect(page.locator('[data-count="1"]')).toBeVisible();
    },
  );

  test(
    `${lang}: a link that stops while its page is open says what it says to one who comes anew`,
    { tag },
    async ({ page, world }) => {
      await prefer(page, lang);
      const { server } = world;
      const boss = await server.session();
      const who = someone(`gone-${lang}-${Date.now()}`, 'نگار', 'موقت');
      const { access } = await server.add(who);
      await server.call('POST', 'storage/workspace', { title: `Own ${lang}` }, access);
      const { workspaces } = await server.call<{ workspaces: { space_id: string; my_root_directory_id: string }[] }>(
        'GET',
        'storage/workspaces',
        undefined,
        access,
      );
      const [own] = workspaces;
      if (!own) throw new Error('no workspace');
      const form = new Drive(server, access, own.space_id, own.my_root_directory_id);
      const file = await form.file('note.txt', 'hello');
      const { url } = await server.call<{ url: string }>(
        'POST',
        `download/space/${own.space_id}/directory/${own.my_root_directory_id}/links`,
        { title: 'note', file_ids: [file], directory_ids: [] },
        access,
      );
      const { _id: id } = await server.call<{ _id: string }>('GET', 'accounts/v1/users/me', undefined, access);
      await page.goto(new URL(url).pathname);
      const view = page.getByRole('button', { name: say('پیش‌نمایش', 'Preview') });
      await view.click();
      await expect(page.getByText('hello')).toBeVisible();
      await page.getByRole('button', { name: say('بازگشت', 'Back') }).click();
      await server.call('POST', `admin/people/${id}/disable`, { reason: 'test' }, boss.access);
      await view.click();
      const dead = say('این لینک دیگر کار نمی‌کند', 'This link no longer works');
      await expect(page.getByRole('alert')).toContainText(dead);
      await page.reload();
      await expect(page.getByRole('alert')).toContainText(dead);
    },
  );

  test(
    `${lang}: a list shows what a restore to a moment did, and the way back`,
    { tag },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const drive = await Drive.of(world.server, world.spaceId);
      const folder = await drive.folder(`rewound ${lang} ${Date.now()}`);
      await drive.file('old.txt', 'old', folder);
      let at = await takeMoment();
      await drive.file('new.txt', 'new', folder);
      // The moment is a second ago, which the slider does not show.
      for (const address of ['**/rewind?*', '**/rewind', '**/rewind/preview']) {
        await page.route(address, async (route) => {
          const request = route.request();
          if (at === '') return route.continue();
          if (request.method() !== 'GET') {
            return route.continue({ postData: JSON.stringify({ ...request.postDataJSON(), at }) });
          }
          const url = new URL(request.url());
          url.searchParams.set('at', at);
          return route.continue({ url: url.toString() });
        });
      }
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list`);
      await expect(page.locator('[data-index]')).toHaveCount(2);
      const whole = say('بازگرداندن همهٔ پوشه…', 'Restore the whole folder…');
      const restore = say('بازگرداندن', 'Restore');
      const dialog = page.getByRole('dialog').last();
      await page.locator('[data-scroller]').click({ button: 'right', position: { x: 300, y: 400 } });
      await page.getByRole('menuitem', { name: say('بازگشت به گذشته', 'Rewind') }).click();
      await dialog.getByRole('button', { name: whole }).click();
      await dialog.getByRole('button', { name: restore, exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(page.locator('[data-index]')).toHaveCount(1);
      await expect(entry(page, 'old.txt')).toBeVisible();

      at = '';
      await page.getByRole('button', { name: say('واگرد…', 'Undo…') }).click();
      await dialog.getByRole('button', { name: whole }).click();
      await dialog.getByRole('button', { name: restore, exact: true }).click();
      await expect(page.locator('[data-index]')).toHaveCount(2);
      await expect(entry(page, 'new.txt')).toBeVisible();
    },
  );
}
