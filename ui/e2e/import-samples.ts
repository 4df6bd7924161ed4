import type { Page } from '@playwright/test';
import type { Import, ImportItem, ImportLink } from '../src/api/types.gen';

const GIB = 2 ** 30;

/** Imports that no test server can have in a moment: large ones, with every kind of outcome. */
export const running = (spaceId: string, id: string): Import => ({
  import_id: id,
  space_id: spaceId,
  directory_id: '1',
  directory_path: 'آمده از Nextcloud',
  kind: 'nextcloud',
  title: 'cloud.arya.ir',
  state: 'running',
  reason: null,
  retry_at: null,
  on_duplicate: 'rename',
  count: 26_911,
  done: 18_240,
  bytes: 318 * GIB,
  bytes_done: 214 * GIB,
  renamed: 4,
  skipped: 0,
  failed: 3,
  unchanged: 0,
  listed: true,
  rate: 0,
  speed: 42 * 2 ** 20,
  created_by: { _id: '1', name: 'سارا محمدی' },
  created_at: '2026-11-22T09:32:00Z',
  ended_at: null,
  run: 1,
  current: [
    { name: '2026-08 کارگاه رشت (خام).mov', size: 1.8 * GIB, done: 1.28 * GIB },
    { name: 'IMG_20260812_184502.heic', size: 3 * 2 ** 20, done: 0 },
  ],
  may_repeat: false,
  may_take_back: true,
  links: 0,
});

export const ended = (spaceId: string, id: string): Import => ({
  ...running(spaceId, id),
  state: 'done',
  done: 26_911,
  bytes_done: 318 * GIB,
  skipped: 4,
  unchanged: 318,
  speed: 0,
  current: [],
  ended_at: '2026-11-22T11:40:00Z',
  may_repeat: true,
  links: 12,
});

const item = (path: string, outcome: ImportItem['outcome'], reason: string): ImportItem => ({
  key: path,
  path,
  size: 4096,
  hash: '',
  outcome,
  reason,
  file_id: null,
  directory_id: null,
});

const items: ImportItem[] = [
  item('Backup 2019/old.zip', 'failed', 'import_item_broken'),
  item('Backup 2019/older.zip', 'failed', 'import_item_broken'),
  item('حسابداری/سند ۱۲۴۵ (اسکن).pdf', 'failed', 'import_item_denied'),
  item('قراردادها/~$قرارداد.docx', 'skipped', 'import_item_used'),
  item('قراردادها/~$پیوست فنی.docx', 'skipped', 'import_item_used'),
  item('قراردادها/~$صورت‌جلسه.docx', 'skipped', 'import_item_used'),
  item('bin/latest', 'skipped', 'import_item_link'),
];

const links: ImportLink[] = [
  {
    old_url: 'https://cloud.arya.ir/s/Tq8wZb3nKxR5mPd',
    path: 'قراردادها/پیوست فنی.pdf',
    new_url: 'https://drive.example.com/download/7f3kq9',
    reason: null,
  },
  {
    old_url: 'https://cloud.arya.ir/s/9sLc2VxYp4GhJt7',
    path: 'Photos 2026',
    new_url: null,
    reason: 'permission_denied',
  },
];

/** Answers the calls about imports with samples: one that runs, one that has ended. */
export async function sampleImports(page: Page, spaceId: string, first: Partial<Import> = {}) {
  const all = [{ ...running(spaceId, '11'), ...first }, ended(spaceId, '12')];
  const small = {
    kind: 'bucket',
    title: 'arya-backup',
    count: 2048,
    done: 2048,
    failed: 0,
    skipped: 0,
    links: 0,
  } as const;
  const list = [...all, { ...ended(spaceId, '13'), ...small, state: 'cancelled' as const, done: 512 }];
  await page.route('**/api/imports?space_id=*', (route) => route.fulfill({ json: { imports: list } }));
  await page.route('**/api/imports/*', (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1);
    const found = list.find(({ import_id }) => import_id === id);
    return route.request().method() === 'GET' && found ? route.fulfill({ json: found }) : route.fallback();
  });
  await page.route('**/api/imports/*/items?*', (route) => {
    const outcome = new URL(route.request().url()).searchParams.get('outcome');
    return route.fulfill({ json: { items: items.filter((one) => one.outcome === outcome), next_cursor: null } });
  });
  await page.route('**/api/imports/*/links', (route) => route.fulfill({ json: { links } }));
  await page.route('**/import-arvan', (route) => route.fulfill({ status: 204 }));
}

/** A service with buckets whose keys are known. */
export async function sampleBuckets(page: Page) {
  const keys = { endpoint: 'https://s3.ir-thr-at1.arvanstorage.ir', region: '', access_key: '3f2a-91bc' };
  const names = ['arya-backup', 'arya-media', 'workshop-rasht-raw'];
  await page.route('**/api/accounts/arvan', (route) => route.fulfill({ json: keys }));
  await page.route('**/api/accounts/arvan/bucket?*', (route) =>
    route.fulfill({
      json: {
        buckets: names.map((name) => ({ bucket_name: name, created_at: '2025-03-14T10:00:00Z' })),
        total: names.length,
      },
    }),
  );
}

/** Another server that waits to be approved, or has been. */
export async function sampleLogin(page: Page, state: 'waiting' | 'approved') {
  const url = 'https://cloud.arya.ir';
  await page.route('**/api/imports/nextcloud/login', (route) =>
    route.fulfill({ json: { login_id: 'x', login_url: `${url}/login/v2/flow/x`, product: 'Nextcloud' } }),
  );
  await page.route('**/api/imports/nextcloud/login/x', (route) =>
    route.fulfill({ json: { state, user: state === 'approved' ? 'sara' : null, url } }),
  );
}
