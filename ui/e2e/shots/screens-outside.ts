import type { Page } from '@playwright/test';
import { boxInfo, folderInfo, host, linkInfo, receipts, sharedItems, visit } from '../link-samples';
import { samples } from '../samples';
import type { Screen } from './screen';
import { answer, none } from './screens-links';

/** A public page with answers in place of the server's. */
async function outside(page: Page, path: string, calls: Record<string, unknown>, status = 200) {
  await answer(page, calls, status);
  await page.goto(path);
  await page.locator('main').waitFor();
  await page.waitForTimeout(600);
}

const info = (changes: object) => ({ '^/api/download/share-link/X$': { ...linkInfo, ...changes } });
/** Before it is opened, a protected link tells no more than its title. */
const locked = (needs: string[]) =>
  info({
    needs,
    kind: 'locked',
    file_name: '',
    size: 0,
    files_count: 0,
    version: null,
    preview: 'none',
    email_description: '',
  });
/** The page of a link that has ended still shows whose it was. */
const said: Record<string, object> = {
  link_expired: { workspace: host, shared_by: 'سارا محمدی', expired_at: '2026-11-05T14:30:00Z' },
  link_limit_reached: { workspace: host, shared_by: 'سارا محمدی' },
  link_deleted: { workspace: host },
  link_dead: { workspace: host },
};
const dead = (name: string, error: string, status: number): Screen => ({
  name,
  out: true,
  go: (page) =>
    outside(page, '/download/X', { '^/api/download/share-link/X$': { error_code: error, ...said[error] } }, status),
});

const drawing = (tone: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 320"><rect width="480" height="320" fill="${tone}"/>` +
  '<path d="M0 320V220l90-80 70 60 90-110 120 140 110-60v150z" fill="#2f5d50"/></svg>';
const tones: Record<string, string> = { f1: '#f4f4f4', f2: '#ffffff', f3: '#1b1424', f4: '#7fb2e5', f6: '#8a3f5c' };

/** An opened folder, one level below its top. */
async function folder(page: Page, changes: object = {}) {
  const info = { ...folderInfo, ...changes };
  const looked = 'view_only' in changes;
  const files = sharedItems.files.map((file) => (looked ? { ...file, url: null } : file));
  const directories = sharedItems.directories.map((entry) => (looked ? { ...entry, url: null } : entry));
  await page.route('**/content/**', (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    return route.fulfill({ contentType: 'image/svg+xml', body: drawing(tones[id] ?? '#cccccc') });
  });
  await page.addInitScript(
    (kept) => sessionStorage.setItem('anbar-grant-X', kept),
    JSON.stringify({
      url: '/content/all.zip?token=t',
      download_token: 't',
      expires_at: visit.expires_at,
      preview_url: null,
      link: info,
    }),
  );
  await outside(page, '/download/X?directory=d2', {
    '^/api/download/share-link/X$': info,
    '^/api/download/share-link/X/items$': { ...sharedItems, files, directories },
    '^/api/download/share-link/X/search$': {
      directories: [],
      files: files.slice(1, 3).map((file) => ({ ...file, path: sharedItems.path })),
      more: false,
    },
  });
}

async function asks(page: Page, path: string, key: string) {
  await page.route(
    (url) => url.pathname.startsWith('/api/') && url.pathname.endsWith(path),
    (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { error_code: key } })
        : route.fallback(),
  );
}

const inBox = {
  '^/api/upload/box/X$': boxInfo,
  receipts$: receipts,
  '^/api/upload/sessions': { uploads: [], page_info: none },
};

/** Inside an upload box, with two files that it refuses. */
async function inside(page: Page) {
  await page.addInitScript((kept) => sessionStorage.setItem('anbar-visit-X', kept), JSON.stringify(visit));
  await outside(page, '/u/X', inBox);
}

/** Links and boxes as visitors without an account see them. */
export const outsideScreens: Screen[] = [
  { name: 'download', out: true, go: (page) => outside(page, '/download/X', info({})) },
  {
    name: 'download-gate',
    out: true,
    go: (page) => outside(page, '/download/X', locked(['password', 'email'])),
  },
  {
    name: 'download-gate-wrong',
    out: true,
    go: async (page) => {
      await outside(page, '/download/X', locked(['password']));
      await asks(page, '/share-link/X', 'link_password_wrong');
      await page.locator('main input').fill('nope');
      await page.locator('main button[type=submit]').click();
      await page.locator('[aria-invalid]').waitFor();
    },
  },
  {
    name: 'download-code',
    out: true,
    go: async (page) => {
      await outside(page, '/download/X', locked(['email']));
      await asks(page, '/share-link/X', 'code_required');
      await page.locator('main input').fill('maryam@example.com');
      await page.locator('main button[type=submit]').click();
      await page.locator('[autocomplete=one-time-code]').fill('482');
    },
  },
  {
    name: 'download-view',
    out: true,
    go: async (page) => {
      const browser = page.context().browser();
      const pdf = browser ? (await samples(browser)).pdf : new Uint8Array();
      await page.route('**/content.pdf', (route) =>
        route.fulfill({ contentType: 'application/pdf', body: Buffer.from(pdf) }),
      );
      await outside(page, '/download/X', info({ view_only: false }));
      await page.route('**/api/download/share-link/X', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              json: {
                url: '/content.pdf',
                download_token: 't',
                expires_at: visit.expires_at,
                preview_url: '/content.pdf',
                link: { ...linkInfo, view_only: false },
              },
            })
          : route.fallback(),
      );
      await page.getByRole('button', { name: /^(پیش‌نمایش|Preview)$/ }).click();
      await page.waitForTimeout(2000);
    },
  },
  { name: 'download-folder', out: true, go: (page) => folder(page) },
  {
    name: 'download-folder-grid',
    out: true,
    go: async (page) => {
      await page.addInitScript(() => localStorage.setItem('anbar-shared-layout', 'grid'));
      await folder(page);
    },
  },
  {
    name: 'download-folder-search',
    out: true,
    go: async (page) => {
      await folder(page);
      await page.getByRole('searchbox').fill('لوگو');
      await page.waitForTimeout(900);
    },
  },
  {
    name: 'download-folder-preview',
    out: true,
    go: async (page) => {
      await folder(page);
      await page.locator('[data-entry=f4] a').first().click();
      await page.waitForTimeout(1500);
    },
  },
  { name: 'download-folder-look', out: true, go: (page) => folder(page, { view_only: true }) },
  {
    name: 'download-folder-limited',
    out: true,
    go: (page) => outside(page, '/download/X', { '^/api/download/share-link/X$': { ...folderInfo, is_limited: true } }),
  },
  {
    name: 'download-view-only',
    out: true,
    go: (page) => outside(page, '/download/X', info({ view_only: true, email_description: '' })),
  },
  dead('download-expired', 'link_expired', 410),
  dead('download-spent', 'link_limit_reached', 410),
  dead('download-deleted', 'link_deleted', 410),
  dead('download-dead', 'link_dead', 410),
  dead('download-unknown', 'invalid_id', 404),
  {
    name: 'download-wait',
    out: true,
    go: async (page) => {
      await page.route('**/api/download/share-link/X', (route) =>
        route.fulfill({ status: 429, headers: { 'Retry-After': '240' }, json: { error_code: 'too_many_requests' } }),
      );
      await page.goto('/download/X');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'box-code', out: true, go: (page) => outside(page, '/u', {}) },
  {
    name: 'box-code-wrong',
    out: true,
    go: async (page) => {
      await outside(page, '/u', { '^/api/upload/box/': { error_code: 'invalid_upload_code' } }, 404);
      await page.locator('main input').fill('abc');
      await page.keyboard.press('Enter');
      await page.locator('[aria-invalid]').waitFor();
    },
  },
  { name: 'box-door', out: true, go: (page) => outside(page, '/u/X', inBox) },
  {
    name: 'box-door-gate',
    out: true,
    go: (page) =>
      outside(page, '/u/X', { '^/api/upload/box/X$': { ...boxInfo, needs: ['password', 'email'], per_visitor: true } }),
  },
  { name: 'box-room', out: true, go: inside },
  {
    name: 'box-print',
    out: true,
    go: async (page) => {
      await inside(page);
      await page.emulateMedia({ media: 'print' });
    },
  },
  {
    name: 'box-uploading',
    out: true,
    go: async (page) => {
      await page.route('**/api/upload/initialize', (route) =>
        route.fulfill({ json: { upload_id: 'u', chunk_number: 0, chunk_size: 5_242_880, chunk_count: 2 } }),
      );
      await page.route('**/api/upload/parts*', () => undefined);
      await inside(page);
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: /^(انتخاب فایل|Choose files)$/ }).click();
      await (
        await chooser
      ).setFiles([
        { name: 'نمونه‌کار.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(6_000_000, 1) },
        { name: 'Cover letter (final).docx', mimeType: '', buffer: Buffer.alloc(90_000, 2) },
        { name: 'installer.exe', mimeType: '', buffer: Buffer.alloc(10, 3) },
        { name: 'ویدیوی معرفی.zip', mimeType: '', buffer: Buffer.alloc(21 * 2 ** 20, 3) },
      ]);
      await page.waitForTimeout(1200);
    },
  },
];
