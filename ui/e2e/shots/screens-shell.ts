import type { Page } from '@playwright/test';
import type { Screen } from './screen';

const at = (path: string) => async (page: Page) => {
  await page.goto(path);
  // The event stream never ends, so the network is never quiet.
  await page.waitForTimeout(900);
};

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
    go: async (page, { spaceId }, phone) => {
      await at(`/workspace/${spaceId}`)(page);
      await page
        .getByRole('button', { name: phone ? /^(حساب|Account)$/ : /حساب کاربری|Account/ })
        .last()
        .click();
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
