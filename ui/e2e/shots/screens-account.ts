import { expect, type Page } from '@playwright/test';
import type { World } from '../fixtures';
import { owner } from '../server';
import { samples } from '../samples';
import type { Screen } from './screen';

const at = async (page: Page, tab: string) => {
  await page.goto(`/account/settings?tab=${tab}`);
  await page.waitForTimeout(900);
};

const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();

/** Answers in place of the server, for states that take days to come about. */
const answer = (page: Page, path: string, json: unknown) =>
  page.route(`**/api/${path}`, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json }) : route.continue(),
  );

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const twoFactor = {
  methods: [
    { method: 'totp', target: '', created_at: ago(900), last_used: ago(5) },
    { method: 'sms', target: '0912•••4567', created_at: ago(300), last_used: null },
  ],
  static_codes_left: 2,
  is_active: true,
};
const passkeys = [
  { passkey_id: '1', name: 'iPhone سارا', created_at: ago(700), last_used: ago(30), synced: true },
  { passkey_id: '2', name: 'YubiKey 5C', created_at: ago(90), last_used: null, synced: false },
];
const providers = [
  { id: 'arvan', title: 'ابر آروان', icon: '' },
  { id: 'google', title: 'Google', icon: '' },
];
const identities = [
  { provider: 'google', title: 'Google', email: 'sara.mohammadi@gmail.com', created_at: ago(500), last_used: ago(70) },
];
const tokens = [
  {
    token_id: '1',
    name: 'پشتیبان‌گیری شبانه',
    hint: 'anb_…x9Kq',
    spaces: [{ space_id: '1', title: 'شرکت پارس‌نگار' }],
    may_write: true,
    created_at: ago(800),
    expires_at: ago(-900),
    last_used: ago(3),
    address: '192.168.1.24',
  },
  {
    token_id: '2',
    name: 'rclone on the office NAS',
    hint: 'anb_…7bTw',
    spaces: [],
    may_write: false,
    created_at: ago(40),
    expires_at: null,
    last_used: null,
    address: '',
  },
];
const apps = [
  {
    token_id: '1',
    name: 'Laptop',
    client: 'nextcloud_desktop',
    version: '3.7.3',
    system: 'Linux',
    may_write: true,
    can_wipe: true,
    created_at: ago(6000),
    last_sync: ago(4),
    address: '5.112.33.8',
    wipe_asked_at: null,
    wiped_at: null,
  },
];

const devices = [
  { device_id: '1', name: 'Chrome · Windows', address: '5.112.33.8', last_used: ago(4), remembered_until: ago(-600) },
];

async function secured(page: Page) {
  await answer(page, 'accounts/two-factor', twoFactor);
  await answer(page, 'accounts/passkeys', { passkeys });
  await answer(page, 'accounts/providers?*', { providers });
  await answer(page, 'accounts/identities?*', { identities });
}

async function portrait(page: Page): Promise<Buffer> {
  const browser = page.context().browser();
  const [image] = browser ? (await samples(browser)).images : [];
  return Buffer.from(image ?? []);
}

/** The next call that asks for it is told to prove first. */
const unproven = (page: Page, path: string) =>
  page.route(`**/api/${path}`, (route) =>
    route.fulfill({ status: 403, json: { error_code: 'reauthentication_required' } }),
  );

const tour =
  (steps: number) =>
  async (page: Page, { server, tokens: own, spaceId }: World) => {
    await server.showAround(owner, own, false);
    await page.goto(`/workspace/${spaceId}`);
    for (let step = 1; step < steps; step++) await press(page, /^(بعدی|Next)$/);
    await expect(page.getByRole('dialog')).toBeVisible();
    await server.showAround(owner, own);
  };

/** The settings of the account and their dialogs. */
export const accountScreens: Screen[] = [
  { name: 'account-general', go: (page) => at(page, 'general') },
  {
    name: 'account-pending',
    go: async (page) => {
      await page.route('**/api/accounts/v1/users/me', async (route) => {
        const given = await route.fetch();
        const me = (await given.json()) as object;
        const json = { ...me, is_email_validated: false, mobile: '09121234567', pending_mobile: '09359876543' };
        await route.fulfill({ response: given, json });
      });
      await at(page, 'general');
    },
  },
  {
    name: 'account-crop',
    go: async (page) => {
      await at(page, 'general');
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'sara.png', mimeType: 'image/png', buffer: await portrait(page) });
      await expect(page.getByRole('dialog').getByRole('slider')).toBeVisible();
    },
  },
  {
    name: 'account-email',
    go: async (page) => {
      await at(page, 'general');
      await press(page, /^(تغییر ایمیل|Change email)$/);
    },
  },
  {
    name: 'account-mobile-code',
    go: async (page) => {
      await page.route('**/api/accounts/v1/users/me/mobile-verification', (route) => route.fulfill({ status: 204 }));
      await at(page, 'general');
      await press(page, /^(افزودن شمارهٔ موبایل|Add mobile number)$/);
      await page.getByRole('dialog').getByRole('textbox').fill('09121234567');
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await page.waitForTimeout(400);
    },
  },
  { name: 'account-security', go: (page) => at(page, 'security') },
  {
    name: 'account-secured',
    go: async (page) => {
      await secured(page);
      await at(page, 'security');
    },
  },
  {
    name: 'account-password',
    go: async (page) => {
      await at(page, 'security');
      await press(page, /^(تغییر رمز عبور|Change password)$/);
      await page.locator('input[autocomplete=new-password]').first().fill('Abcdef12');
    },
  },
  {
    name: 'account-totp',
    go: async (page) => {
      await at(page, 'security');
      await press(page, /^(روشن کردن برنامهٔ رمزساز|Turn on the authenticator app)$/);
      await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
    },
  },
  {
    name: 'account-codes',
    go: async (page) => {
      const static_codes = Array.from({ length: 10 }, (_, index) => `${'k7mqp'.slice(index % 3)}${index}-x${index}vt2`);
      await page.route('**/api/accounts/two-factor/verify-totp', (route) => route.fulfill({ json: { static_codes } }));
      await at(page, 'security');
      await press(page, /^(روشن کردن برنامهٔ رمزساز|Turn on the authenticator app)$/);
      await page.getByRole('dialog').locator('input[autocomplete=one-time-code]').fill('123456');
      await page.waitForTimeout(600);
    },
  },
  {
    name: 'account-2fa-off',
    go: async (page) => {
      await answer(page, 'accounts/two-factor', { ...twoFactor, methods: twoFactor.methods.slice(0, 1) });
      await at(page, 'security');
      await press(page, /^(خاموش کردن برنامهٔ رمزساز|Turn off the authenticator app)$/);
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'account-proof',
    go: async (page) => {
      await unproven(page, 'accounts/two-factor/totp');
      await answer(page, 'accounts/v1/users/reauthenticate', { methods: ['password', 'email', 'sms'] });
      await at(page, 'security');
      await press(page, /^(روشن کردن برنامهٔ رمزساز|Turn on the authenticator app)$/);
      await page.waitForTimeout(600);
    },
  },
  {
    name: 'account-devices',
    go: async (page) => {
      await answer(page, 'accounts/devices', { devices });
      await at(page, 'devices');
    },
  },
  {
    name: 'account-device-wipe',
    go: async (page) => {
      await answer(page, 'accounts/connected-devices', { devices: apps });
      await at(page, 'devices');
      await press(page, /^(Wipe|حذف فایل‌های انبار از) .*Laptop/);
    },
  },
  {
    name: 'account-end-sessions',
    go: async (page) => {
      await at(page, 'devices');
      await press(page, /بستن همهٔ نشست‌های دیگر|Sign out all other devices/);
    },
  },
  { name: 'account-tokens-empty', go: (page) => at(page, 'tokens') },
  {
    name: 'account-tokens',
    go: async (page) => {
      await answer(page, 'accounts/api-tokens', { tokens });
      await at(page, 'tokens');
    },
  },
  {
    name: 'account-token-new',
    go: async (page) => {
      await at(page, 'tokens');
      await press(page, /^(ساختن توکن|Create token)$/);
      await page.getByRole('dialog').getByRole('textbox').fill('پشتیبان‌گیری شبانه');
      await page.getByRole('dialog').locator('button[type=submit]').click();
    },
  },
  {
    name: 'account-token-made',
    go: async (page) => {
      await page.route('**/api/accounts/api-tokens', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 201, json: { token: `anb_${'q8Zr4Wm2Kd'.repeat(4)}` } })
          : route.continue(),
      );
      await at(page, 'tokens');
      await press(page, /^(ساختن توکن|Create token)$/);
      await page.getByRole('dialog').getByRole('textbox').fill('پشتیبان‌گیری شبانه');
      await page.getByRole('dialog').getByRole('checkbox').first().click();
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await page.waitForTimeout(400);
    },
  },
  { name: 'account-events', go: (page) => at(page, 'events') },
  {
    name: 'admin-audit',
    go: async (page) => {
      await page.goto('/admin/audit');
      await press(page, /^(بررسی زنجیره|Check the chain)$/);
      await page.waitForTimeout(600);
    },
  },
  { name: 'tour-upload', go: tour(1) },
  { name: 'tour-share', go: tour(2) },
  { name: 'tour-find', go: tour(3) },
];
