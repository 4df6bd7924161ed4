import type { Page } from '@playwright/test';
import { Drive } from '../drive';
import type { World } from '../fixtures';
import { fill, root, wait } from './screens-files';
import type { Screen } from './screen';
import { chooseItem } from '../menus';

interface Changed {
  /** Names in `from` are taken in `to`. */
  from: string;
  to: string;
}

let changed: Promise<Changed> | null = null;

/** On top of a filled workspace: things in the trash, marked ones, versions, an open file, and names that clash. */
function change(page: Page, world: World): Promise<Changed> {
  changed ??= (async () => {
    const { files } = await fill(page, world);
    const drive = await Drive.of(world.server, world.spaceId);
    const gone = await drive.folder('پیش‌نویس‌ها');
    await drive.crowd(['طرح نخست.docx', 'طرح دوم.docx'], gone);
    const old = await drive.folder('بایگانی ۱۴۰۳');
    const ids = [
      await drive.file('رسید پرداخت آبان.pdf', 'x'.repeat(48_000)),
      await drive.file('IMG_3999.jpg', 'y'.repeat(820_000)),
      await drive.file('a-long-name-of-a-recording-that-was-made-by-mistake-and-is-not-needed-any-more.wav', 'z'),
      await drive.file('یادداشت قدیمی.txt', 'old', old),
    ];
    await drive.trash({ files: ids, directories: [gone] });
    await drive.trash({ directories: [old] });
    await drive.version('main.go', 'package main // second');
    await drive.version('main.go', 'package main // third, the best');
    await drive.favor({ files: [files.pdf, files.markdown, files.image, files.text] });
    await drive.open(files.image);
    const from = await drive.folder('از گوشی');
    const to = await drive.folder('برای چاپ');
    for (const parent of [from, to]) {
      const album = await drive.folder('آلبوم', parent);
      for (const name of ['IMG_1.jpg', 'فهرست.xlsx']) await drive.file(name, `${name}${parent}`, album);
      for (const name of ['جلد.pdf', 'متن نهایی (ویرایش دوم).docx', 'notes.md'])
        await drive.file(name, `${name}${parent}`, parent);
    }
    await drive.favor({ directories: [from] });
    return { from, to };
  })();
  return changed;
}

const more = (page: Page, index: number) => page.locator(`[data-index="${index}"] [data-part=more]`).click();
const item = (page: Page, name: RegExp) => chooseItem(page, name);
const named = (page: Page, name: string) => page.locator('[data-index]').filter({ hasText: name }).first();

async function menuOf(page: Page, name: string, action: RegExp) {
  await named(page, name).locator('[data-part=more]').click();
  await item(page, action);
  await page.waitForTimeout(700);
}

async function at(page: Page, world: World, path: string) {
  await change(page, world);
  await page.goto(`/workspace/${world.spaceId}${path}`);
  await wait(page);
  await page.waitForTimeout(600);
}

/** Copies all of `from`, and pastes it where the names are taken. */
async function clash(page: Page, world: World, names?: string) {
  const { from, to } = await change(page, world);
  await page.goto(`/workspace/${world.spaceId}/directory/${from}?view=list&sort=name:1`);
  await wait(page);
  if (names) await menuOf(page, names, /^(کپی|Copy)( ?Ctrl\+C)?$/);
  else {
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
  }
  await page.locator('[data-held]').waitFor();
  await page.goto(`/workspace/${world.spaceId}/directory/${to}?view=list&sort=name:1`);
  await wait(page);
  await page.getByRole('button', { name: /چسباندن این‌جا|Paste here/ }).click();
  await page.getByRole('dialog').waitFor();
}

/** Changes of files: dialogs, trash, favorites and recent files. */
export const changesScreens: Screen[] = [
  {
    name: 'files-rename',
    go: async (page, world, phone) => {
      await root(page, world, 'view=list&sort=created_at:-1');
      if (phone) return menuOf(page, 'main.go', /^(تغییر نام|Rename)/);
      await named(page, 'main.go').click();
      await page.keyboard.press('F2');
      return undefined;
    },
  },
  {
    name: 'files-marks',
    go: async (page, world) => at(page, world, '?view=grid&sort=last_modified_at:-1'),
  },
  {
    name: 'files-marks-list',
    go: async (page, world) => at(page, world, '?view=list&sort=last_modified_at:-1'),
  },
  {
    name: 'files-cut',
    go: async (page, world) => {
      await at(page, world, '?view=list&sort=created_at:-1');
      await menuOf(page, 'main.go', /^(برش|Cut)/);
    },
  },
  {
    name: 'files-deleted',
    go: async (page, world) => {
      await at(page, world, '?view=list&sort=created_at:-1');
      await page.route('**/api/storage/batch-delete', (route) =>
        route.fulfill({ status: 204, headers: { 'Anbar-Undo': 'x' } }),
      );
      await menuOf(page, 'main.go', /^(حذف(?! از)|Delete)/);
    },
  },
  {
    name: 'files-pick',
    go: async (page, world) => {
      await at(page, world, '?view=list&sort=created_at:-1');
      await menuOf(page, 'فروش.csv', /^(انتقال به|Move to)/);
    },
  },
  {
    name: 'files-pick-places',
    go: async (page, world) => {
      await at(page, world, '?view=list&sort=created_at:-1');
      await menuOf(page, 'main.go', /^(کپی در|Copy to)/);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /همهٔ فضاها|All workspaces/ })
        .click();
      await page.waitForTimeout(400);
    },
  },
  { name: 'files-clash', go: (page, world) => clash(page, world, 'جلد.pdf') },
  { name: 'files-clashes', go: (page, world, phone) => (phone ? clash(page, world, 'آلبوم') : clash(page, world)) },
  {
    name: 'files-versions',
    go: async (page, world) => {
      await at(page, world, '?view=list&sort=created_at:-1');
      await menuOf(page, 'main.go', /^(نسخه‌ها|Versions)/);
    },
  },
  {
    name: 'files-access',
    go: async (page, world) => {
      await at(page, world, '?view=list&sort=created_at:-1');
      await menuOf(page, 'منظره.jpg', /^(اشتراک‌گذاری|Share)/);
    },
  },
  {
    name: 'files-copying',
    go: async (page, world) => {
      await at(page, world, '?view=list&sort=created_at:-1');
      await page.route('**/api/storage/batch-copy', (route) => route.fulfill({ status: 202, json: { task_id: 't' } }));
      await page.route('**/api/storage/tasks/t', (route) =>
        route.fulfill({
          json: { task_id: 't', status: 'running', done: 4210, total: 12_000, undo_id: null, error: null },
        }),
      );
      await menuOf(page, 'main.go', /^(ساختن کپی|Duplicate)/);
    },
  },
  { name: 'trash', go: (page, world) => at(page, world, '/trash?view=list') },
  { name: 'trash-grid', go: (page, world) => at(page, world, '/trash?view=grid') },
  {
    name: 'trash-menu',
    go: async (page, world) => {
      await at(page, world, '/trash?view=list');
      await more(page, 1);
    },
  },
  {
    name: 'trash-selected',
    go: async (page, world, phone) => {
      await at(page, world, '/trash?view=list');
      if (phone) {
        await page.locator('[data-index="2"]').dispatchEvent('pointerdown', { pointerType: 'touch', button: 0 });
        await page.waitForTimeout(700);
      } else await page.keyboard.press('Control+a');
    },
  },
  {
    name: 'trash-details',
    go: async (page, world, phone) => {
      await at(page, world, '/trash?view=list');
      if (phone) {
        await more(page, 2);
        await item(page, /جزئیات|Details/);
      } else {
        await page.locator('[data-index="2"] [data-part=name]').click();
        await page.keyboard.press('i');
      }
      await page.waitForTimeout(600);
    },
  },
  {
    name: 'trash-purge',
    go: async (page, world) => {
      await at(page, world, '/trash?view=list');
      await more(page, 2);
      await item(page, /حذف برای همیشه|Delete forever/);
      await page.getByRole('dialog').last().waitFor();
    },
  },
  {
    name: 'trash-empty',
    go: async (page, world) => {
      await page.goto(`/workspace/${world.spaceId}/trash/my`);
      await page.locator('[data-state=empty]').waitFor();
    },
  },
  {
    name: 'trash-error',
    go: async (page, world) => {
      await page.route('**/api/trash/*/directory/*', (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(`/workspace/${world.spaceId}/trash`);
      await page.waitForTimeout(800);
    },
  },
  { name: 'favorites', go: (page, world) => at(page, world, '/favorite?view=list') },
  { name: 'favorites-grid', go: (page, world) => at(page, world, '/favorite?view=grid') },
  {
    name: 'favorites-empty',
    go: async (page, world) => {
      await page.goto(`/workspace/${world.spaceId}/favorite?of=my`);
      await page.locator('[data-state=empty]').waitFor();
    },
  },
  { name: 'recents', go: (page, world) => at(page, world, '/recent-used-file?view=list') },
  {
    name: 'preview-details',
    go: async (page, world) => {
      const { files, root: top } = await fill(page, world);
      await change(page, world);
      await page.goto(`/workspace/${world.spaceId}/directory/${top}/file/${files.text}/preview`);
      await page.waitForTimeout(1500);
      await page.keyboard.press('i');
      await page.waitForTimeout(700);
    },
  },
  {
    name: 'frame-more',
    go: async (page, world, phone) => {
      await at(page, world, '');
      if (phone) await page.getByRole('button', { name: /^(بیشتر|More)$/ }).click();
    },
  },
];
