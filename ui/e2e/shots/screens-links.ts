import type { Page } from '@playwright/test';
import { Drive } from '../drive';
import type { World } from '../fixtures';
import { boxes, boxFiles, links, openings } from '../link-samples';
import type { Screen } from './screen';

export const none = { limit: 50, page: 1, total: 0, next: null };

/** Answers calls whose path ends so in place of the server, for states that are rare or need other people. */
export async function answer(page: Page, calls: Record<string, unknown>, status = 200) {
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
    .getByRole('button', { name: /^(گزینه‌های|Actions for)/ })
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
const share = /^(لینک دانلود|Download link)/;
const uploadBox = /^(صندوق آپلود|Upload box)/;

async function openAll(page: Page) {
  const dialog = page.getByRole('dialog');
  for (const name of [/^(با رمز عبور|Password)$/]) await dialog.getByRole('switch', { name }).first().click();
  await dialog.locator('summary').click();
  await dialog
    .getByRole('textbox', { name: /ایمیل|email/i })
    .first()
    .fill('maryam@example.com,ops@parsnegar.ir,');
  await dialog.getByRole('button', { name: /^(ساختن|Generate)$/ }).click();
}

export const linksScreens: Screen[] = [
  { name: 'links', go: (page, world) => at(page, world, '/download-link') },
  {
    name: 'links-menu',
    go: async (page, world) => {
      await at(page, world, '/download-link');
      await page
        .getByRole('button', { name: /^(گزینه‌های|Actions for)/ })
        .first()
        .click();
    },
  },
  {
    name: 'links-openings',
    go: async (page, world) => {
      await at(page, world, '/download-link');
      await act(page, /بازدیدها|Who opened/);
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
      await page.locator('[data-state=empty]').waitFor();
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
        .getByText(/^(تا تاریخ…|On a date…)$/)
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
      await page.getByRole('button', { name: /^(ساختن لینک|Create link)$/ }).click();
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
      await page.getByRole('tab', { name: /^(لینک‌ها|Links)$/ }).click();
      await page.waitForTimeout(900);
    },
  },
  { name: 'boxes', go: (page, world) => at(page, world, '/uploadbox-link') },
  {
    name: 'boxes-files',
    go: async (page, world) => {
      await at(page, world, '/uploadbox-link');
      await act(page, /فایل‌های رسیده|Received files/);
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
      await page.locator('[data-state=empty]').waitFor();
    },
  },
  { name: 'box-dialog', go: (page, world) => dialogOf(page, world, 'مدارک', uploadBox) },
  {
    name: 'box-dialog-all',
    go: async (page, world) => {
      await dialogOf(page, world, 'مدارک', uploadBox);
      const dialog = page.getByRole('dialog');
      await dialog.locator('summary').click();
      for (const name of [/محدودیت اندازه|Limit file size/, /حذف خودکار|Delete automatically/]) {
        await dialog.getByRole('switch', { name }).click();
      }
      await dialog.getByRole('checkbox').first().click();
      await dialog.getByRole('textbox', { name: /پسوندهای|endings/ }).fill('psd,dwg,');
      await dialog.getByRole('textbox', { name: /پسوندهای|endings/ }).scrollIntoViewIfNeeded();
    },
  },
];
