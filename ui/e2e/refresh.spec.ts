import { expect, signIn, test } from './fixtures';

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
