import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { FakeGoogle, client } from './fake-google';
import { expect, prefer, signIn, test as base } from './fixtures';
import { expectAccessible } from './looks';
import { Server, type Tokens } from './server';

type Shop = { server: Server; spaceId: string; tokens: Tokens; google: FakeGoogle };

/** A server of its own: its settings change. */
const test = base.extend<{ shop: Shop; owner: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  shop: async ({}, use) => {
    const [server, google] = await Promise.all([Server.start(), FakeGoogle.start()]);
    const { space_id: spaceId, access, refresh } = await server.setUp('شرکت پارس‌نگار');
    await use({ server, spaceId, tokens: { access, refresh }, google });
    google.stop();
    await server.stop();
  },
  baseURL: async ({ shop }, use) => use(shop.server.url),
  owner: async ({ page, shop }, use) => {
    await signIn(page, shop.tokens);
    await use(page);
  },
});

const sample = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../stories/testdata/documents/${name}`, import.meta.url)));

const words = {
  fa: {
    card: 'ویرایش در گوگل',
    edit: 'ویرایش',
    test: 'آزمایش',
    cancel: 'انصراف',
    secret: 'رمز برنامه (client secret)',
    knows: /این برنامه و رمز آن را می‌شناسد/,
    refuses: /شناسه و رمز برنامه: .*نمی‌پذیرد/,
    more: /گزینه.*letter/,
    open: 'باز کردن با',
    connectTitle: 'حساب گوگل خود را متصل کنید',
    connect: 'اتصال حساب گوگل',
    isOpen: 'سند در گوگل باز است',
    go: /باز کردن در گوگل/,
    waits: 'فعلاً اینجا ذخیره نمی‌شود',
    done: 'ذخیره و بستن',
    closed: 'سند بسته شد',
    reopened: /با لینک جدید دوباره باز شد/,
    leave: 'قطع اتصال',
  },
  en: {
    card: 'Editing at Google',
    edit: 'Edit',
    test: 'Test',
    cancel: 'Cancel',
    secret: 'Client secret',
    knows: /Google knows this client/,
    refuses: /Client ID and secret: .*rejects/,
    more: /letter\.docx/,
    open: 'Open with',
    connectTitle: 'Connect your Google account',
    connect: 'Connect Google account',
    isOpen: 'The document is open at Google',
    go: /Open in Google/,
    waits: 'Not saved here at the moment',
    done: 'Save and close',
    closed: 'The document is closed',
    reopened: /open again under a new link/,
    leave: 'Disconnect',
  },
} as const;

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

for (const lang of ['fa', 'en'] as const) {
  const w = words[lang];

  test(`a document is edited at Google and comes back @${lang}`, { tag: '@full' }, async ({ owner: page, shop }) => {
    test.slow();
    const { server, spaceId, google, tokens } = shop;
    await prefer(page, lang);
    const drive = await Drive.of(server, spaceId);
    const file = await drive.file('letter.docx', sample('fa-letter.docx'), drive.root);
    const folder = `/workspace/${spaceId}`;
    const body = { client_id: client.id, base_url: google.url, secret: client.secret };
    await server.call('PUT', 'admin/settings/google', body, tokens.access);

    // Staff try the client as it stands in the form.
    await page.goto('/admin/settings');
    const card = page.getByRole('region', { name: w.card });
    await card.getByRole('button', { name: w.edit, exact: true }).click();
    const form = page.getByRole('form', { name: w.card });
    await form.getByRole('button', { name: w.test, exact: true }).click();
    await expect(form.getByText(w.knows)).toBeVisible();
    await expectAccessible(page);
    await form.getByLabel(w.secret, { exact: true }).fill('wrong');
    await form.getByRole('button', { name: w.test, exact: true }).click();
    await expect(form.getByText(w.refuses)).toBeVisible();
    await form.getByRole('button', { name: w.cancel }).click();

    // The account is connected on the way.
    await page.goto(folder);
    const engines = page.waitForResponse(/\/api\/editor\/engines/);
    await page.reload();
    await engines;
    await page.locator('[data-index]').filter({ hasText: 'letter.docx' }).getByRole('button', { name: w.more }).click();
    await page.getByRole('menuitem', { name: w.open }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Google Docs' }).focus();
    await page.keyboard.press('Enter');
    await expect(heading(page, w.connectTitle)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: w.connect }).click();
    await page.getByRole('link', { name: 'Allow' }).click();
    await expect(heading(page, w.isOpen)).toBeVisible();
    const link = page.getByRole('link', { name: w.go });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('href', `${google.url}/document/d/${[...google.docs.keys()][0]}/edit`);
    await expectAccessible(page);

    // The text that is typed there comes back when the page is closed, and nothing stays at Google.
    const address = page.url();
    const typed = sample('fa-report.docx');
    google.type(typed);
    await page.getByRole('button', { name: w.done }).click();
    await expect(heading(page, w.closed)).toBeVisible();
    await expectAccessible(page);
    expect(google.docs.size).toBe(0);
    const direct = await page.request.get(
      `${server.url}/api/download/space/${spaceId}/directory/${drive.root}/file/${file}/direct`,
      { headers: { Authorization: `Bearer ${tokens.access}` } },
    );
    expect(Buffer.compare(await direct.body(), typed)).toBe(0);

    // The former address leads to the file, open again under another link.
    await page.goto(address);
    await expect(page.getByText(w.reopened)).toBeVisible();
    await expect(heading(page, w.isOpen)).toBeVisible();
    expect(page.url()).not.toBe(address);
    await page.route('**/api/editor/google/ping-open/*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...((await answer.json()) as object), problem: 'google_reach' } });
    });
    await page.reload();
    await expect(page.getByText(w.waits)).toBeVisible();
    await expectAccessible(page);

    // The account is shown in the settings, and disconnected there; the document is fetched first.
    await page.goto('/account/settings?tab=security');
    await expect(page.getByText('sara@gmail.test')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: w.leave, exact: true }).click();
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: w.leave }).click();
    await expect(page.getByText('sara@gmail.test')).toBeHidden();
    expect(google.docs.size).toBe(0);
  });
}
