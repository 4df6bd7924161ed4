import { Drive } from './drive';
import { expect, prefer, signIn, test } from './fixtures';
import { someone, Team } from './people';

/** The same claims under a signature that the server does not accept. */
const broken = (access: string) => `${access.split('.').slice(0, 2).join('.')}.AAAA`;

test('a dead access token is renewed once, and nobody notices', async ({ page, world }) => {
  const tokens = await world.server.logIn();
  await signIn(page, { ...tokens, access: broken(tokens.access) });
  let refreshes = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/token/refresh')) refreshes += 1;
  });
  await page.goto(`/workspace/${world.spaceId}`);
  await expect(page.getByText('شرکت پارس‌نگار').first()).toBeVisible();
  expect(refreshes).toBe(1);
  expect(await page.evaluate(() => localStorage.getItem('refresh_token'))).not.toBe(tokens.refresh);
});

test('two tabs share one renewal', async ({ context, world }) => {
  const tokens = await world.server.logIn();
  const pages = [await context.newPage(), await context.newPage()];
  let refreshes = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/token/refresh')) refreshes += 1;
  });
  const [first, second] = pages;
  if (!first || !second) throw new Error('two pages were opened');
  await signIn(first, { ...tokens, access: broken(tokens.access) });
  await first.goto('/trust');
  await Promise.all([first.goto('/workspace'), second.goto('/workspace')]);
  for (const page of pages) await expect(page.getByText('شرکت پارس‌نگار').first()).toBeVisible();
  expect(refreshes).toBe(1);
});

test('a session that is over leads to the login page', async ({ page, world }) => {
  const tokens = await world.server.logIn();
  await signIn(page, { access: broken(tokens.access), refresh: 'gone' });
  await page.goto(`/workspace/${world.spaceId}/my`);
  await expect(page).toHaveURL(new RegExp(`/login\\?redirect_to=%2Fworkspace%2F${world.spaceId}%2Fmy$`));
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

for (const lang of ['fa', 'en'] as const) {
  const say = (fa: string, en: string) => (lang === 'fa' ? fa : en);
  test(
    `a session that ended elsewhere says why, and what was being written is not lost, in ${lang}`,
    { tag: ['@phone', `@${lang}`] },
    async ({ page, world }) => {
      const { server, spaceId } = world;
      const drive = await Drive.of(server, spaceId);
      const folder = await drive.folder(`نشست ${Date.now()}`);
      await drive.folder('قرارداد', folder);
      const person = someone(`lost-${lang}-${Date.now()}`, 'نوا', 'کامران');
      const tokens = await server.add(person);
      const body = { role_id: 'admin', emails: [person.email] };
      await server.call('PATCH', `role/v1/space/${spaceId}/change-members`, body, (await Team.of(world)).admin.access);
      await prefer(page, lang);
      await signIn(page, tokens);
      await page.goto(`/workspace/${spaceId}/directory/${folder}?view=list`);
      await page.locator('[data-index]').filter({ hasText: 'قرارداد' }).locator('[data-part=more]').click();
      await page.getByRole('menuitem', { name: say('اشتراک‌گذاری', 'Share') }).click();
      const dialog = page.getByRole('dialog');
      const field = dialog.getByRole('combobox', {
        name: say('افزودن افراد با نام یا ایمیل', 'Add people by name or email'),
      });
      await field.fill('nima@example.org');
      await field.press('Enter');
      await dialog.getByLabel(say('یادداشت (اختیاری)', 'Note (optional)')).fill('بند سوم را ببینید');
      // On another device all sessions are ended.
      await server.call('DELETE', 'accounts/sessions/all', undefined, (await server.logIn(person)).access);
      // The page may hear of it by itself before the button is pressed.
      const add = dialog.getByRole('button', { name: say('افزودن', 'Add'), exact: true });
      await expect(async () => {
        if (!page.url().includes('/login')) await add.click({ timeout: 500 });
        await expect(page).toHaveURL(/\/login\?redirect_to=/, { timeout: 2000 });
      }).toPass();
      const main = page.getByRole('main');
      await expect(main).toContainText(say('نشست شما بسته شد', 'Your session ended'));
      await expect(main).toContainText(say('از دستگاه دیگری', 'on another device'));
      await expect(main.getByRole('textbox', { name: say('ایمیل', 'Email') })).toHaveValue(person.email);
      await main.getByLabel(say('رمز عبور', 'Password'), { exact: true }).fill(person.password);
      await main.getByLabel(say('رمز عبور', 'Password'), { exact: true }).press('Enter');
      await expect(page).toHaveURL(new RegExp(`/directory/${folder}`));
      const kept = page.getByRole('dialog', { name: say('نوشته‌های ناتمام شما', 'What you were writing') });
      await expect(kept).toContainText('nima@example.org');
      await expect(kept).toContainText('بند سوم را ببینید');
      await kept.getByRole('button', { name: say('لازم ندارم', 'I don’t need it') }).click();
      await expect(kept).toHaveCount(0);
    },
  );
}

test('when one tab finds that the session ended, another keeps what was being written there', async ({
  context,
  world,
}) => {
  const { server, spaceId } = world;
  const drive = await Drive.of(server, spaceId);
  const folder = await drive.folder(`زبانه‌ها ${Date.now()}`);
  await drive.folder('قرارداد', folder);
  const person = someone(`tabs-${Date.now()}`, 'نوا', 'کامران');
  const tokens = await server.add(person);
  const body = { role_id: 'admin', emails: [person.email] };
  await server.call('PATCH', `role/v1/space/${spaceId}/change-members`, body, (await Team.of(world)).admin.access);
  const idle = await context.newPage();
  await signIn(idle, tokens);
  await idle.goto('/trust');
  const writing = await context.newPage();
  await writing.goto(`/workspace/${spaceId}/directory/${folder}?view=list`);
  await writing.locator('[data-index]').filter({ hasText: 'قرارداد' }).locator('[data-part=more]').click();
  await writing.getByRole('menuitem', { name: 'اشتراک‌گذاری' }).click();
  const dialog = writing.getByRole('dialog');
  const people = dialog.getByRole('combobox', { name: 'افزودن افراد با نام یا ایمیل' });
  await people.fill('nima@example.org');
  await people.press('Enter');
  await dialog.getByLabel('یادداشت (اختیاری)').fill('بند سوم را ببینید');
  await server.call('DELETE', 'accounts/sessions/all', undefined, (await server.logIn(person)).access);
  await idle.goto(`/workspace/${spaceId}`);
  for (const page of [idle, writing]) await expect(page).toHaveURL(/\/login/);
  const main = writing.getByRole('main');
  await expect(main).toContainText('نشست شما بسته شد');
  await main.getByLabel('رمز عبور', { exact: true }).fill(person.password);
  await main.getByLabel('رمز عبور', { exact: true }).press('Enter');
  await expect(writing.getByRole('dialog', { name: 'نوشته‌های ناتمام شما' })).toContainText('بند سوم را ببینید');
  await expect(idle).not.toHaveURL(/\/login/);
  await expect(idle.getByRole('dialog')).toHaveCount(0);
});

test('signing out in one tab signs out the other', async ({ context, member: page }) => {
  await page.goto('/workspace');
  await expect(page.getByText('شرکت پارس‌نگار').first()).toBeVisible();
  const other = await context.newPage();
  await other.goto('/workspace');
  await expect(other.getByText('شرکت پارس‌نگار').first()).toBeVisible();
  await page.getByRole('button', { name: 'حساب کاربری' }).click();
  await page.getByText('خروج از حساب').click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login/);
});
