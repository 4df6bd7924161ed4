import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, signIn, test } from './fixtures';
import { expectAccessible } from './looks';
import { someone } from './people';

/** A sync app begins to sign in, as the real ones do. */
async function begin(url: string, name: string) {
  const answer = await fetch(`${url}/index.php/login/v2`, {
    method: 'POST',
    headers: { 'User-Agent': `${name} (Desktop Client - Linux)` },
  });
  return (await answer.json()) as { login: string; poll: { token: string; endpoint: string } };
}

const poll = ({ poll: { token, endpoint } }: Awaited<ReturnType<typeof begin>>) =>
  fetch(endpoint, { method: 'POST', body: new URLSearchParams({ token }) });

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('a sync app signs in through the browser, is listed, and is wiped @phone', async ({ member: page, world }) => {
  await prefer(page, 'en');
  const app = await begin(world.server.url, 'wipe-me');
  expect((await poll(app)).status).toBe(404);
  await page.goto(app.login);
  await expect(page.getByText('Allow “wipe-me” to sync your files?')).toBeVisible();
  await expect(page.getByText('127.0.0.1')).toBeVisible();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Device connected' })).toBeVisible();
  const { server, loginName, appPassword } = (await (await poll(app)).json()) as Record<string, string>;
  expect(server).toBe(world.server.url);
  expect((await poll(app)).status).toBe(404);
  const authorization = `Basic ${btoa(`${loginName}:${appPassword}`)}`;
  const user = () =>
    fetch(`${world.server.url}/ocs/v2.php/cloud/user?format=json`, {
      headers: { authorization, 'User-Agent': 'Mozilla/5.0 (Linux) mirall/3.7.3 (Nextcloud)' },
    });
  expect((await user()).status).toBe(200);

  // The link to a file that a sync app copies.
  const drive = await Drive.of(world.server, world.spaceId);
  await drive.file('linked.txt', 'from a sync app');
  const found = await fetch(`${world.server.url}/ocs/v2.php/search/providers/files/search?term=linked&format=json`, {
    headers: { authorization },
  });
  const { ocs } = (await found.json()) as { ocs: { data: { entries: { attributes: { fileId: string } }[] } } };
  await page.goto(`/index.php/f/${ocs.data.entries[0]?.attributes.fileId}`);
  await expect(page).toHaveURL(/\/file\/[\w-]+\/preview$/);
  await expect(page.getByText('from a sync app')).toBeVisible();
  await page.goto('/index.php/f/12');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();

  await page.goto('/account/settings?tab=devices');
  const row = rowOf(page, 'wipe-me');
  await expect(row).toContainText('Nextcloud 3.7.3 · Linux · Last sync');
  await row.getByRole('button', { name: 'Wipe wipe-me' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Wipe device' }).click();
  await expect(row).toContainText('Waiting to be wiped');
  expect((await user()).status).toBe(401);
  const wipe = (what: string) =>
    fetch(`${world.server.url}/index.php/core/wipe/${what}`, {
      method: 'POST',
      body: new URLSearchParams({ token: appPassword ?? '' }),
    });
  expect(await (await wipe('check')).json()).toEqual({ wipe: true });
  expect((await wipe('success')).status).toBe(200);
  await page.reload();
  await expect(row).toContainText('Copies on this device deleted');
  await row.getByRole('button', { name: 'Disconnect wipe-me' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(row).toHaveCount(0);
});

test('a refused device gets nothing, and its page is over', async ({ member: page, world }) => {
  await prefer(page, 'fa');
  const app = await begin(world.server.url, 'refuse-me');
  await page.goto(app.login);
  await page.getByRole('button', { name: 'نه، اجازه نمی‌دهم' }).click();
  await expect(page.getByRole('heading', { name: 'اجازه داده نشد' })).toBeVisible();
  expect((await poll(app)).status).toBe(404);
  await page.goto(app.login);
  await expect(page.getByRole('heading', { name: 'این لینک کار نمی‌کند' })).toBeVisible();
});

test('a drive gets a password of its own, shown once', async ({ member: page, world }) => {
  await prefer(page, 'en');
  await page.goto('/account/connect');
  await page.getByRole('tab', { name: 'Windows' }).click();
  await expect(page.getByRole('textbox', { name: 'Drive address' })).toHaveValue(
    `${world.server.url}/dav/${world.spaceId}/`,
  );
  await expect(page.getByRole('textbox', { name: 'Server address' })).toHaveValue(world.server.url);
  await page.getByRole('button', { name: 'New device password' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Desk of Mina');
  await dialog.getByRole('button', { name: 'Create password' }).click();
  const password = await dialog.locator('[data-copy]').getAttribute('data-copy');
  const login = await dialog.getByRole('textbox', { name: 'User name' }).inputValue();
  const answer = await fetch(`${world.server.url}/ocs/v2.php/cloud/user?format=json`, {
    headers: {
      authorization: `Basic ${btoa(`${login}:${password}`)}`,
      'User-Agent': 'Microsoft-WebDAV-MiniRedir/10.0.1',
    },
  });
  expect(answer.status).toBe(200);
  await dialog.getByRole('button', { name: 'I’ve entered it' }).click();
  await page.reload();
  const row = rowOf(page, 'Desk of Mina');
  await expect(row).toContainText('Explorer 10.0.1 · Windows');
  // It keeps no copies of its own that could be deleted.
  await expect(row.getByRole('button')).toHaveCount(1);
  await row.getByRole('button', { name: 'Disconnect Desk of Mina' }).click();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(row).toHaveCount(0);
});

for (const lang of ['fa', 'en'] as const)
  test(`a person of two workspaces chooses the top folder of their apps (${lang}) @${lang} @phone`, async ({
    page,
    world,
  }) => {
    await prefer(page, lang);
    const tokens = await world.server.add(someone(`home.${lang}`, 'Two', 'Workspaces'));
    for (const title of ['First', 'Second'])
      await world.server.call('POST', 'storage/workspace', { title }, tokens.access);
    await signIn(page, tokens);
    await page.goto('/account/connect');
    const words = (fa: string, en: string) => (lang === 'fa' ? fa : en);
    const choice = page.getByRole('combobox', { name: words('فضای کاریِ پوشهٔ اصلی', 'Workspace of the top folder') });
    await expect(choice).toContainText('First');
    const save = page.getByRole('button', { name: words('ذخیره', 'Save') });
    await expect(save).toBeDisabled();
    await choice.click();
    await page.getByRole('option', { name: 'Second' }).click();
    await expect(page.getByText(words('به جای جدیدشان منتقل می‌کنند', 'Connected apps will move'))).toBeVisible();
    await expectAccessible(page);
    await save.click();
    await expect(page.getByText(words('پوشهٔ اصلی برنامه‌ها تغییر کرد', 'Top folder of the apps changed'))).toBeVisible();
    await page.reload();
    await expect(choice).toContainText('Second');
  });
