import { Drive } from './drive';
import { expect, prefer, test } from './fixtures';
import { full } from './looks';
import { takeMoment } from './waits';
import { chooseItem } from './menus';

const COPIES = 40;
const FILES = 100;

for (const lang of ['fa', 'en'] as const) {
  const say = (fa: string, en: string) => (lang === 'fa' ? fa : en);

  test(
    `${lang}: a large folder goes back to a moment in the background, and its list shows all of it`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ member: page, world, isMobile }) => {
      test.slow();
      await prefer(page, lang);
      const drive = await Drive.of(world.server, world.spaceId);
      const name = `${say('بزرگ', 'large')} ${isMobile ? 'm' : 'd'}${full ? ' full' : ''}`;
      const top = await drive.folder(name);
      const first = await drive.folder('part', top);
      for (let i = 0; i < FILES; i += 1) await drive.file(`${i}.txt`, String(i), first);
      const { access } = await world.server.session();
      const body = { space_id: world.spaceId, directory_ids: [first], file_ids: [], destination_directory_id: top };
      for (let i = 0; i < COPIES; i += 1) await world.server.call('POST', 'storage/batch-copy', body, access);
      const list = `storage/space/${world.spaceId}/directory/${top}`;
      const count = async () => {
        const { page_info: info } = await world.server.call<{ page_info: { total: number } }>(
          'GET',
          list,
          undefined,
          access,
        );
        return info.total;
      };
      await expect.poll(count, { timeout: 60_000 }).toBe(COPIES + 1);
      const at = await takeMoment();
      await world.server.call(
        'POST',
        'storage/batch-delete',
        { space_id: world.spaceId, selection: { directory_id: top, all: true }, file_ids: [], directory_ids: [] },
        access,
      );
      await expect.poll(count).toBe(0);

      // The moment is a second or two ago, which the slider does not show.
      for (const address of ['**/rewind?*', '**/rewind', '**/rewind/preview']) {
        await page.route(address, async (route) => {
          const request = route.request();
          if (request.method() !== 'GET') {
            return route.continue({ postData: JSON.stringify({ ...request.postDataJSON(), at }) });
          }
          const url = new URL(request.url());
          url.searchParams.set('at', at);
          return route.continue({ url: url.toString() });
        });
      }
      const answer = page.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url().endsWith('/rewind'),
      );
      await page.goto(`/workspace/${world.spaceId}?view=list`);
      const row = page.locator('[data-index]').filter({ hasText: name });
      if (isMobile) await row.locator('[data-part=more]').click();
      else await row.click({ button: 'right' });
      await chooseItem(page, say('بازگشت به گذشته', 'Rewind'));
      const dialog = page.getByRole('dialog').last();
      await dialog.getByRole('button', { name: say('بازگرداندن همهٔ پوشه…', 'Restore the whole folder…') }).click();
      await dialog.getByRole('button', { name: say('بازگرداندن', 'Restore'), exact: true }).click();
      await expect(dialog).toBeHidden();
      expect((await answer).status()).toBe(202);
      await expect(page.getByText(say('در حال بازگرداندن:', 'Restoring:'))).toBeVisible();
      // How long the work takes depends on what else the machine does.
      await expect(page.getByText(say('پوشه به', 'Folder restored to'))).toBeVisible({ timeout: 100_000 });
      await expect(page.getByText(say('در حال بازگرداندن:', 'Restoring:'))).toBeHidden();
      expect(await count()).toBe(COPIES + 1);
      await page.goto(`/workspace/${world.spaceId}/directory/${top}?view=list`);
      await expect(page.locator('[data-index]').first()).toBeVisible();
    },
  );
}
