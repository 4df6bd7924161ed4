import { Drive } from './drive';
import { expect, prefer, test } from './fixtures';
import { expectAccessible } from './looks';
import { enter, newcomer, Team } from './people';

for (const lang of ['fa', 'en'] as const) {
  const say = (fa: string, en: string) => (lang === 'fa' ? fa : en);

  test(
    `a new member is welcomed once, and sees what the team did, one upload in one line: ${lang}`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ browser, world, viewport, isMobile }) => {
      const team = await Team.of(world);
      const drive = await Drive.of(world.server, world.spaceId);
      const folder = await drive.folder(`Plans ${lang} ${isMobile}`);
      for (let n = 1; n <= 5; n++) await drive.file(`plan-${n}.txt`, `plan ${n}`, folder);
      const { person, tokens } = await newcomer(world, 'لاله', 'اکبری');
      await team.role('viewer', person.email);
      const page = await enter(browser, world, { viewport, isMobile }, tokens);
      await prefer(page, lang, lang === 'fa' ? 'light' : 'dark');
      await page.goto(`/workspace/${world.spaceId}/home`);
      const welcome = page.locator('[data-welcome]');
      await expect(welcome).toContainText(say('به «شرکت پارس‌نگار» خوش آمدید', 'Welcome to “'));
      await expect(welcome).toContainText('مینا رستمی');
      const part = page.getByRole('region', { name: say('فعالیت تیم', 'Team activity') });
      const line = part.getByRole('listitem').filter({ hasText: `Plans ${lang} ${isMobile}` });
      await expect(line.filter({ hasText: say('۵ فایل', '5 files') })).toHaveCount(1);
      await expect(part).not.toContainText('plan-3.txt');
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

      // Read once, it stays away, also after a reload and in another browser.
      await welcome.getByRole('button').click();
      await expect(welcome).toHaveCount(0);
      await page.reload();
      await expect(part.getByRole('listitem').first()).toBeVisible();
      await expect(welcome).toHaveCount(0);
      await line
        .filter({ hasText: say('۵ فایل', '5 files') })
        .getByRole('link')
        .click();
      await expect(page).toHaveURL(new RegExp(`/directory/${folder}`));
      await page.context().close();
    },
  );
}

test('what the team did says so when it cannot be read, and can be asked again', async ({
  browser,
  world,
  viewport,
  isMobile,
}) => {
  const team = await Team.of(world);
  const drive = await Drive.of(world.server, world.spaceId);
  await drive.file(`note-${Date.now()}.txt`, 'note');
  const { person, tokens } = await newcomer(world, 'نیما', 'شریفی');
  await team.role('viewer', person.email);
  const page = await enter(browser, world, { viewport, isMobile }, tokens);
  await page.route('**/team-activities*', (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto(`/workspace/${world.spaceId}/home`);
  const part = page.getByRole('region', { name: 'فعالیت تیم' });
  await expect(part.getByRole('alert')).toContainText('این بخش خوانده نشد');
  await page.unroute('**/team-activities*');
  await part.getByRole('button', { name: 'تلاش دوباره' }).click();
  await expect(part.getByRole('listitem').first()).toBeVisible();
  await page.context().close();
});
