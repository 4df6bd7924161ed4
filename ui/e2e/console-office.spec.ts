import { createServer, type Server as HttpServer } from 'node:http';
import { test as base, type Page } from '@playwright/test';
import { expect, prefer, signIn } from './fixtures';
import { expectAccessible } from './looks';
import { Server } from './server';

/** An office server that answers what the test wants. */
interface Office {
  url: string;
  command: object;
  converted: object;
}

const test = base.extend<{ office: Office; own: Server; staff: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  office: async ({}, use) => {
    const office: Office = { url: '', command: { error: 6 }, converted: { error: -4 } };
    const answers: Record<string, () => object | boolean> = {
      '/healthcheck': () => true,
      '/command': () => office.command,
      '/converter': () => office.converted,
      '/cache/files/probe.docx': () => ({}),
    };
    const server: HttpServer = createServer((request, response) => {
      const answer = answers[(request.url ?? '').split('?')[0] ?? ''];
      response.statusCode = answer ? 200 : 404;
      response.end(JSON.stringify(answer?.() ?? {}));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    office.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    await use(office);
    server.close();
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  own: async ({}, use) => {
    const server = await Server.start();
    await use(server);
    await server.stop();
  },
  baseURL: async ({ own }, use) => use(own.url),
  staff: async ({ page, own }, use, { project }) => {
    const tokens = await own.setUp('شرکت پارس‌نگار');
    await prefer(page, project.name.includes('phone') ? 'en' : 'fa');
    await signIn(page, tokens);
    await use(page);
  },
});

const name = /^(سرور آفیس|Office server)$/;
const trial = /^(آزمایش|Test)$/;
const save = /^(ذخیره|Save)$/;

test('the test of an office server names the leg that fails', async ({ staff: page, office }) => {
  await page.goto('/admin/settings');
  const card = page.getByRole('region', { name });
  await card.getByRole('button', { name: /^(راه‌اندازی|Set up)$/ }).click();
  const form = page.getByRole('form', { name });
  await form.getByLabel(/^(نشانی|Address)$/).fill(office.url);
  await form.getByLabel(/^(کلید مشترک|Shared secret)$/).fill('hush');
  await form.getByRole('button', { name: trial }).click();
  await expect(form.getByRole('alert')).toContainText(/(«کلید مشترک» ناموفق بود|Failed at “Shared secret”)/);
  office.command = { error: 0, version: '8.2.2' };
  await form.getByRole('button', { name: trial }).click();
  await expect(form.getByRole('alert')).toContainText(
    /(«دانلود و تبدیل» ناموفق بود|Failed at “Download and conversion”)/,
  );
  office.converted = { endConvert: true, fileUrl: `${office.url}/cache/files/probe.docx` };
  await form.getByRole('button', { name: trial }).click();
  await expect(form.getByRole('status')).toContainText(/(سرور سالم است|The server is well)/);
  await expectAccessible(page);
  await form.getByRole('button', { name: save }).click();
  await expect(card.getByText(office.url)).toBeVisible();

  // Documents are opened there from now on, and the history tells both.
  await page.getByRole('combobox', { name: /^(سندها|Documents)$/ }).click();
  await page.getByRole('option', { name }).click();
  await page
    .locator('form')
    .filter({ has: page.getByRole('combobox', { name: /^(سندها|Documents)$/ }) })
    .getByRole('button', { name: save })
    .click();
  const history = page.getByRole('list', { name: /^(تاریخچهٔ تنظیمات|History of settings)$/ });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history).toContainText(/(سندها: سرور آفیس|Documents: Office server)/);
  await expect(history).not.toContainText('hush');
  await expectAccessible(page);
});
