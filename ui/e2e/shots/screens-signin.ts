import { addedLately } from '../added-samples';
import type { Page } from '@playwright/test';
import type { World } from '../fixtures';
import type { Screen } from './screen';
import { answer } from './screens-links';

const providers = {
  '^/api/accounts/providers$': {
    providers: [
      { id: 'arvan', title: 'حساب ابری آروان', icon: 'arvan' },
      { id: 'google', title: 'Google', icon: 'google' },
    ],
  },
};

async function at(page: Page, path: string, calls: Record<string, unknown> = {}, status = 200) {
  await answer(page, calls, status);
  await page.goto(path);
  await page.locator('main').first().waitFor();
  await page.waitForTimeout(700);
}

/** Between the two steps of a login. */
async function step(page: Page, methods: string[], server = '') {
  const targets = { sms: '09•••••••67', email: 's•••@example.com' };
  const kept = JSON.stringify({ token: 't', methods, targets, sent: { sms: Date.now() } });
  await page.addInitScript((text) => sessionStorage.setItem('anbar-second-step', text), kept);
  await at(page, `${server}/login/two-step`, { 'resend-two-factor$': {} });
}

/** Browsers give passkeys to names alone. */
const byName = ({ server }: World) => server.url.replace('127.0.0.1', 'localhost');

const all = ['passkey', 'totp', 'sms', 'email', 'static'];
const reset = { 'password/reset/check$': { login: 'sara.mohammadi@example.com', added: [] } };
const lately = { 'password/reset/check$': { login: 'sara.mohammadi@example.com', added: addedLately } };
const desktop = '/callback/desktop-login?name=Anbar%20Desktop&challenge=c&state=s';

/** The pages before signing in, and those right after it. */
export const signinScreens: Screen[] = [
  {
    name: 'login-ways',
    out: true,
    go: (page, world) => at(page, `${byName(world)}/login`, providers),
  },
  {
    name: 'login-captcha',
    out: true,
    go: async (page) => {
      // Nothing hashes to this, so the search goes on while the picture is taken.
      const captcha = { algorithm: 'SHA-256', challenge: 'x', salt: 's', maxnumber: 6_000_000, signature: '' };
      await at(page, '/login', { ...providers });
      await answer(page, { 'users/login$': { error_code: 'captcha_required', captcha } }, 422);
      await page.locator('input').first().fill('sara@example.com');
      await page.locator('input[type=password]').fill('Correct-Horse-42');
      await page.locator('button[type=submit]').click();
      await page.waitForTimeout(1500);
    },
  },
  {
    name: 'login-expired',
    out: true,
    go: async (page) => {
      await step(page, ['totp', 'static']);
      await answer(page, { 'login/two-factor$': { error_code: 'authentication_failed' } }, 401);
      await page.locator('[autocomplete=one-time-code]').fill('123456');
      await page.waitForURL('**/login');
      await page.waitForTimeout(700);
    },
  },
  { name: 'two-step', out: true, go: (page) => step(page, all) },
  {
    name: 'two-step-sms',
    out: true,
    go: async (page) => {
      await step(page, ['sms', 'static']);
      await page.locator('[autocomplete=one-time-code]').fill('482');
    },
  },
  {
    name: 'two-step-wrong',
    out: true,
    go: async (page) => {
      await step(page, ['totp']);
      await answer(page, { 'login/two-factor$': { error_code: 'invalid_otp' } }, 422);
      await page.locator('[autocomplete=one-time-code]').fill('123456');
      await page.locator('[aria-invalid]').waitFor();
    },
  },
  {
    name: 'two-step-static',
    out: true,
    go: async (page) => {
      await step(page, all);
      await page.getByRole('button', { name: /^(کد پشتیبان|Backup code)/ }).click();
      await page.locator('input[type=text], main input').first().fill('40718-29350');
    },
  },
  {
    name: 'two-step-passkey',
    out: true,
    go: async (page, world) => {
      await step(page, all, byName(world));
      await page.getByRole('button', { name: /^(گذرکلید|Passkey)/ }).click();
    },
  },
  { name: 'forgot', out: true, go: (page) => at(page, '/forgot-password') },
  {
    name: 'forgot-sent',
    out: true,
    go: async (page) => {
      await at(page, '/forgot-password', { 'password/forgot$': {} });
      await page.locator('input').first().fill('sara.mohammadi@example.com');
      await page.locator('button[type=submit]').click();
      await page.waitForTimeout(500);
    },
  },
  {
    name: 'reset',
    out: true,
    go: async (page) => {
      await at(page, '/reset-password?token=t', reset);
      await page.locator('input[autocomplete=new-password]').first().fill('Abcdef12');
    },
  },
  {
    name: 'reset-added',
    out: true,
    go: async (page) => {
      await at(page, '/reset-password?token=t', lately);
      await page.getByRole('checkbox').first().click();
    },
  },
  {
    name: 'reset-done',
    out: true,
    go: async (page) => {
      await at(page, '/reset-password?token=t', { ...reset, 'password/reset$': {} });
      for (const field of await page.locator('input[autocomplete=new-password]').all()) {
        await field.fill('Correct-Horse-42');
      }
      await page.locator('button[type=submit]').click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'reset-late',
    out: true,
    go: (page) => at(page, '/reset-password?token=t', { 'reset/check$': { error_code: 'link_expired' } }, 410),
  },
  { name: 'invalid-link', out: true, go: (page) => at(page, '/callback/invalid-link') },
  {
    name: 'active-email',
    out: true,
    go: (page) => at(page, '/callback/active-email?token=t', { 'active-email$': {} }),
  },
  {
    name: 'provider-failed',
    out: true,
    go: (page) =>
      at(page, '/callback/login/arvan?code=c&state=s', { 'arvan/auth$': { error_code: 'provider_login_failed' } }, 422),
  },
  {
    name: 'provider-returning',
    out: true,
    go: async (page) => {
      await page.route('**/arvan/auth', () => undefined);
      await at(page, '/callback/login/arvan?code=c&state=s');
    },
  },
  { name: 'welcome', go: (page) => at(page, '/welcome') },
  { name: 'desktop-login', go: (page) => at(page, desktop) },
  {
    name: 'desktop-login-done',
    go: async (page) => {
      await at(page, desktop, { 'v1/desktop-login$': { redirect: 'anbar://login?code=c&state=s' } });
      await page.getByRole('button', { name: /^(اجازه می‌دهم|Allow)$/ }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'verify-new-email',
    go: async (page) => {
      await page.route('**/api/accounts/v1/users/me', async (route) => {
        const real = await route.fetch();
        const me = { ...((await real.json()) as object), pending_email: 's.mohammadi@parsnegar.example' };
        await route.fulfill({ response: real, json: me });
      });
      await at(page, '/auth/verify-email', { 'verify-email$': {} });
    },
  },
  {
    name: 'verify-mobile',
    go: async (page) => {
      await page.route('**/api/accounts/v1/users/me', async (route) => {
        const real = await route.fetch();
        const me = { ...((await real.json()) as object), mobile: '09121234567', is_mobile_validated: false };
        await route.fulfill({ response: real, json: me });
      });
      await at(page, '/auth/verify-mobile', { 'verify-mobile$': {} });
    },
  },
];
