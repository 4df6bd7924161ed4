import { expect, test as base, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { Server, type Tokens } from './server';

export interface World {
  server: Server;
  spaceId: string;
  tokens: Tokens;
}

/** Signs a page in before its first load, as an earlier visit would have left it. */
export async function signIn(page: Page, { access, refresh }: Tokens) {
  await page.addInitScript(
    ([accessToken, refreshToken]) => {
      // Only once: what the page itself stores or forgets later must stay so.
      // A cookie, because a sign-out leaves nothing else; other servers of this machine share it.
      const mark = `e2e-${location.port}=1`;
      if (document.cookie.includes(mark)) return;
      document.cookie = `${mark}; path=/`;
      localStorage.setItem('access_token', accessToken);
      localStorage.setItem('refresh_token', refreshToken);
    },
    [access, refresh] as const,
  );
}

/**
 * Where one lands after signing in: the home page of a workspace, or the list of workspaces for a user with none, or with
 * several and none of them visited in this browser.
 */
export const landing = /\/workspace(\/[\w-]+\/home)?$/;

/** Language and theme of a page, or of all pages of a browser, before the first load. */
export async function prefer(page: Page | BrowserContext, lang: 'fa' | 'en', theme: 'light' | 'dark' = 'light') {
  await page.addInitScript(
    ([chosenLang, chosenTheme]) => {
      localStorage.setItem('lang', chosenLang);
      localStorage.setItem('theme', chosenTheme);
    },
    [lang === 'fa' ? 'fa-ir' : 'en-us', theme] as const,
  );
}

/** As long as a person holds a button of the mouse: what closes or moves in between must not take the press away. */
const PRESS = 80;

/** Lets every click last as long as that of a person; one that says how long it lasts keeps that. */
async function slowClicks(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  const locators = Object.getPrototypeOf(page.locator('html')) as Locator;
  await page.close();
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to its own locator
  const { click } = locators;
  locators.click = function slow(this: Locator, options) {
    return Reflect.apply(click, this, [{ delay: PRESS, ...options }]);
  };
}

/** `world`: a server with an owner and a workspace, shared by the specs of a worker. `member`: a page signed in there. */
export const test = base.extend<{ member: Page }, { world: World }>({
  world: [
    async ({ browser, browserName }, use) => {
      expect(browserName).toBe('chromium');
      await slowClicks(browser);
      const server = await Server.start();
      const { space_id, access, refresh } = await server.setUp('شرکت پارس‌نگار');
      await use({ server, spaceId: space_id, tokens: { access, refresh } });
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ world }, use) => use(world.server.url),
  member: async ({ page, world }, use) => {
    await signIn(page, await world.server.session());
    await use(page);
  },
});

export { expect } from '@playwright/test';
