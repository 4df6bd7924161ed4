import { Drive } from './drive';
import { enter, newcomer, Team } from './people';
import { expect, prefer, signIn, test } from './fixtures';
import { fillHome } from './home-samples';
import { expectAccessible } from './looks';
import { someone } from './people';

for (const lang of ['fa', 'en'] as const) {
  const say = (fa: string, en: string) => (lang === 'fa' ? fa : en);

  test(
    `the first page shows what was used, what is marked and what waits: ${lang}`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ member: page, world: { server, tokens } }) => {
      await prefer(page, lang);
      const { access } = await server.session();
      const { space_id: spaceId } = await server.call<{ space_id: string }>(
        'POST',
        'storage/workspace',
        { title: `خانهٔ ${lang} ${Date.now()}` },
        access,
      );
      expect(tokens).toBeTruthy();
      const home = `/workspace/${spaceId}/home`;
      const section = (fa: string, en: string) => page.getByRole('region', { name: say(fa, en), exact: true });

      // Nothing has happened yet: the first steps.
      await page.goto(home);
      await expect(page.locator('[data-state=first-day]')).toBeVisible();
      const link = page.getByRole('navigation').getByRole('link', { name: say('خانه', 'Home'), exact: true });
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expectAccessible(page);

      const { folder } = await fillHome(server, spaceId);
      const drive = await Drive.of(server, spaceId);
      const box = await server.call<{ upload_id: string }>(
        'POST',
        `upload/space/${spaceId}/directory/${folder}/box-link`,
        { title: 'مدارک', expire_at: new Date(Date.now() + 86_400_000).toISOString() },
        access,
      );
      expect(box.upload_id).toBeTruthy();
      // The same at every question: a later one would be news again.
      const cameAt = new Date().toISOString();
      await page.route('**/box-links*', async (route) => {
        const answer = await route.fetch();
        const list = (await answer.json()) as { boxes: object[] };
        const boxes = list.boxes.map((one) => ({ ...one, files_count: 3, last_file_at: cameAt }));
        await route.fulfill({ response: answer, json: { ...list, boxes } });
      });
      await server.call(
        'POST',
        'upload/initialize',
        {
          space_id: spaceId,
          directory_id: drive.root,
          key: 'film.mp4',
          checksum: 'a'.repeat(64),
          content_type: '',
          file_size: 9_000_000,
        },
        access,
      );
      await page.reload();

      const recents = section('ادامهٔ کار', 'Pick up where you left off');
      await expect(recents.getByRole('listitem')).toHaveCount(6);
      await expect(recents.getByRole('listitem').first()).toContainText('seventh');
      const favorites = section('نشان‌شده‌ها', 'Favorites');
      await expect(favorites.getByRole('listitem')).toHaveCount(3);
      await expect(section('به‌اشتراک‌گذاشته با من', 'Shared with me')).toBeVisible();
      const waiting = section('در انتظار شما', 'Waiting for you');
      await expect(waiting.getByRole('listitem')).toHaveCount(2);
      await expect(waiting).toContainText(say('۳ فایل جدید در صندوق', '3 new files in the box'));
      await expect(waiting).toContainText('film.mp4');
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

      // Files that were looked at wait no more, also where this page was not left.
      const files = waiting.getByRole('link', { name: say('دیدن فایل‌ها', 'View files') });
      const tab = page.context().waitForEvent('page');
      await files.click({ modifiers: ['ControlOrMeta'] });
      await (await tab).close();
      await expect(waiting.getByRole('listitem')).toHaveCount(1);
      await page.evaluate(() => localStorage.removeItem('seen_boxes'));
      await page.reload();
      await files.click();
      await expect(page).toHaveURL(new RegExp(`/directory/${folder}$`));
      await page.goBack();
      await expect(waiting.getByRole('listitem')).toHaveCount(1);
      await favorites
        .getByRole('link', { name: /قراردادها/ })
        .first()
        .click();
      await expect(page).toHaveURL(new RegExp(`/directory/${folder}$`));
      await link.click();
      await recents.getByRole('link', { name: /seventh/ }).click();
      await expect(page).toHaveURL(/\/file\/\w+\/preview/);
    },
  );
}

test('quick actions start in the shared files, or ask for the item', async ({ member: page, world }) => {
  await fillHome(world.server, world.spaceId);
  await prefer(page, 'en');
  await page.goto(`/workspace/${world.spaceId}/home`);
  const actions = page.getByRole('group', { name: 'Quick actions' });
  await actions.getByRole('button', { name: 'New folder' }).click();
  await expect(page.getByRole('dialog', { name: 'New folder' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/workspace/${world.spaceId}$`));
  for (const name of ['New link', 'Upload box']) {
    await page.goto(`/workspace/${world.spaceId}/home`);
    await actions.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  }
});

test('a section that fails leaves the others', async ({ member: page, world }) => {
  await fillHome(world.server, world.spaceId);
  await page.route('**/recent-used*', (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto(`/workspace/${world.spaceId}/home`);
  const recents = page.getByRole('region', { name: 'ادامهٔ کار' });
  await expect(recents.getByRole('alert')).toContainText('این بخش خوانده نشد');
  await expect(page.getByRole('region', { name: 'نشان‌شده‌ها' }).getByRole('listitem').first()).toBeVisible();
  await page.unroute('**/recent-used*');
  await recents.getByRole('button', { name: 'تلاش دوباره' }).click();
  await expect(recents.getByRole('listitem')).toHaveCount(6);
});

test('one starts at home, or where one was', async ({ page, world: { server } }) => {
  const tokens = await server.add(someone(`home-${Date.now()}`, 'پریا', 'صدر'));
  const make = async (title: string) =>
    (await server.call<{ space_id: string }>('POST', 'storage/workspace', { title }, tokens.access)).space_id;
  await signIn(page, tokens);
  await page.goto('/');
  await expect(page).toHaveURL(/\/workspace$/);
  const first = await make('اولین');
  await page.goto('/');
  await expect(page).toHaveURL(new RegExp(`/workspace/${first}/home$`));
  await expect(page.getByRole('navigation').first()).toBeVisible();
  // Of several, the last one that was visited.
  const second = await make('دومین');
  await page.goto('/');
  await expect(page).toHaveURL(new RegExp(`/workspace/${first}/home$`));
  await page.goto(`/workspace/${second}/my`);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL(new RegExp(`/workspace/${second}/home$`));

  await page.goto('/account/settings');
  await page.getByText('آخرین پوشه').click();
  await page.goto('/');
  await expect(page).toHaveURL(new RegExp(`/workspace/${second}/my$`));
  await page.goto('/workspace');
  await expect(page.getByRole('heading', { name: 'فضاهای کاری' })).toBeVisible();
});

test('whoever joins without a role is welcomed once, and sent nowhere that is closed', async ({
  browser,
  world,
  viewport,
  isMobile,
}) => {
  const team = await Team.of(world);
  const { person, tokens } = await newcomer(world, 'یاسمن', 'اکبری');
  await team.role('no_role', person.email);
  const page = await enter(browser, world, { viewport, isMobile }, tokens);
  const main = page.getByRole('main');
  await page.goto(`/workspace/${world.spaceId}/home`);
  await expect(main.getByText(/دعوت کرده است.*پس از گرفتن نقش/)).toBeVisible();
  await expect(main.getByRole('link', { name: 'فایل‌های مشترک', exact: true })).toHaveCount(0);
  await expect(main.getByText('این بخش خوانده نشد.')).toHaveCount(0);
  await page.goto(`/workspace/${world.spaceId}`);
  await expect(main.getByText('فایل‌های مشترک برای شما باز نیست')).toBeVisible();
  await page.goBack();
  await main.getByRole('link', { name: /اتصال دستگاه/ }).click();
  await expect(page).toHaveURL(/\/account\/connect$/);
  await page.goto(`/workspace/${world.spaceId}/home`);
  await expect(main.getByText(/پس از گرفتن نقش/)).toBeVisible();
  await expect(main.getByText(/دعوت کرده است/)).toHaveCount(0);
  await page.context().close();
});

test('whoever joins a workspace is welcomed to it, not asked for its first files', async ({
  browser,
  world,
  viewport,
  isMobile,
}) => {
  const team = await Team.of(world);
  const { person, tokens } = await newcomer(world, 'لاله', 'اکبری');
  await team.role('viewer', person.email);
  const page = await enter(browser, world, { viewport, isMobile }, tokens);
  await page.goto(`/workspace/${world.spaceId}/home`);
  await expect(page.getByText('به «شرکت پارس‌نگار» خوش آمدید')).toBeVisible();
  await expect(page.getByText('اولین فایل‌ها را آپلود کنید')).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'فایل‌های مشترک', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/workspace/${world.spaceId}(\\?|$)`));
  await page.context().close();
});
