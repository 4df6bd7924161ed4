import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, prefer, test, type World } from './fixtures';

interface Place {
  name: string;
  path: (world: World) => string;
  out?: boolean;
  open?: (page: Page) => Promise<void>;
}

const places: Place[] = [
  { name: 'login', path: () => '/login', out: true },
  { name: 'signup', path: () => '/signup', out: true },
  { name: 'trust', path: () => '/trust', out: true },
  { name: 'not found', path: () => '/nowhere', out: true },
  { name: 'workspaces', path: () => '/workspace' },
  { name: 'create', path: () => '/workspace/create' },
  { name: 'frame', path: ({ spaceId }) => `/workspace/${spaceId}` },
  { name: 'settings', path: ({ spaceId }) => `/workspace/${spaceId}/settings` },
  {
    name: 'delete',
    path: ({ spaceId }) => `/workspace/${spaceId}/settings`,
    open: async (page) => {
      await page.getByRole('button', { name: /حذف این فضای کاری|Delete this workspace/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'appearance', path: ({ spaceId }) => `/workspace/${spaceId}/settings?tab=appearance` },
  { name: 'account', path: () => '/account/settings' },
  { name: 'security', path: () => '/account/settings?tab=security' },
];

for (const lang of ['fa', 'en'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`axe finds nothing: ${lang}, ${theme}`, async ({ browser, world, isMobile, viewport }) => {
      test.skip(isMobile && (lang === 'fa') !== (theme === 'light'), 'a phone is tried in two of the four');
      test.setTimeout(180_000);
      const tokens = await world.server.session();
      for (const place of places) {
        const context = await browser.newContext({ isMobile, hasTouch: isMobile, viewport, reducedMotion: 'reduce' });
        const page = await context.newPage();
        await prefer(page, lang, theme);
        if (!place.out) {
          await page.addInitScript(
            ([access, refresh]) => {
              localStorage.setItem('access_token', access);
              localStorage.setItem('refresh_token', refresh);
            },
            [tokens.access, tokens.refresh] as const,
          );
        }
        await page.goto(world.server.url + place.path(world), { waitUntil: 'networkidle' });
        await place.open?.(page);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(
          ({ id, nodes }) => `${place.name}: ${id} ${nodes.map((node) => node.html).join(' ')}`,
        );
        expect.soft(found).toEqual([]);
        await context.close();
      }
    });
  }
}
