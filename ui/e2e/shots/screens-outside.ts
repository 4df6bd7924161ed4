import type { Page } from '@playwright/test';
import { boxInfo, linkInfo, receipts, visit } from '../link-samples';
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

const info = (changes: object) => ({ '^/api/download/share-link/x$': { ...linkInfo, ...changes } });
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
const dead = (name: string, error: string, status: number): Screen => ({
  name,
  out: true,
  go: (page) => outside(page, '/download/x', { '^/api/download/share-link/x$': { error_code: error } }, status),
});

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
  '^/api/upload/box/x$': boxInfo,
  receipts$: receipts,
  '^/api/upload/sessions': { uploads: [], page_info: none },
};

/** Inside an upload box, with two files that it refuses. */
async function inside(page: Page) {
  await page.addInitScript((kept) => sessionStorage.setItem('anbar-visit-x', kept), JSON.stringify(visit));
  await outside(page, '/u/x', inBox);
}

/** Links and boxes as visitors without an account see them. */
export const outsideScreens: Screen[] = [
  { name: 'download', out: true, go: (page) => outside(page, '/download/x', info({})) },
  {
    name: 'download-gate',
    out: true,
    go: (page) => outside(page, '/download/x', locked(['password', 'email'])),
  },
  {
    name: 'download-gate-wrong',
    out: true,
    go: async (page) => {
      await outside(page, '/download/x', locked(['password']));
      await asks(page, '/share-link/x', 'link_password_wrong');
      await page.locator('main input').fill('nope');
      await page.locator('main button[type=submit]').click();
      await page.locator('[aria-invalid]').waitFor();
    },
  },
  {
    name: 'download-code',
    out: true,
    go: async (page) => {
      await outside(page, '/download/x', locked(['email']));
      await asks(page, '/share-link/x', 'code_required');
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
      await outside(page, '/download/x', info({ view_only: false }));
      await page.route('**/api/download/share-link/x', (route) =>
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
  {
    name: 'download-folder',
    out: true,
    go: (page) =>
      outside(
        page,
        '/download/x',
        info({
          kind: 'selection',
          title: 'Brand assets — final (v3)',
          preview: 'none',
          files_count: 128,
          size: 1_288_490_189,
          version: null,
          email_description: '',
        }),
      ),
  },
  {
    name: 'download-view-only',
    out: true,
    go: (page) => outside(page, '/download/x', info({ view_only: true, email_description: '' })),
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
      await page.route('**/api/download/share-link/x', (route) =>
        route.fulfill({ status: 429, headers: { 'Retry-After': '240' }, json: { error_code: 'too_many_requests' } }),
      );
      await page.goto('/download/x');
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
  { name: 'box-door', out: true, go: (page) => outside(page, '/u/x', inBox) },
  {
    name: 'box-door-gate',
    out: true,
    go: (page) =>
      outside(page, '/u/x', { '^/api/upload/box/x$': { ...boxInfo, needs: ['password', 'email'], per_visitor: true } }),
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
