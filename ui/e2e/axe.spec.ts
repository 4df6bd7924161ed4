import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page, PlaywrightTestArgs, PlaywrightTestOptions } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { seedFinds } from './found';
import { Team } from './people';
import { freePort, Server, type Tokens } from './server';

interface Place {
  name: string;
  path: (world: World) => string;
  out?: boolean;
  /** A menu hangs over the page. */
  menu?: boolean;
  /** Before the page is there. */
  before?: (page: Page) => Promise<unknown>;
  open?: (page: Page, phone: boolean) => Promise<void>;
}

/** Between the two steps of a login that the server does not know. */
const between = (page: Page) =>
  page.addInitScript(() => {
    if (sessionStorage.getItem('between')) return;
    sessionStorage.setItem('between', '1');
    const step = { token: 't', methods: ['totp', 'sms', 'static'], targets: {}, sent: {} };
    sessionStorage.setItem('anbar-second-step', JSON.stringify(step));
  });

/** Opens a menu by its button. */
const press = (button: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: button }).last().click();
  await expect(page.getByRole('menu').first()).toBeVisible();
};

const shared = ({ spaceId }: World) => `/workspace/${spaceId}`;

const places: Place[] = [
  { name: 'login', path: () => '/login', out: true },
  {
    name: 'login refused',
    path: () => '/login',
    out: true,
    open: async (page) => {
      await page.locator('button[type=submit]').click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    },
  },
  { name: 'signup, closed', path: () => '/signup', out: true },
  { name: 'trust, not needed', path: () => '/trust', out: true },
  { name: 'set-up, done', path: () => '/setup?token=x', out: true },
  { name: 'not found', path: () => '/nowhere', out: true },
  { name: 'forgotten password', path: () => '/forgot-password', out: true },
  {
    name: 'link for a password, sent',
    path: () => '/forgot-password',
    out: true,
    open: async (page) => {
      await page.locator('input').fill('nobody@example.com');
      await page.locator('button[type=submit]').click();
      await expect(page.getByRole('heading', { name: /^(صندوق خود را ببینید|Check your inbox)$/ })).toBeVisible();
    },
  },
  {
    name: 'password by a link',
    path: () => '/reset-password?token=x',
    out: true,
    before: (page) =>
      page.route('**/password/reset/check', (route) => route.fulfill({ json: { login: 'sara@example.com' } })),
    open: (page) => page.locator('input[autocomplete=new-password]').first().fill('Abcdef12'),
  },
  { name: 'invalid link', path: () => '/callback/invalid-link', out: true },
  { name: 'ways of the second step', path: () => '/login/two-step', out: true, before: between },
  {
    name: 'code of the second step',
    path: () => '/login/two-step',
    out: true,
    before: between,
    open: async (page) => {
      await page.getByRole('button', { name: /^(برنامهٔ کدساز|Authenticator app)/ }).click();
      await page.locator('[autocomplete=one-time-code]').fill('123456');
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.locator('form')).toBeVisible();
    },
  },
  {
    name: 'backup code',
    path: () => '/login/two-step',
    out: true,
    before: between,
    open: (page) => page.getByRole('button', { name: /^(کد پشتیبان|Backup code)/ }).click(),
  },
  { name: 'welcome', path: () => '/welcome' },
  { name: 'an app asks', path: () => '/callback/desktop-login?name=Anbar&challenge=x&state=y' },
  { name: 'back from a provider, refused', path: () => '/callback/login/arvan?code=x&state=y', out: true },
  { name: 'language menu', path: () => '/login', out: true, menu: true, open: press(/^(زبان|Language)$/) },
  { name: 'theme menu', path: () => '/login', out: true, menu: true, open: press(/^(ظاهر|Theme)$/) },
  { name: 'workspaces', path: () => '/workspace' },
  { name: 'create', path: () => '/workspace/create' },
  { name: 'frame', path: shared },
  { name: 'new menu', path: shared, menu: true, open: press(/^(تازه|New)$/) },
  { name: 'switcher', path: shared, menu: true, open: press(/شرکت پارس‌نگار/) },
  {
    name: 'account menu',
    path: shared,
    menu: true,
    open: (page, phone) => press(phone ? /^(حساب|Account)$/ : /حساب کاربری|Account/)(page),
  },
  {
    name: 'menu of an entry',
    path: (world) => `${shared(world)}?view=list`,
    menu: true,
    open: async (page) => {
      await page.locator('[data-index="0"] [data-part=more]').click();
      await expect(page.getByRole('menu').first()).toBeVisible();
    },
  },
  { name: 'grid', path: (world) => `${shared(world)}?view=grid` },
  { name: 'settings', path: (world) => `${shared(world)}/settings` },
  {
    name: 'delete',
    path: (world) => `${shared(world)}/settings`,
    open: async (page) => {
      await page.getByRole('button', { name: /حذف این فضای کاری|Delete this workspace/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'appearance', path: (world) => `${shared(world)}/settings?tab=appearance` },
  { name: 'search', path: (world) => `${shared(world)}/search` },
  { name: 'search results', path: (world) => `${shared(world)}/search?q=گزارش&type=text` },
  {
    name: 'search suggestions',
    path: shared,
    open: async (page, phone) => {
      if (phone) await page.getByRole('button', { name: /جست‌وجو در پرونده‌ها|Search files/ }).click();
      await page.getByRole('combobox').first().fill('گزارش');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'all filters, with a calendar',
    path: (world) => `${shared(world)}/search`,
    open: async (page) => {
      await page.getByRole('button', { name: /جست‌وجوی پیشرفته|Advanced search/ }).click();
      await page.getByRole('button', { name: /^(تاریخ ساخت|Created):/ }).click();
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  { name: 'activity', path: (world) => `${shared(world)}/activity` },
  { name: 'activity, empty', path: (world) => `${shared(world)}/activity/my?kind=delete` },
  { name: 'tags', path: (world) => `${shared(world)}/custom-fields` },
  {
    name: 'a new tag',
    path: (world) => `${shared(world)}/custom-fields`,
    open: async (page) => {
      await page.getByRole('button', { name: /^(برچسب تازه|New tag)$/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'members', path: (world) => `${shared(world)}/teammates` },
  {
    name: 'adding members',
    path: (world) => `${shared(world)}/teammates`,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^(افزودن عضو|Add members)$/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('textbox').fill('a@example.org, a@example.org,');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  { name: 'roles', path: (world) => `${shared(world)}/custom-roles` },
  {
    name: 'a new role',
    path: (world) => `${shared(world)}/custom-roles`,
    open: async (page) => {
      await page.getByRole('button', { name: /^(نقش تازه|New role)$/ }).click();
      await page.getByRole('dialog').getByRole('checkbox').first().click();
    },
  },
  {
    name: 'where a role counts',
    path: (world) => `${shared(world)}/custom-roles`,
    open: async (page) => {
      await page.getByRole('button', { name: /^(نقش تازه|New role)$/ }).click();
      await page.getByRole('tab', { name: /^(جاها|Places)/ }).click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  },
  { name: 'outside access', path: (world) => `${shared(world)}/exposure` },
  {
    name: 'sharing',
    path: (world) => `${shared(world)}?view=list`,
    open: async (page) => {
      await page.locator('[data-index="0"] [data-part=more]').click();
      await page.getByRole('menuitem', { name: /^(در میان گذاشتن|Share)/ }).click();
      await expect(page.locator('[data-access]').first()).toBeVisible();
    },
  },
  { name: 'access of the root', path: (world) => `${shared(world)}?view=list&details=access` },
  { name: 'shared with me', path: () => '/Access/Workspaces' },
  { name: 'public workspaces', path: () => '/workspace/find' },
  { name: 'verifying an address', path: () => '/auth/verify-email' },
  { name: 'settings of access', path: (world) => `${shared(world)}/settings?tab=access` },
  { name: 'offline files', path: (world) => `${shared(world)}/offline` },
  { name: 'account', path: () => '/account/settings' },
  {
    name: 'changing an address',
    path: () => '/account/settings',
    open: async (page) => {
      await page.getByRole('button', { name: /^(تغییر ایمیل|Change email)$/ }).click();
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'cutting a picture',
    path: () => '/account/settings',
    open: async (page) => {
      const buffer = await page.screenshot();
      await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
      await expect(page.getByRole('slider')).toBeVisible();
    },
  },
  { name: 'security', path: () => '/account/settings?tab=security' },
  {
    name: 'an authenticator app',
    path: () => '/account/settings?tab=security',
    open: async (page) => {
      await page.getByRole('button', { name: /^(روشن کردن برنامهٔ رمزساز|Turn on the authenticator app)$/ }).click();
      await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
    },
  },
  {
    name: 'is it you',
    path: () => '/account/settings?tab=security',
    open: async (page) => {
      await page.route('**/api/accounts/two-factor/totp', (route) =>
        route.fulfill({ status: 403, json: { error_code: 'reauthentication_required' } }),
      );
      await page.getByRole('button', { name: /^(روشن کردن برنامهٔ رمزساز|Turn on the authenticator app)$/ }).click();
      await expect(page.getByLabel(/^(گذرواژهٔ شما|Your password)$/)).toBeVisible();
    },
  },
  { name: 'devices', path: () => '/account/settings?tab=devices' },
  { name: 'tokens', path: () => '/account/settings?tab=tokens' },
  {
    name: 'a new token',
    path: () => '/account/settings?tab=tokens',
    open: async (page) => {
      await page.getByRole('button', { name: /^(ساختن توکن|Create token)$/ }).click();
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  { name: 'events', path: () => '/account/settings?tab=events' },
  {
    name: 'the log of all accounts',
    path: () => '/admin/audit',
    open: async (page) => {
      await page.getByRole('button', { name: /^(بررسی زنجیره|Check the chain)$/ }).click();
      await expect(page.getByText(/دفتر دست‌نخورده است|The log is intact/)).toBeVisible();
    },
  },
  {
    name: 'the tour',
    path: shared,
    open: async (page) => {
      await page.route('**/api/accounts/v1/users/me', async (route) => {
        const given = await route.fetch();
        await route.fulfill({ response: given, json: { ...((await given.json()) as object), is_onboarded: false } });
      });
      await page.reload();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

/** What a phone shows otherwise than a desktop. */
const onPhones = new Set([
  'login',
  'workspaces',
  'frame',
  'new menu',
  'account menu',
  'menu of an entry',
  'grid',
  'search suggestions',
  'all filters, with a calendar',
  'activity',
  'a new tag',
  'members',
  'roles',
  'sharing',
  'account',
  'security',
  'is it you',
  'tokens',
  'the tour',
]);

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

/** Waits until what a page asks for has come. The stream of what changes never ends, so the network is never quiet. */
async function settled(page: Page) {
  await page.locator('main').first().waitFor();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.waitForTimeout(400);
}

/** Expects that axe finds nothing at an address, once it is prepared. */
async function judge(browser: Browser, look: Look, { name, url, tokens, menu, before, open }: Subject) {
  const { lang, theme, isMobile, viewport } = look;
  const context = await browser.newContext({ isMobile, hasTouch: isMobile, viewport, reducedMotion: 'reduce' });
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
  const axe = new AxeBuilder({ page });
  // A menu that is open belongs to its button; it needs no landmark of its own around it.
  if (menu) axe.disableRules('region');
  // They hold nothing, and hand the focus on.
  if (menu) axe.exclude('[data-base-ui-focus-guard]');
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${name}: ${id} ${nodes.map((node) => node.html).join(' ')}`);
  expect.soft(found).toEqual([]);
  await context.close();
}

type Given = Pick<PlaywrightTestArgs & PlaywrightTestOptions, 'isMobile' | 'viewport'>;

for (const lang of ['fa', 'en'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    const lookOf = ({ isMobile, viewport }: Given): Look => {
      // What axe finds depends on the language or on the theme, hardly on both.
      const tried = isMobile ? lang === 'en' && theme === 'light' : (lang === 'fa') === (theme === 'light');
      test.skip(!tried, 'three looks stand for all');
      test.setTimeout(300_000);
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
      for (const { name, path, out, menu, before, open } of places.filter(
        (place) => !isMobile || onPhones.has(place.name),
      )) {
        await judge(browser, look, {
          name,
          url: world.server.url + path(world),
          tokens: out ? undefined : tokens,
          menu,
          before,
          open: async (page) => open?.(page, isMobile),
        });
      }
    });

    test(`axe finds nothing before anyone is in: ${lang}, ${theme}`, async ({ browser, isMobile, viewport }) => {
      const look = lookOf({ isMobile, viewport });
      const server = await Server.start('--signup=open');
      await judge(browser, look, {
        name: 'set-up',
        url: `${server.url}/setup?token=${server.token}`,
        open: async (page) => {
          await page.locator('input[autocomplete=new-password]').fill('Abcdef12');
          await page.locator('button[type=submit]').click();
          await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
        },
      });
      await judge(browser, look, { name: 'login before set-up', url: `${server.url}/login` });
      await server.setUp('شرکت پارس‌نگار');
      await judge(browser, look, {
        name: 'signup, open',
        url: `${server.url}/signup`,
        open: (page) => page.locator('input[autocomplete=new-password]').fill('Abcdef12'),
      });
      await server.stop();

      const secure = await Server.start('--tls=internal', `--listen-tls=127.0.0.1:${await freePort()}`);
      await judge(browser, look, {
        name: 'trust',
        url: `${secure.url}/trust`,
        open: (page) => expect(page.getByRole('tablist')).toBeVisible(),
      });
      await secure.stop();
    });
  }
}
