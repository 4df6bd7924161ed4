import type { Page } from '@playwright/test';
import { Drive } from '../drive';
import type { World } from '../fixtures';
import { boxes, boxFiles, links, openings } from '../link-samples';
import type { Screen } from './screen';
import { chooseItem } from '../menus';

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
  await chooseItem(page, name);
  await page.getByRole('dialog').last().waitFor();
  await page.waitForTimeout(500);
}

let folder: string | null = null;
let fileId = '';

async function prepare(world: World) {
  if (folder) return;
  const drive = await Drive.of(world.server, world.spaceId);
  folder = await drive.folder(`اشتراک ${Date.now()}`);
  await drive.folder('مدارک استخدام', folder);
  fileId = await drive.file('گزارش مالی پاییز (نهایی).pdf', 'x', folder);
  await drive.version('گزارش مالی پاییز (نهایی).pdf', 'xy', folder);
}

/** The dialog of an entry in a folder of its own. */
async function dialogOf(page: Page, world: World, entry: string, action: RegExp) {
  await prepare(world);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list`);
  const row = page.locator('[data-index]').filter({ hasText: entry });
  await row.locator('[data-part=more]').click();
  await chooseItem(page, action);
  await page.getByRole('dialog').last().waitFor();
  await page.waitForTimeout(400);
}

const file = 'گزارش مالی';
const share = /^(اشتراک‌گذاری|Share)/;
const settings = /^(تنظیمات|Settings)$/;
const copyLink = /^(کپی لینک|Copy link)$/;
const uploadBox = /^(صندوق آپلود|Upload box)/;

/** A link to the file of `dialogOf`. */
async function linkToFile(world: World, changes: object) {
  await prepare(world);
  const [link] = links.links;
  return { ...link, items: link?.items.map((item) => ({ ...item, target_id: fileId })), ...changes };
}

const grant = (kind: string, more: object) => ({
  kind,
  name: '',
  email: '',
  role: '',
  role_id: null,
  link_id: null,
  upload_id: null,
  count: 0,
  created_at: null,
  may_revoke: false,
  person: null,
  permissions: [],
  via: null,
  ...more,
});
const guest = (id: string, name: string, email: string, role: string) =>
  grant('guest', { role_id: id, email, role, may_revoke: true, person: { _id: id, name } });

/** People of several kinds have access. */
async function reach(page: Page) {
  const entries = [
    grant('owner', { person: { _id: 'o', name: 'سارا محمدی' }, email: 'sara@parsnegar.ir', role: 'owner' }),
    grant('role', { role: 'admin', count: 2 }),
    grant('role', { role: 'editor', count: 5 }),
    grant('role', { role: 'viewer', count: 4 }),
    guest('a', 'Daniel Rezaei', 'daniel@arya.ir', 'editor'),
    guest('b', 'مینا رضایی', 'mina.rezaei@gmail.com', 'viewer'),
  ];
  const list = { entries, may_share: true, prevent_sharing_non_members: false, target: links.links[0]?.items[0] };
  await answer(page, { '/targets/[^/]+/access$': list });
}

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
  { name: 'share-nobody', go: (page, world) => dialogOf(page, world, file, share) },
  {
    name: 'share-password',
    async go(page, world) {
      await dialogOf(page, world, file, share);
      await page.getByRole('switch', { name: /^(با رمز عبور|Password)/ }).click();
    },
  },
  {
    name: 'share-some',
    go: async (page, world) => {
      await reach(page);
      await dialogOf(page, world, file, share);
    },
  },
  {
    name: 'share-inviting',
    go: async (page, world) => {
      await reach(page);
      await dialogOf(page, world, file, share);
      await page.getByRole('combobox', { name: /^(افزودن افراد|Add people)/ }).fill('negar@arya.ir,');
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'share-made',
    go: async (page, world) => {
      await reach(page);
      const made = await linkToFile(world, { has_password: false, count_limit: null, used_count: 0 });
      await answer(page, { 'temporary-link$': made }, 201);
      await dialogOf(page, world, file, share);
      await page.getByRole('button', { name: copyLink }).click();
      await page.locator('[data-link]').waitFor();
      await page.waitForTimeout(400);
    },
  },
  {
    name: 'share-protected',
    go: async (page, world) => {
      await reach(page);
      await answer(page, {
        'file/[^/]+/links$': {
          links: [await linkToFile(world, { emails: ['daniel@arya.ir', 'legal@arya.ir'] }), links.links[2]],
          page_info: none,
        },
      });
      await dialogOf(page, world, file, share);
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'share-terms',
    go: async (page, world) => {
      await reach(page);
      await dialogOf(page, world, file, share);
      await page.getByRole('button', { name: settings }).click();
      await openAll(page);
    },
  },
  {
    name: 'share-terms-day',
    go: async (page, world) => {
      await dialogOf(page, world, file, share);
      await page.getByRole('button', { name: settings }).click();
      await page
        .getByRole('dialog')
        .getByText(/^(تا تاریخ…|On a date…)$/)
        .click();
      await page.getByRole('button', { name: /^(آخرین روز|Last day)/ }).click();
      await page.waitForTimeout(300);
    },
  },
  { name: 'share-folder', go: (page, world) => dialogOf(page, world, 'مدارک', share) },
  {
    name: 'links-pick',
    go: async (page, world) => {
      await at(page, world, '/download-link');
      await page.getByRole('button', { name: /^(لینک جدید|New link)$/ }).click();
      await page.getByRole('dialog').waitFor();
      await page
        .getByRole('button', { name: /مشترک|^Shared files/ })
        .last()
        .click();
      await page.waitForTimeout(700);
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
      await page.getByRole('tab', { name: /^(اشتراک‌گذاری|Sharing)$/ }).click();
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
      await dialog.getByRole('textbox', { name: /پسوندهای|extensions/ }).fill('psd,dwg,');
      await dialog.getByRole('textbox', { name: /پسوندهای|extensions/ }).scrollIntoViewIfNeeded();
    },
  },
];
