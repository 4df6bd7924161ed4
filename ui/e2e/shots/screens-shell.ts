import type { Page } from '@playwright/test';
import { fillHome } from '../home-samples';
import type { Screen } from './screen';

const at = (path: string) => async (page: Page) => {
  await page.goto(path);
  // The event stream never ends, so the network is never quiet.
  await page.waitForTimeout(900);
};

const person = (name: string) => ({ _id: '1', name });

/** Lists that the example workspace has nothing for: shared items, a box of the user with new files, an upload. */
async function shareAndWait(page: Page) {
  const at = new Date(Date.now() - 20 * 60_000).toISOString();
  const item = (id: string, name: string, by: string, role: string, type: 'file' | 'folder') => ({
    role,
    role_id: id,
    shared_at: at,
    shared_by: person(by),
    target: { directory_id: '1', name, path: '', target_id: id, target_type: type },
  });
  await page.route('**/api/storage/guest-workspaces*', (route) =>
    route.fulfill({
      json: {
        page_info: {},
        workspaces: [
          {
            space_id: '7',
            title: 'Alborz',
            guest: true,
            items: [
              item('1', 'Launch plan – Q4.docx', 'Daniel Rezaei', 'editor', 'file'),
              item('2', 'عکس‌های نمایشگاه تهران', 'مینا رضایی', 'viewer', 'folder'),
            ],
          },
        ],
      },
    }),
  );
  await page.route('**/api/upload/sessions*', (route) =>
    route.fulfill({
      json: {
        uploads: [
          { upload_id: '1', key: 'فیلم معرفی محصول.mp4', directory_id: '1', chunk_number: 31, chunk_count: 50 },
        ],
      },
    }),
  );
  await page.route('**/api/upload/space/*/box-links*', async (route) => {
    const me = await page.evaluate(async () => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('access_token')}` };
      return ((await (await fetch('/api/accounts/v1/users/me', { headers })).json()) as { _id: string })._id;
    });
    const box = { upload_id: '1', title: 'مدارک استخدام', directory_id: '1', files_count: 3, last_file_at: at };
    await route.fulfill({ json: { page_info: {}, boxes: [{ ...box, created_by: { _id: me, name: '' } }] } });
  });
}

const homeLists = /\/api\/(storage\/(space\/\w+\/(recent-used|directory\/.*\/favorites)|guest-workspaces)|upload\/)/;

/** Set-up, accounts, workspaces and the frame. */
export const shellScreens: Screen[] = [
  { name: 'login', out: true, go: at('/login') },
  {
    name: 'login-refused',
    out: true,
    go: async (page) => {
      await at('/login')(page);
      await page.locator('input').first().fill('sara@');
      await page.locator('button[type=submit]').click();
    },
  },
  {
    name: 'signup',
    out: true,
    go: async (page) => {
      await at('/signup')(page);
      const password = page.locator('input[autocomplete=new-password]');
      if (await password.count()) await password.fill('Abcdef12');
    },
  },
  {
    name: 'setup',
    out: true,
    go: async (page) => {
      await page.route('**/api/setup', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), needed: true } });
      });
      await at('/setup?token=shown-in-the-picture')(page);
    },
  },
  { name: 'setup-done', out: true, go: at('/setup?token=x') },
  {
    name: 'trust',
    out: true,
    go: async (page) => {
      await page.route('**/api/setup', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), https_ca: true } });
      });
      await at('/trust')(page);
    },
  },
  { name: 'share-target-empty', go: at('/share-target?problem=lost') },
  {
    name: 'share-target',
    go: async (page) => {
      await page.goto('/trust');
      await page.evaluate(
        (row) =>
          new Promise<void>((resolve) => {
            const opened = indexedDB.open('anbar-incoming', 1);
            opened.addEventListener('upgradeneeded', () =>
              opened.result.createObjectStore('shares', { keyPath: 'id' }),
            );
            opened.addEventListener('success', () => {
              const files = [new File(['x'.repeat(52_000)], 'IMG_2041.jpg'), new File(['x'], 'گزارش نهایی.pdf')];
              const transaction = opened.result.transaction('shares', 'readwrite');
              transaction.objectStore('shares').put({ ...row, at: Date.now(), files });
              transaction.addEventListener('complete', () => resolve());
            });
          }),
        { id: 'x', title: '', text: 'https://example.com', url: '', leftOut: 0 },
      );
      await page.goto('/share-target?share=x');
      await page
        .getByRole('button', { name: /درایو من|My Drive/ })
        .first()
        .click();
    },
  },
  { name: 'not-found', out: true, go: at('/nowhere') },
  { name: 'workspaces', go: at('/workspace') },
  {
    name: 'workspaces-loading',
    go: async (page) => {
      await page.route('**/api/storage/workspaces*', () => {});
      await page.goto('/workspace');
      await page.waitForTimeout(1000);
    },
  },
  {
    name: 'workspaces-empty',
    go: async (page) => {
      await page.route('**/api/storage/workspaces*', (route) =>
        route.fulfill({ json: { workspaces: [], page_info: {} } }),
      );
      await at('/workspace')(page);
    },
  },
  {
    name: 'workspaces-error',
    go: async (page) => {
      await page.route('**/api/storage/workspaces*', (route) => route.fulfill({ status: 500, json: {} }));
      await at('/workspace')(page);
    },
  },
  {
    name: 'workspace-create-name',
    go: async (page) => {
      await at('/workspace/create')(page);
      await page.locator('main input').fill('دبستان امید');
      await page.waitForTimeout(900);
    },
  },
  {
    name: 'workspace-create-look',
    go: async (page) => {
      await at('/workspace/create')(page);
      await page.locator('main input').fill('دبستان امید');
      await page.locator('button[type=submit]:enabled').click();
    },
  },
  { name: 'settings-general', go: async (page, { spaceId }) => at(`/workspace/${spaceId}/settings`)(page) },
  {
    name: 'settings-appearance',
    go: async (page, { spaceId }) => at(`/workspace/${spaceId}/settings?tab=appearance`)(page),
  },
  {
    name: 'settings-delete',
    go: async (page, { spaceId }) => {
      await at(`/workspace/${spaceId}/settings`)(page);
      await page.getByRole('button', { name: /حذف این فضای کاری|Delete this workspace/ }).click();
    },
  },
  {
    name: 'home',
    go: async (page, { spaceId, server }) => {
      await fillHome(server, spaceId);
      await shareAndWait(page);
      await at(`/workspace/${spaceId}/home`)(page);
    },
  },
  {
    name: 'home-loading',
    go: async (page, { spaceId }) => {
      await page.route(homeLists, () => {});
      await at(`/workspace/${spaceId}/home`)(page);
    },
  },
  {
    name: 'home-error',
    go: async (page, { spaceId }) => {
      await page.route(homeLists, (route) => route.fulfill({ status: 500, json: {} }));
      await at(`/workspace/${spaceId}/home`)(page);
      await page.waitForTimeout(4000);
    },
  },
  {
    name: 'home-first-day',
    go: async (page, { server, tokens }) => {
      const { workspaces } = await server.call<{ workspaces: { space_id: string }[] }>(
        'GET',
        'storage/workspaces',
        undefined,
        tokens.access,
      );
      await at(`/workspace/${workspaces.at(-1)?.space_id ?? ''}/home`)(page);
    },
  },
  {
    name: 'frame-new-menu',
    go: async (page, { spaceId }) => {
      await at(`/workspace/${spaceId}`)(page);
      await page.getByRole('button', { name: /^(جدید|New)$/ }).click();
    },
  },
  {
    name: 'frame-switcher',
    go: async (page, { spaceId }) => {
      await at(`/workspace/${spaceId}`)(page);
      await page.getByRole('button', { name: 'شرکت پارس‌نگار' }).click();
    },
  },
  {
    name: 'frame-account-menu',
    go: async (page, { spaceId }) => {
      await at(`/workspace/${spaceId}`)(page);
      await page.getByRole('button', { name: /^(حساب کاربری|Account)$/ }).click();
    },
  },
  {
    name: 'offline',
    go: async (page, { spaceId }) => {
      await at(`/workspace/${spaceId}`)(page);
      await page.context().setOffline(true);
    },
  },
  {
    name: 'ios-guide',
    go: async (page) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'userAgent', {
          value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
        });
      });
      await at('/workspace')(page);
    },
  },
];
