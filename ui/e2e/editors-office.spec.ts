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
      const frame = page.frameLocator('main iframe');
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
  await page.frameLocator('main iframe').getByLabel('Text').fill('words');
  expect(await textOf(desk, desk.file)).not.toContain('From the office');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The office server is saving the document')).toBeVisible();
  await expect.poll(() => textOf(desk, desk.file)).toContain('From the office');
  await expect(page.frameLocator('main iframe').getByRole('heading', { name: 'edit' })).toBeVisible();
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
  const frame = page.frameLocator('main iframe');
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
  await expect(page.frameLocator('main iframe').getByRole('heading', { name: 'edit' })).toBeVisible();
  const made = new URL(page.url()).searchParams.get('file') ?? '';
  expect(made).not.toBe(old);
  expect(await textOf(desk, made)).toContain('From the office');
});
