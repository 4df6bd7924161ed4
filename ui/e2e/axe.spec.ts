import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page, PlaywrightTestArgs, PlaywrightTestOptions } from '@playwright/test';
import { onPhones, rare } from './axe-choice';
import { places } from './axe-places';
import { Drive } from './drive';
import { expect, prefer, test } from './fixtures';
import { seedFinds } from './found';
import { full, still } from './looks';
import { Team } from './people';
import { Seller } from './seller';
import { sellingPlaces } from './selling-places';
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
  menu?: boolean | undefined;
  framed?: boolean | undefined;
  before?: ((page: Page) => Promise<unknown>) | undefined;
  open?: ((page: Page) => Promise<unknown>) | undefined;
}

// PLACES=login,welcome takes only those.
const wanted = process.env.PLACES?.split(',');

/** Waits until the data of a page has arrived. The event stream never ends, so the network is never quiet. */
async function settled(page: Page) {
  await page.locator('main').first().waitFor();
  // Twice: what the first data brought may ask for more.
  for (let round = 0; round < 2; round++) {
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await still(page);
  }
}

/** A browser with one look, in which somebody is signed in or nobody. */
class Visitor {
  private page: Page | null = null;

  private constructor(private readonly context: BrowserContext) {}

  static async of(browser: Browser, { isMobile, viewport, lang, theme }: Look, tokens?: Tokens): Promise<Visitor> {
    const context = await browser.newContext({ isMobile, hasTouch: isMobile, viewport, reducedMotion: 'reduce' });
    // A page that is not there ends the test soon, and the error says where.
    context.setDefaultTimeout(20_000);
    await prefer(context, lang, theme);
    if (tokens) {
      await context.addInitScript(
        ([access, refresh]) => {
          localStorage.setItem('access_token', access);
          localStorage.setItem('refresh_token', refresh);
        },
        [tokens.access, tokens.refresh] as const,
      );
    }
    return new Visitor(context);
  }

  /** Expects that axe finds nothing at an address, once it is prepared. */
  async judge(subject: Subject) {
    const { before } = subject;
    // Pages are opened one after the other in the same tab, unless they are prepared: another one takes as long as axe.
    const page = before || !this.page ? await this.context.newPage() : this.page;
    await before?.(page);
    await inspect(page, subject);
    if (before) await page.close();
    else this.page = page;
  }

  leave() {
    return this.context.close();
  }
}

async function inspect(page: Page, { name, url, menu, framed, open }: Subject) {
  await page.goto(url);
  await settled(page);
  if (open) {
    await open(page);
    await still(page);
  }
  // Our pages have no frames, so nothing has to be put together in a page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], preload: false });
  // A menu that is open belongs to its button; it needs no landmark of its own around it.
  if (menu) axe.disableRules('region');
  // They hold nothing, and hand the focus on.
  if (menu) axe.exclude('[data-base-ui-focus-guard]');
  if (framed) axe.exclude('iframe');
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${name}: ${id} ${nodes.map((node) => node.html).join(' ')}`);
  expect.soft(found).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** The places that a look takes. */
function chosenOf<P extends { name: string; layout?: boolean }>(all: readonly P[], { lang, isMobile }: Look): P[] {
  if (wanted) return all.filter(({ name }) => wanted.includes(name));
  if (full) return [...all];
  // A phone takes those whose layout is its own, the two looks of a desktop take turns at the rest.
  if (isMobile) return all.filter(({ layout }) => layout);
  return all
    .filter(({ layout, name }) => !layout && !rare.has(name))
    .filter((_, turn) => (turn % 2 === 0) === (lang === 'fa'));
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

    test(`axe finds nothing: ${lang}, ${theme}`, { tag: '@phone' }, async ({ browser, world, isMobile, viewport }) => {
      const look = lookOf({ isMobile, viewport });
      const tokens = await world.server.session();
      const drive = await Drive.of(world.server, world.spaceId);
      await seedFinds(world);
      const folder = await drive.folder(`قراردادها ${lang} ${theme} ${isMobile}`);
      const team = await Team.of(world);
      await team.guest('viewer', folder, 'directory', 'somebody@example.org');
      await team.role('viewer', 'colleague@example.org');
      await team.customRole(`نقش ${lang} ${theme} ${isMobile}`, ['read directory'], [], [folder]);
      const chosen = chosenOf(
        places.map((place) => ({ ...place, layout: onPhones.has(place.name) })),
        look,
      );
      const inside = await Visitor.of(browser, look, tokens);
      const outside = await Visitor.of(browser, look);
      for (const { name, path, out, menu, framed, before, open } of chosen) {
        const visitor = out ? outside : inside;
        const url = world.server.url + (await path(world));
        await visitor.judge({ name, url, menu, framed, before, open });
      }
      await Promise.all([inside.leave(), outside.leave()]);
    });

    test(
      `axe finds nothing where plans are sold: ${lang}, ${theme}`,
      { tag: '@phone' },
      async ({ browser, isMobile, viewport }) => {
        test.skip(!full && (isMobile || lang === 'en'), 'in Persian, and the rest before a release');
        const look = lookOf({ isMobile, viewport });
        const seller = await Seller.start();
        const buyer = await seller.buyer();
        const all = (await sellingPlaces(seller, buyer)).filter(({ paper }) => !paper);
        const buys = await Visitor.of(browser, look, buyer.tokens);
        const staff = await Visitor.of(browser, look, await seller.server.session());
        for (const { name, path, before, open, ...place } of chosenOf(all, look)) {
          await (place.staff ? staff : buys).judge({ name, url: seller.url + path, before, open });
        }
        await Promise.all([buys.leave(), staff.leave()]);
        await seller.stop();
      },
    );

    test(`axe finds nothing before anyone is in: ${lang}, ${theme}`, async ({ browser, isMobile, viewport }) => {
      test.skip(!full && lang === 'en', 'a page or two, tried in Persian');
      const look = lookOf({ isMobile, viewport });
      const server = await Server.start('--signup=open');
      const visitor = await Visitor.of(browser, look);
      await visitor.judge({
        name: 'set-up',
        url: `${server.url}/setup?token=${server.token}`,
        open: async (page) => {
          await page.locator('input[autocomplete=new-password]').fill('Abcdef12');
          await page.locator('button[type=submit]').click();
          await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
        },
      });
      await visitor.judge({ name: 'login before set-up', url: `${server.url}/login` });
      await server.setUp('شرکت پارس‌نگار');
      await visitor.judge({
        name: 'signup, open',
        url: `${server.url}/signup`,
        open: (page) => page.locator('input[autocomplete=new-password]').fill('Abcdef12'),
      });
      await server.stop();

      const secure = await Server.start('--tls=internal', `--listen-tls=127.0.0.1:${await freePort()}`);
      await visitor.judge({
        name: 'trust',
        url: `${secure.url}/trust`,
        open: (page) => expect(page.getByRole('tablist')).toBeVisible(),
      });
      await secure.stop();
      await visitor.leave();
    });
  }
}
