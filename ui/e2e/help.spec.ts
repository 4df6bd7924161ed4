import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, prefer, signIn, test } from './fixtures';
import { expectAccessible } from './looks';
import { Server } from './server';

const topics = ['start', 'sharing', 'boxes', 'offline', 'devices', 'versions', 'keys', 'api'];

const samplesOf = (page: Page) => page.locator('[data-sample]').evaluateAll((all) => all.map((pre) => pre.textContent));

test('the samples of the API page run, with the address of this server and a new token', async ({ page }) => {
  // A workspace of its own: the samples list the first page of what is in it.
  const server = await Server.start();
  try {
    await runSamples(page, server);
  } finally {
    await server.stop();
  }
});

async function runSamples(page: Page, server: Server) {
  const { access, refresh, space_id: spaceId } = await server.setUp('شرکت نمونه');
  await page.goto(`${server.url}/login`);
  await prefer(page, 'en');
  await signIn(page, { access, refresh });
  await page.goto(`${server.url}/account/settings?tab=tokens`);
  await page.getByRole('link', { name: 'API help and samples' }).click();
  await expect(page.getByRole('heading', { name: 'API', exact: true })).toBeVisible();
  await expect(page.locator('[data-sample=setup]')).toContainText(spaceId);
  const samples = await samplesOf(page);
  expect(samples).toHaveLength(8);
  expect(samples[0]).toContain(`ANBAR=${server.url}\n`);
  const made = await fetch(`${server.url}/api/accounts/api-tokens`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${access}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'samples', may_write: true }),
  });
  expect(made.status).toBe(201);
  const { token } = (await made.json()) as { token: string };
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'samples-'));
  const script = samples.map((code) => `${code.replace('anb_…', token)}\necho "=== $?"`).join('\n');
  const run = (text: string) => execFileSync('bash', ['-c', text], { cwd: dir, encoding: 'utf8' }).split(/=== 0\n/);
  const answers = run(script);
  expect(answers).toHaveLength(samples.length + 1);
  expect(answers[1]).toContain(spaceId);
  expect(JSON.parse(answers[4] ?? '')).toMatchObject({ page_info: { next: null } });
  expect(answers[4]).toContain('Reports');
  expect(answers[5]).toContain('hello.txt');
  expect(fs.readFileSync(path.join(dir, 'copy.txt'), 'utf8')).toBe('Hello\n');
  // After the last one the file is in the trash.
  expect(() => run([samples[0]?.replace('anb_…', token), samples[6]].join('\n'))).toThrow('404');
  fs.rmSync(dir, { recursive: true });
}

test('the help opens from the account menu and the command palette', async ({ member: page, world }) => {
  await page.goto(`/workspace/${world.spaceId}`);
  await page.getByRole('button', { name: 'حساب کاربری' }).click();
  await page.getByRole('menuitem', { name: 'راهنما' }).click();
  await expect(page).toHaveURL(/\/help$/);
  await page.getByRole('link', { name: /^صندوق آپلود/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'صندوق آپلود' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('راهنما');
  await page.getByRole('option', { name: 'راهنما' }).first().click();
  await expect(page).toHaveURL(/\/help$/);
});

test('staff read the documents for those who run the server @phone', async ({ member: page }) => {
  await prefer(page, 'en');
  await page.goto('/help');
  await page.getByRole('link', { name: /^Running the server/ }).click();
  await expect(page.getByRole('heading', { name: 'The command line' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'configuration.md' }).first().click();
  await expect(page).toHaveURL(/\/help\/server\/configuration$/);
  await expect(page.getByRole('cell', { name: '--listen', exact: true })).toBeVisible();
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the help opens without a connection @phone', async ({ context, member: page }) => {
    await page.goto('/workspace');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect
      .poll(() => page.evaluate(async () => (await caches.keys()).some((name) => name.includes('precache'))))
      .toBe(true);
    await page.reload();
    await context.setOffline(true);
    // No page of the help was seen before.
    await page.goto('/help/versions');
    await expect(page.getByRole('heading', { level: 1, name: 'نسخه‌ها و سطل بازیافت' })).toBeVisible();
    await page.getByRole('link', { name: 'همهٔ موضوع‌ها' }).click();
    await page.getByRole('link', { name: /^برنامه‌نویسی/ }).click();
    await expect(page.locator('[data-sample]')).toHaveCount(8);
  });
});

for (const [lang, theme] of [
  ['fa', 'light'],
  ['en', 'dark'],
] as const) {
  test(`the help can be read by everyone, in ${lang} @phone`, async ({ page }) => {
    await prefer(page, lang, theme);
    for (const path of ['/help', ...topics.map((topic) => `/help/${topic}`)]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, path).toBeLessThanOrEqual(0);
    }
  });
}
