import type { Page } from '@playwright/test';
import { Drive } from '../drive';
import type { World } from '../fixtures';
import { boxes, boxFiles, boxInfo, linkInfo, links, openings, receipts, visit } from '../link-samples';
import { samples } from '../samples';
import type { Screen } from './screens';

const none = { limit: 50, page: 1, total: 0, next: null };

/** Answers calls that end so, whatever the server would say: what it has to be said is rare, or made of other people. */
async function answer(page: Page, calls: Record<string, unknown>, status = 200) {
  for (const [path, json] of Object.entries(calls)) {
    await page.route(
      (url) => url.pathname.startsWith('/api/') && new RegExp(path).test(url.pathname),
      (route) => route.fulfill({ status, json }),
    );
  }
}

const lists = {
  '^/api/download/space/[^/]+/links$': links,
  openings$: openings,
  '^/api/upload/space/[^/]+/box-links$': boxes,
  'box-links/[^/]+/files$': boxFiles,
};

async function at(page: Page, world: World, path: string) {
  await answer(page, lists);
  await page.goto(`/workspace/${world.spaceId}${path}`);
  await page.locator('[data-link], [data-box]').first().waitFor();
}

async function act(page: Page, name: RegExp) {
  await page
    .getByRole('button', { name: /^(کارهای|Actions for)/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('dialog').last().waitFor();
  await page.waitForTimeout(500);
}

let folder: string | null = null;

/** The dialog of an entry in a folder of its own. */
async function dialogOf(page: Page, world: World, entry: string, action: RegExp) {
  if (!folder) {
    const drive = await Drive.of(world.server, world.spaceId);
    folder = await drive.folder(`اشتراک ${Date.now()}`);
    await drive.folder('مدارک استخدام', folder);
    await drive.file('گزارش مالی پاییز (نهایی).pdf', 'x', folder);
    await drive.version('گزارش مالی پاییز (نهایی).pdf', 'xy', folder);
  }
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list`);
  const row = page.locator('[data-index]').filter({ hasText: entry });
  await row.locator('[data-part=more]').click();
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('dialog').last().waitFor();
  await page.waitForTimeout(400);
}

const file = 'گزارش مالی';
const share = /^(پیوند دریافت|Download link)/;
const uploadBox = /^(صندوق بارگذاری|Upload box)/;

async function openAll(page: Page) {
  const dialog = page.getByRole('dialog');
  for (const name of [/^(با گذرواژه|Password)$/]) await dialog.getByRole('switch', { name }).first().click();
  await dialog.locator('summary').click();
  await dialog
    .getByRole('textbox', { name: /ایمیل|email/i })
    .first()
    .fill('maryam@example.com,ops@parsnegar.ir,');
  await dialog.getByRole('button', { name: /^(ساختن|Generate)$/ }).click();
}

/** A public page, whatever the real server would say. */
async function outside(page: Page, path: string, calls: Record<string, unknown>, status = 200) {
  await answer(page, calls, status);
  await page.goto(path);
  await page.locator('main').waitFor();
  await page.waitForTimeout(600);
}

const info = (changes: object) => ({ '^/api/download/share-link/x$': { ...linkInfo, ...changes } });
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

/** Past the door of a box, with two files that it does not take. */
async function inside(page: Page) {
  await page.addInitScript((kept) => sessionStorage.setItem('anbar-visit-x', kept), JSON.stringify(visit));
  await outside(page, '/u/x', inBox);
}

export const linksScreens: Screen[] = [
  { name: 'links', go: (page, world) => at(page, world, '/download-link') },
  {
    name: 'links-menu',
    go: async (page, world) => {
      await at(page, world, '/download-link');
      await page
        .getByRole('button', { name: /^(کارهای|Actions for)/ })
        .first()
        .click();
    },
  },
  {
    name: 'links-openings',
    go: async (page, world) => {
      await at(page, world, '/download-link');
      await act(page, /چه کسی|Who opened/);
    },
  },
  {
    name: 'links-edit',
    go: async (page, world) => {
      await at(page, world, '/download-link');
      await act(page, /^(ویرایش|Edit)/);
    },
  },
  {
    name: 'links-qr',
    go: async (page, world) => {
      await at(page, world, '/download-link');
      await act(page, /QR/);
    },
  },
  {
    name: 'links-delete',
    go: async (page, world) => {
      await at(page, world, '/download-link');
      await act(page, /^(حذف|Delete)/);
    },
  },
  {
    name: 'links-empty',
    go: async (page, world) => {
      await answer(page, { '^/api/download/space/[^/]+/links$': { links: [], page_info: none } });
      await page.goto(`/workspace/${world.spaceId}/download-link`);
      await page.locator('[data-face=empty]').waitFor();
    },
  },
  {
    name: 'links-error',
    go: async (page, world) => {
      await answer(page, { '^/api/download/space/[^/]+/links$': {} }, 500);
      await page.goto(`/workspace/${world.spaceId}/download-link`);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'links-loading',
    go: async (page, world) => {
      await page.route('**/api/download/space/*/links*', () => undefined);
      await page.goto(`/workspace/${world.spaceId}/download-link`);
      await page.waitForTimeout(900);
    },
  },
  { name: 'share-dialog', go: (page, world) => dialogOf(page, world, file, share) },
  {
    name: 'share-dialog-all',
    go: async (page, world) => {
      await dialogOf(page, world, file, share);
      await openAll(page);
    },
  },
  {
    name: 'share-dialog-day',
    go: async (page, world) => {
      await dialogOf(page, world, file, share);
      await page
        .getByRole('dialog')
        .getByText(/^(تا یک روز|Until a day)$/)
        .click();
      await page.getByRole('button', { name: /^(آخرین روز|Last day)/ }).click();
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'share-made',
    go: async (page, world) => {
      await answer(page, { 'temporary-link$': links.links[0] }, 201);
      await dialogOf(page, world, file, share);
      await page.getByRole('dialog').getByRole('switch').first().click();
      await page.getByRole('button', { name: /^(ساختن|Generate)$/ }).click();
      await page.getByRole('button', { name: /^(ساختن پیوند|Create link)$/ }).click();
      await page.locator('svg[role=img]').waitFor();
    },
  },
  {
    name: 'files-links-tab',
    go: async (page, world) => {
      await answer(page, { '/links$': { links: links.links.slice(0, 2), page_info: none }, 'box-links$': boxes });
      await dialogOf(page, world, 'مدارک', uploadBox);
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list`);
      await page.locator('[data-index]').filter({ hasText: 'مدارک' }).locator('[data-part=more]').click();
      await page.getByRole('menuitem', { name: /^(جزئیات|Details)/ }).click();
      await page.getByRole('tab', { name: /^(پیوندها|Links)$/ }).click();
      await page.waitForTimeout(900);
    },
  },
  { name: 'boxes', go: (page, world) => at(page, world, '/uploadbox-link') },
  {
    name: 'boxes-files',
    go: async (page, world) => {
      await at(page, world, '/uploadbox-link');
      await act(page, /آنچه رسیده|What came in/);
    },
  },
  {
    name: 'boxes-code',
    go: async (page, world) => {
      await at(page, world, '/uploadbox-link');
      await act(page, /QR/);
    },
  },
  {
    name: 'boxes-empty',
    go: async (page, world) => {
      await answer(page, { '^/api/upload/space/[^/]+/box-links$': { boxes: [], page_info: none } });
      await page.goto(`/workspace/${world.spaceId}/uploadbox-link`);
      await page.locator('[data-face=empty]').waitFor();
    },
  },
  { name: 'box-dialog', go: (page, world) => dialogOf(page, world, 'مدارک', uploadBox) },
  {
    name: 'box-dialog-all',
    go: async (page, world) => {
      await dialogOf(page, world, 'مدارک', uploadBox);
      const dialog = page.getByRole('dialog');
      await dialog.locator('summary').click();
      for (const name of [/سقف اندازه|Limit the size/, /حذف خودکار|Delete automatically/]) {
        await dialog.getByRole('switch', { name }).click();
      }
      await dialog.getByRole('checkbox').first().click();
      await dialog.getByRole('textbox', { name: /پسوندهای|endings/ }).fill('psd,dwg,');
      await dialog.getByRole('textbox', { name: /پسوندهای|endings/ }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'download', out: true, go: (page) => outside(page, '/download/x', info({})) },
  {
    name: 'download-gate',
    out: true,
    go: (page) => outside(page, '/download/x', info({ needs: ['password', 'email'], email_description: '' })),
  },
  {
    name: 'download-gate-wrong',
    out: true,
    go: async (page) => {
      await outside(page, '/download/x', info({ needs: ['password'] }));
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
      await outside(page, '/download/x', info({ needs: ['email'], email_description: '' }));
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
              },
            })
          : route.fallback(),
      );
      await page.getByRole('button', { name: /^(دیدن|View)$/ }).click();
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
      await page.getByRole('button', { name: /^(برگزیدن پرونده|Choose files)$/ }).click();
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
