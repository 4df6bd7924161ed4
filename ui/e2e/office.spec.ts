import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base, type Page } from '@playwright/test';
import { Drive } from './drive';
import { FakeOffice } from './fake-office';
import { expect, prefer, signIn } from './fixtures';
import { expectAccessible, still } from './looks';
import { Server } from './server';

const test = base.extend<{ office: FakeOffice; own: Server; staff: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  office: async ({}, use) => {
    const office = await FakeOffice.start();
    await use(office);
    office.stop();
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

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}/${test.info().project.name}-${name}.png` });
};

test(
  'an office server is entered, edits a document, and is closed from within',
  { tag: '@full' },
  async ({ staff: page, own, office }) => {
    await page.goto('/admin/settings');
    const name = /Collabora/;
    const card = page.getByRole('region', { name });
    await card.getByRole('button', { name: /^(راه‌اندازی|Set up)$/ }).click();
    const form = page.getByRole('form', { name });
    const address = form.getByLabel(/^(نشانی|Address)$/);
    await address.fill('http://127.0.0.1:1');
    await form.getByRole('button', { name: /^(آزمایش|Test)$/ }).click();
    await expect(form.getByRole('alert')).toContainText(/(نوع سندهایی|documents that it opens)/);
    await shot(page, 'settings-failed');
    await address.fill(office.url);
    await form.getByRole('button', { name: /^(آزمایش|Test)$/ }).click();
    await expect(form.getByRole('status')).toContainText(/(به این سرور دسترسی دارد|reaches this server)/);
    await expectAccessible(page);
    await shot(page, 'settings');
    await form.getByRole('button', { name: /^(ذخیره|Save)$/ }).click();
    await expect(card.getByText(office.url)).toBeVisible();

    const { access } = await own.session();
    const engines = { word: 'wopi', cell: 'embedded', slide: 'embedded' };
    await own.call('PUT', 'admin/settings/editors', engines, access);
    const { workspaces } = await own.call<{ workspaces: { space_id: string }[] }>(
      'GET',
      'storage/workspaces',
      undefined,
      access,
    );
    const space = workspaces[0]?.space_id ?? '';
    const drive = await Drive.of(own, space);
    const folder = await drive.folder(`office ${Date.now()}`);
    const letter = readFileSync(
      fileURLToPath(new URL('../../stories/testdata/documents/fa-letter.docx', import.meta.url)),
    );
    const file = await drive.file('letter.docx', letter, folder);
    await page.goto(`/editor/onlyoffice?space=${space}&directory=${folder}&file=${file}`);
    const editor = page.frameLocator('main iframe').frameLocator('iframe');
    await expect(editor.getByRole('heading')).toHaveText(/Fake office \((fa|en-US)\)/);
    await still(page);
    await shot(page, 'editor');
    await expectAccessible(page, 'header');

    await editor.getByLabel('Text').fill('سلام');
    await expect(page.locator('header [data-saving="dirty"], header [data-saving="saving"]')).toBeAttached();
    await expect(page.locator('header [data-saving="clean"]')).toBeAttached();
    const content = async () => {
      const path = `download/space/${space}/directory/${folder}/file/${file}`;
      const { url } = await own.call<{ url: string }>('GET', path, undefined, access);
      return (await fetch(new URL(url, own.url))).text();
    };
    await expect.poll(content).toContain('سلام');
    // The token was posted: no address of the office server has it.
    expect(office.asked.filter((one) => one.includes('cool.html'))).toEqual(['POST /browser/dist/cool.html']);

    // A token that ends is replaced while the document is open: what is typed after that is saved with the new one.
    await editor.getByRole('button', { name: 'Token ends' }).click();
    await expect(editor.locator('body')).toHaveAttribute('data-renewed', '1');
    await editor.getByLabel('Text').fill('درود');
    await expect.poll(content).toContain('درود');

    await editor.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(new RegExp(`directory/${folder}|${folder}`));
    await expect(page.getByText('letter.docx').first()).toBeVisible();
  },
);
