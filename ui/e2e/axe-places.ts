import { addedLately } from './added-samples';
import type { Page } from '@playwright/test';
import { answerDevice, between, firstRow, press } from './axe-steps';
import { documentsOf, editorOf, hold } from './editor-samples';
import { expect, type World } from './fixtures';
import { importPlaces } from './import-places';

/** A page or a dialog that axe looks at. */
export interface Place {
  name: string;
  path: (world: World) => string | Promise<string>;
  out?: boolean;
  /** A menu is open over the page. */
  menu?: boolean;
  /** The document lies in a frame without an origin, at which axe cannot look. */
  framed?: boolean;
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
  open?: (page: Page) => Promise<void>;
}

const shared = ({ spaceId }: World) => `/workspace/${spaceId}`;

/** Every page and dialog there is, in their faces that differ for axe. */
export const places: Place[] = [
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
    name: 'sent link for a password',
    path: () => '/forgot-password',
    out: true,
    open: async (page) => {
      await page.locator('input').fill('nobody@example.com');
      await page.locator('button[type=submit]').click();
      await expect(page.getByRole('heading', { name: /^(ایمیلتان را ببینید|Check your inbox)$/ })).toBeVisible();
    },
  },
  {
    name: 'password by a link',
    path: () => '/reset-password?token=x',
    out: true,
    before: (page) =>
      page.route('**/password/reset/check', (route) =>
        route.fulfill({ json: { login: 'sara@example.com', added: addedLately } }),
      ),
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
      await page.getByRole('button', { name: /^(برنامهٔ رمزساز|Authenticator app)/ }).click();
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
  {
    name: 'a device asks',
    path: () => '/callback/device-login?flow=x',
    before: (page) => answerDevice(page),
  },
  { name: 'an app asks', path: () => '/callback/desktop-login?name=Anbar&challenge=x&state=y' },
  { name: 'refused by a provider', path: () => '/callback/login/arvan?code=x&state=y', out: true },
  { name: 'language menu', path: () => '/login', out: true, menu: true, open: press(/^(زبان|Language)$/) },
  { name: 'theme menu', path: () => '/login', out: true, menu: true, open: press(/^(ظاهر|Theme)$/) },
  { name: 'workspaces', path: () => '/workspace' },
  { name: 'create', path: () => '/workspace/create' },
  { name: 'home', path: (world) => `${shared(world)}/home` },
  { name: 'frame', path: shared },
  { name: 'new menu', path: shared, menu: true, open: press(/^(جدید|New)$/) },
  { name: 'switcher', path: shared, menu: true, open: press(/شرکت پارس‌نگار/) },
  {
    name: 'account menu',
    path: shared,
    menu: true,
    open: press(/^(حساب کاربری|Account)$/),
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
    open: async (page) => {
      // Where there is little room, on a phone or at 200 %, there is a button in place of the field.
      const field = page.getByRole('combobox').first();
      const button = page.getByRole('button', { name: /^(جست‌وجو در فایل‌ها|Search files)$/ });
      await field.or(button).first().waitFor();
      if (!(await field.isVisible())) await button.click();
      await field.fill('گزارش');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'the command palette',
    path: shared,
    open: async (page) => {
      const field = page.getByRole('dialog').getByRole('combobox');
      await expect(async () => {
        if (!(await field.isVisible())) await page.keyboard.press('Control+k');
        await expect(field).toBeVisible({ timeout: 2000 });
      }).toPass();
      await field.fill('گزارش');
      await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
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
      await page.getByRole('button', { name: /^(برچسب جدید|New tag)$/ }).click();
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
      await page.getByRole('button', { name: /^(نقش جدید|New role)$/ }).click();
      await page.getByRole('dialog').getByRole('checkbox').first().click();
    },
  },
  {
    name: 'where a role counts',
    path: (world) => `${shared(world)}/custom-roles`,
    open: async (page) => {
      await page.getByRole('button', { name: /^(نقش جدید|New role)$/ }).click();
      await page.getByRole('tab', { name: /^(محدوده|Locations)/ }).click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  },
  { name: 'outside access', path: (world) => `${shared(world)}/exposure` },
  {
    name: 'sharing',
    path: (world) => `${shared(world)}?view=list`,
    open: async (page) => {
      await page.locator('[data-index="0"] [data-part=more]').click();
      await page.getByRole('menuitem', { name: /^(اشتراک‌گذاری|Share)/ }).click();
      await expect(page.locator('[data-access]').first()).toBeVisible();
    },
  },
  { name: 'access of the root', path: (world) => `${shared(world)}?view=list&details=access` },
  { name: 'shared with me', path: () => '/Access/Workspaces' },
  { name: 'public workspaces', path: () => '/workspace/find' },
  { name: 'verifying an address', path: () => '/auth/verify-email' },
  { name: 'settings of access', path: (world) => `${shared(world)}/settings?tab=access` },
  {
    name: 'a document that is edited',
    path: async (world) => {
      const { folder, word } = await documentsOf(world);
      return editorOf(world, folder, word);
    },
    framed: true,
    open: (page) => expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true', { timeout: 30_000 }),
  },
  {
    name: 'a sheet that is edited',
    path: async (world) => {
      const { folder, sheet } = await documentsOf(world);
      return editorOf(world, folder, sheet);
    },
    open: (page) => expect(page.getByRole('grid')).toBeVisible({ timeout: 30_000 }),
  },
  {
    name: 'a document that someone else edits',
    path: async (world) => {
      const { folder, word } = await hold(world);
      return editorOf(world, folder, word);
    },
    open: (page) =>
      expect(page.getByRole('button', { name: /^(ویرایش یک کپی|ویرایش کپی|Edit a copy)$/ })).toBeVisible(),
  },
  {
    name: 'templates',
    path: async (world) => `/workspace/${world.spaceId}/directory/${(await documentsOf(world)).folder}`,
    open: async (page) => {
      await press(/^(جدید|New)$/)(page);
      await page.getByRole('menuitem', { name: /^(از الگو…|From a template…)$/ }).click();
      await page.getByRole('dialog').getByRole('radio').first().check();
    },
  },
  {
    name: 'the folder of templates',
    path: async (world) => {
      await documentsOf(world);
      return `/workspace/${world.spaceId}/settings`;
    },
    open: (page) => expect(page.getByRole('heading', { name: /^(الگوها|Templates)$/ })).toBeVisible(),
  },
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
      await expect(page.getByLabel(/^(رمز عبور شما|Your password)$/)).toBeVisible();
    },
  },
  { name: 'devices', path: () => '/account/settings?tab=devices' },
  { name: 'connect a device', path: () => '/account/connect' },
  {
    name: 'password of a drive',
    path: () => '/account/connect',
    open: async (page) => {
      await page.getByRole('button', { name: /^(رمز جدید برای دستگاه|New device password)$/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
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
      await expect(page.getByText(/گزارش دست‌نخورده است|The log is intact/)).toBeVisible();
    },
  },
  {
    name: 'the console, selling nothing',
    path: () => '/admin/settings',
    open: async (page) => {
      await page.getByRole('switch', { name: /^(فروش پلن|Sell plans)$/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'support, without tickets', path: () => '/ticket' },
  {
    name: 'a new ticket',
    path: () => '/ticket/new',
    open: async (page) => {
      await page.locator('button[type=submit]').click();
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
  { name: 'tickets of staff, without one', path: () => '/admin/tickets' },
  { name: 'the first steps', path: () => '/admin/first-steps' },
  { name: 'the overview of the console', path: () => '/admin/overview' },
  { name: 'the people of the console', path: () => '/admin/people' },
  { name: 'a person in the console', path: () => '/admin/people', open: firstRow },
  {
    name: 'what staff can do with a person',
    path: () => '/admin/people',
    open: async (page) => {
      await firstRow(page);
      await page.getByRole('button', { name: /^(گزینه‌های |Actions for )/ }).click();
      await expect(page.getByRole('menu').first()).toBeVisible();
    },
    menu: true,
  },
  { name: 'the workspaces of the console', path: () => '/admin/workspaces' },
  { name: 'a workspace in the console', path: () => '/admin/workspaces', open: firstRow },
  { name: 'the outbox', path: () => '/admin/outbox' },
  { name: 'the jobs', path: () => '/admin/jobs' },
  { name: 'the live log', path: () => '/admin/log' },
  { name: 'the security events of all', path: () => '/admin/events' },
  { name: 'the backups', path: () => '/admin/copies' },
  { name: 'the recovery sheet', path: () => '/admin/recovery-sheet' },
  { name: 'the health of the server', path: () => '/admin/health' },
  { name: 'the growth of the storage', path: () => '/admin/growth' },
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
  ...importPlaces,
];
