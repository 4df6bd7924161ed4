import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page, PlaywrightTestArgs, PlaywrightTestOptions } from '@playwright/test';
import { onPhones, places } from './axe-places';
import { Drive } from './drive';
import { expect, prefer, test } from './fixtures';
import { seedFinds } from './found';
import { full, still } from './looks';
import { Team } from './people';
import { freePort, Server, type Tokens } from './server';

/** A language, a theme and a size. */
interface Look {
  lang: 'fa' | 'en';
  theme: 'light' | 'dark';
  isMobile: boolean;
  viewport: PlaywrightTestOptions['viewport'];
}

interface Subject {
  name: string;
  url: string;
  tokens?: Tokens | undefined;
  menu?: boolean | undefined;
  before?: ((page: Page) => Promise<unknown>) | undefined;
  open?: (page: Page) => Promise<void>;
}

// PLACES=login,welcome takes only those.
const wanted = process.env.PLACES?.split(',');

/** Waits until the data of a page has arrived. The event stream never ends, so the network is never quiet. */
async function settled(page: Page) {
  await page.locator('main').first().waitFor();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await still(page);
}

function contextOf(browser: Browser, { isMobile, viewport }: Look) {
  return browser.newContext({ isMobile, hasTouch: isMobile, viewport, reducedMotion: 'reduce' });
}

/** Expects that axe finds nothing at an address, once it is prepared. */
async function judge(context: BrowserContext, { lang, theme }: Look, subject: Subject) {
  const { name, url, tokens, menu, before, open } = subject;
  const page = await context.newPage();
  await prefer(page, lang, theme);
  if (tokens) {
    await page.addInitScript(
      ([access, refresh]) => {
        localStorage.setItem('access_token', access);
        localStorage.setItem('refresh_token', refresh);
      },
      [tokens.access, tokens.refresh] as const,
    );
  }
  await before?.(page);
  await page.goto(url);
  await settled(page);
  await open?.(page);
  await still(page);
  // Our pages have no frames, so nothing has to be put together in a page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // A menu that is open belongs to its button; it needs no landmark of its own around it.
  if (menu) axe.disableRules('region');
  // They hold nothing, and hand the focus on.
  if (menu) axe.exclude('[data-base-ui-focus-guard]');
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${name}: ${id} ${nodes.map((node) => node.html).join(' ')}`);
  expect.soft(found).toEqual([]);
  await page.close();
}

test.describe.configure({ mode: 'parallel' });

type Given = Pick<PlaywrightTestArgs & PlaywrightTestOptions, 'isMobile' | 'viewport'>;

for (const lang of ['fa', 'en'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    const lookOf = ({ isMobile, viewport }: Given): Look => {
      // The findings of axe depend on the language or on the theme, hardly on both.
      const tried = isMobile ? lang === 'en' && theme === 'light' : (lang === 'fa') === (theme === 'light');
      test.skip(!tried, 'three looks stand for all');
      test.setTimeout(600_000);
      return { lang, theme, isMobile, viewport };
    };

    test(`axe finds nothing: ${lang}, ${theme}`, async ({ browser, world, isMobile, viewport }) => {
      const look = lookOf({ isMobile, viewport });
      const tokens = await world.server.session();
      const drive = await Drive.of(world.server, world.spaceId);
      await seedFinds(world);
      const folder = await drive.folder(`قراردادها ${lang} ${theme} ${isMobile}`);
      const team = await Team.of(world);
      await team.guest('viewer', folder, 'directory', 'somebody@example.org');
      await team.role('viewer', 'colleague@example.org');
      await team.customRole(`نقش ${lang} ${theme} ${isMobile}`, ['read directory'], [], [folder]);
      const chosen = places.filter(({ name }, turn) => {
        if (wanted) return wanted.includes(name);
        // The two looks of a desktop take the places by turns, all of them before a release.
        return isMobile ? onPhones.has(name) : full || (turn % 2 === 0) === (lang === 'fa');
      });
      const inside = await contextOf(browser, look);
      const outside = await contextOf(browser, look);
      for (const { name, path, out, menu, before, open } of chosen) {
        await judge(out ? outside : inside, look, {
          name,
          url: world.server.url + path(world),
          tokens: out ? undefined : tokens,
          menu,
          before,
          open: async (page) => open?.(page, isMobile),
        });
      }
      await Promise.all([inside.close(), outside.close()]);
    });

    test(`axe finds nothing before anyone is in: ${lang}, ${theme}`, async ({ browser, isMobile, viewport }) => {
      const look = lookOf({ isMobile, viewport });
      const server = await Server.start('--signup=open');
      const context = await contextOf(browser, look);
      await judge(context, look, {
        name: 'set-up',
        url: `${server.url}/setup?token=${server.token}`,
        open: async (page) => {
          await page.locator('input[autocomplete=new-password]').fill('Abcdef12');
          await page.locator('button[type=submit]').click();
          await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
        },
      });
      await judge(context, look, { name: 'login before set-up', url: `${server.url}/login` });
      await server.setUp('شرکت پارس‌نگار');
      await judge(context, look, {
        name: 'signup, open',
        url: `${server.url}/signup`,
        open: (page) => page.locator('input[autocomplete=new-password]').fill('Abcdef12'),
      });
      await server.stop();

      const secure = await Server.start('--tls=internal', `--listen-tls=127.0.0.1:${await freePort()}`);
      await judge(context, look, {
        name: 'trust',
        url: `${secure.url}/trust`,
        open: (page) => expect(page.getByRole('tablist')).toBeVisible(),
      });
      await secure.stop();
      await context.close();
    });
  }
}
