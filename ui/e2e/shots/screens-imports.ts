import type { Page } from '@playwright/test';
import type { Import } from '../../src/api/types.gen';
import { Drive } from '../drive';
import type { World } from '../fixtures';
import { sampleBuckets, sampleImports, sampleLogin } from '../import-samples';
import type { Screen } from './screen';

const at = ({ spaceId }: World, rest: string) => `/workspace/${spaceId}/imports${rest}`;

async function go(page: Page, world: World, rest: string, first: Partial<Import> = {}) {
  await sampleImports(page, world.spaceId, first);
  await page.goto(at(world, rest));
  await page.waitForTimeout(900);
}

const next = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^(ادامه|Continue)$/ });

async function cloud(page: Page, world: World, state: 'waiting' | 'approved') {
  await sampleLogin(page, state);
  await go(page, world, '?from=nextcloud');
  await page.getByRole('textbox').first().fill('cloud.arya.ir');
  await next(page).click();
  await page.waitForTimeout(600);
}

let packed: Promise<unknown> | null = null;

/** Parts of a Takeout in the drive. */
const pack = ({ server, spaceId }: World) =>
  (packed ??= Drive.of(server, spaceId).then(async (drive) => {
    await drive.file('takeout-20261120T081500Z-001.zip', 'x'.repeat(5000));
    await drive.file('takeout-20261120T081500Z-002.zip', 'x'.repeat(3000));
  }));

/** Files that come from elsewhere. */
export const importScreens: Screen[] = [
  { name: 'imports', go: (page, world) => go(page, world, '') },
  { name: 'import-progress', go: (page, world) => go(page, world, '/11') },
  {
    name: 'import-counting',
    go: (page, world) =>
      go(page, world, '/11', { listed: false, count: 9120, done: 812, failed: 0, bytes_done: 4e9, rate: 5 * 2 ** 20 }),
  },
  {
    name: 'import-waiting',
    go: (page, world) =>
      go(page, world, '/11', { state: 'waiting', retry_at: '2026-11-22T10:05:00Z', speed: 0, current: [] }),
  },
  {
    name: 'import-full',
    go: (page, world) =>
      go(page, world, '/11', { state: 'paused', reason: 'storage_size_limit', speed: 0, current: [], failed: 0 }),
  },
  { name: 'import-report', go: (page, world) => go(page, world, '/12') },
  {
    name: 'import-report-failed',
    go: (page, world) =>
      go(page, world, '/11', {
        state: 'failed',
        reason: 'import_source_gone',
        ended_at: '2026-11-22T11:40:00Z',
        current: [],
      }),
  },
  {
    name: 'import-links',
    go: async (page, world) => {
      await go(page, world, '/12');
      await page.getByRole('button', { name: /^(دیدن جدول|View table)$/ }).click();
      await page.waitForTimeout(400);
    },
  },
  {
    name: 'import-cancel',
    go: async (page, world) => {
      await go(page, world, '/11');
      await page.getByRole('button', { name: /^(لغو…|Cancel…)$/ }).click();
      await page.waitForTimeout(400);
    },
  },
  { name: 'import-cloud', go: (page, world) => go(page, world, '?from=nextcloud') },
  { name: 'import-approve', go: (page, world) => cloud(page, world, 'waiting') },
  {
    name: 'import-where',
    go: async (page, world) => {
      await cloud(page, world, 'approved');
      await next(page).click();
      await page.waitForTimeout(600);
    },
  },
  { name: 'import-keys', go: (page, world) => go(page, world, '?from=bucket') },
  {
    name: 'import-bucket',
    go: async (page, world) => {
      await sampleBuckets(page);
      await go(page, world, '?from=bucket');
    },
  },
  { name: 'import-webdav', go: (page, world) => go(page, world, '?from=webdav') },
  {
    name: 'import-takeout',
    go: async (page, world) => {
      await pack(world);
      await go(page, world, '?from=takeout');
    },
  },
  {
    name: 'import-tray',
    go: async (page, world) => {
      const me = await world.server.call<{ _id: string }>(
        'GET',
        'accounts/v1/users/me',
        undefined,
        world.tokens.access,
      );
      await sampleImports(page, world.spaceId, { created_by: { _id: me._id, name: '' } });
      await page.goto(`/workspace/${world.spaceId}`);
      await page.locator('[data-imports]').waitFor();
      await page.waitForTimeout(400);
    },
  },
  {
    name: 'workspace-moving',
    go: async (page, world) => {
      await page.goto(`/workspace/${world.spaceId}/settings`);
      await page
        .getByRole('heading', { name: /^(دانلود همه‌چیز|Download everything)$/ })
        .first()
        .scrollIntoViewIfNeeded();
      await page.waitForTimeout(400);
    },
  },
];
