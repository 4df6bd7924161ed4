import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, landing, test } from './fixtures';
import { someone } from './people';
import { owner, Server } from './server';
import { totp } from './totp';

const loginField = (page: Page) => page.getByLabel('ایمیل یا شمارهٔ موبایل');
const passwordField = (page: Page) => page.getByLabel('رمز عبور', { exact: true });
const enterButton = (page: Page) => page.getByRole('button', { name: 'ورود', exact: true });

async function logIn(page: Page, login: string, password: string) {
  await loginField(page).fill(login);
  await passwordField(page).fill(password);
  await enterButton(page).click();
}

test('after wrong passwords the browser proves that it is no robot, by itself', async ({ page, world }) => {
  const zari = someone(`zari-${Date.now()}`, 'زری', 'کاظمی');
  await world.server.add(zari);
  await page.goto('/login');
  for (let tries = 0; tries < 4; tries += 1) {
    const answer = page.waitForResponse(
      (response) => response.url().endsWith('/users/login') && response.status() === 401,
    );
    await logIn(page, zari.email, 'Wrong-Horse-42');
    await answer;
    await expect(page.getByRole('alert')).toContainText('درست نیست');
  }
  const asked = page.waitForResponse((response) => response.status() === 422);
  await logIn(page, zari.email, zari.password);
  expect(await (await asked).json()).toMatchObject({ error_code: 'captcha_required' });
  await expect(page).toHaveURL(landing);
});

test('a browser says who it is when it comes again', async ({ page, world }) => {
  await page.goto('/login');
  await logIn(page, owner.email, owner.password);
  await expect(page).toHaveURL(landing);
  const secret = await page.evaluate(() => localStorage.getItem('device_token'));
  expect(secret).toBeTruthy();
  await page.getByRole('button', { name: 'حساب کاربری' }).click();
  await page.getByText('خروج از حساب').click();
  await expect(page).toHaveURL(/\/login$/);
  const sent = page.waitForRequest((request) => request.url().endsWith('/users/login'));
  await logIn(page, owner.email, owner.password);
  expect((await sent).headers()['device-token']).toBe(secret);
  await expect(page).toHaveURL(landing);
  expect(world.spaceId).toBeTruthy();
});

test('signing in never leads off this site', async ({ page }) => {
  await page.goto(`/login?redirect_to=${encodeURIComponent('/\t/example.com')}`);
  await logIn(page, owner.email, owner.password);
  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/workspace(\/[\w-]+\/home)?$/);
});

test('a forgotten password is chosen anew by the link in the mail, once', async ({ page, world }) => {
  const nima = someone(`nima-${Date.now()}`, 'نیما', 'صادقی');
  const before = await world.server.add(nima);
  await page.goto('/login');
  await loginField(page).fill(nima.email);
  await page.getByRole('link', { name: 'رمز عبور را فراموش کرده‌اید؟' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await expect(loginField(page)).toHaveValue(nima.email);
  await page.getByRole('button', { name: 'ارسال لینک' }).click();
  await expect(page.getByRole('heading', { name: 'ایمیلتان را ببینید' })).toBeFocused();
  // Persian zeros fall apart in figures of one width.
  await expect(page.getByRole('timer')).toHaveCSS('font-variant-numeric', 'normal');
  await expect(page.getByRole('timer')).toHaveText(/^ارسال دوباره تا [۰-۹]:[۰-۹]{2} دیگر$/);

  const link = await world.server.mailed(nima.email, /(\/reset-password\?token=\w+)/);
  await page.goto(link);
  await expect(page.getByText(nima.email)).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password$/);
  const fresh = 'Another-Horse-43';
  await page.getByLabel('رمز عبور جدید', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'ذخیرهٔ رمز عبور' }).click();
  await expect(page.getByText('حداقل ۸ نویسه و ترکیبی')).toBeVisible();
  await page.getByLabel('رمز عبور جدید', { exact: true }).fill(fresh);
  await page.getByLabel('تکرار رمز عبور جدید').fill(fresh);
  // A reload does not lose the link that left the address.
  await page.reload();
  await page.getByLabel('رمز عبور جدید', { exact: true }).fill(fresh);
  await page.getByLabel('تکرار رمز عبور جدید').fill(fresh);
  await page.getByRole('button', { name: 'ذخیرهٔ رمز عبور' }).click();
  await expect(page.getByRole('heading', { name: 'رمز عبور تغییر کرد' })).toBeVisible();
  await expect(world.server.call('GET', 'accounts/v1/users/me', undefined, before.access)).rejects.toThrow('401');

  await page.getByRole('link', { name: 'ورود به حساب' }).click();
  await logIn(page, nima.email, fresh);
  await expect(page).toHaveURL(landing);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'این لینک کار نمی‌کند' })).toBeVisible();
});

test('whoever forgets a password learns nothing about accounts', async ({ page }) => {
  await page.goto('/forgot-password');
  await loginField(page).fill('nobody-at-all@example.com');
  await page.getByRole('button', { name: 'ارسال لینک' }).click();
  await expect(page.getByRole('heading', { name: 'ایمیلتان را ببینید' })).toBeVisible();
});

test('a link that is none says what to do', async ({ page }) => {
  await page.goto('/reset-password?token=AAAA');
  await expect(page.getByRole('heading', { name: 'این لینک کار نمی‌کند' })).toBeVisible();
  await page.getByRole('link', { name: 'لینک جدید' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);

  await page.goto('/callback/invalid-link');
  await page.getByRole('link', { name: 'ورود به حساب' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test.describe('the second step', () => {
  test(
    'is a code of an app, or a backup code; a browser may be remembered',
    { tag: '@phone' },
    async ({ page, world }) => {
      const { server } = world;
      const kian = someone(`kian-${Date.now()}`, 'کیان', 'مرادی');
      const { access } = await server.add(kian);
      const { secret } = await server.call<{ secret: string }>('GET', 'accounts/two-factor/totp', undefined, access);
      const { static_codes: backup } = await server.call<{ static_codes: string[] }>(
        'POST',
        'accounts/two-factor/verify-totp',
        { token: totp(secret, -1), generate_static_code: true },
        access,
      );

      await page.goto(`/login?redirect_to=${encodeURIComponent('/account/settings')}`);
      await logIn(page, kian.email, kian.password);
      await expect(page).toHaveURL(/\/login\/two-step\?redirect_to=/);
      const code = page.getByLabel('کد شش‌رقمی');
      await expect(code).toBeFocused();
      await code.fill('۰۰۰۰۰۰');
      await expect(page.getByText('کد امنیتی درست نیست.')).toBeVisible();
      await expect(code).toHaveValue('');
      // A reload keeps the step.
      await page.reload();
      await code.fill(totp(secret));
      await expect(page).toHaveURL(/\/account\/settings$/);

      const signOut = async () => {
        await page.getByRole('button', { name: 'حساب کاربری' }).click();
        await page.getByText('خروج از حساب').click();
        await expect(page).toHaveURL(/\/login$/);
      };
      await signOut();
      await logIn(page, kian.email, kian.password);
      await page.getByRole('button', { name: 'روش دیگر' }).click();
      await page.getByRole('button', { name: /^کد پشتیبان/ }).click();
      await page.getByText('در این مرورگر تا ۳۰ روز دوباره پرسیده نشود').click();
      const persian = (backup[0] ?? '').replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)] ?? '');
      await page.getByLabel('کد پشتیبان').fill(persian);
      await page.getByRole('button', { name: 'تأیید' }).click();
      await expect(page).toHaveURL(landing);

      // The browser is remembered now.
      await signOut();
      await logIn(page, kian.email, kian.password);
      await expect(page).toHaveURL(landing);
    },
  );

  test('is a code in a mail, which goes out by itself when there is no other way', async ({ page, world }) => {
    const { server } = world;
    const tara = someone(`tara-${Date.now()}`, 'تارا', 'نوری');
    const { access } = await server.add(tara);
    await server.call('GET', 'accounts/two-factor/email', undefined, access);
    const proof = await server.code(tara.email);
    await server.call('POST', 'accounts/two-factor/verify-email', { token: proof }, access);

    server.forgetMessages();
    await page.goto('/login');
    await logIn(page, tara.email, tara.password);
    await expect(page.getByText(/t•••@example\.com/)).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^ارسال دوباره تا [۰-۹]:[۰-۹]{2} دیگر$/);
    await page.getByLabel('کد شش‌رقمی').fill(await server.code(tara.email));
    await expect(page).toHaveURL(landing);
  });

  test('ends after too many wrong codes, and says so', async ({ page, world }) => {
    const { server } = world;
    const arash = someone(`arash-${Date.now()}`, 'آرش', 'کریمی');
    const { access } = await server.add(arash);
    const { secret } = await server.call<{ secret: string }>('GET', 'accounts/two-factor/totp', undefined, access);
    await server.call('POST', 'accounts/two-factor/verify-totp', { token: totp(secret, -1) }, access);
    await page.goto('/login');
    await logIn(page, arash.email, arash.password);
    const code = page.getByLabel('کد شش‌رقمی');
    for (let tries = 0; tries < 5; tries += 1) {
      const answer = page.waitForResponse((response) => response.url().endsWith('/login/two-factor'));
      await code.fill('000000');
      await answer;
      if (tries < 4) await expect(code).toHaveValue('');
    }
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('چند کد نادرست پشت سر هم وارد شد')).toBeVisible();
    await expect(loginField(page)).toBeFocused();
    // There is no way back into the step.
    await page.goto('/login/two-step');
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('a program on the machine is let in only when the person says so', async ({ member: page, world }) => {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  await page.goto('/callback/desktop-login?name=Anbar%20Desktop');
  await expect(page.getByRole('heading', { name: 'این لینک کار نمی‌کند' })).toBeVisible();

  const asking = `/callback/desktop-login?name=Anbar%20Desktop&challenge=${challenge}&state=xyz`;
  await page.goto(asking);
  await page.getByRole('button', { name: 'نه، اجازه نمی‌دهم' }).click();
  await expect(page.getByRole('heading', { name: 'اجازه داده نشد' })).toBeVisible();

  await page.goto(asking);
  await expect(page.getByText(owner.email)).toBeVisible();
  await page.getByRole('button', { name: 'اجازه می‌دهم', exact: true }).click();
  const open = page.getByRole('link', { name: 'باز کردن برنامه' });
  const address = new URL((await open.getAttribute('href')) ?? '');
  expect(address.protocol).toBe('anbar:');
  expect(address.searchParams.get('state')).toBe('xyz');
  const code = address.searchParams.get('code');
  const tokens = await world.server.call<{ access: string }>('POST', 'accounts/v1/desktop-login/token', {
    code,
    verifier,
  });
  expect(await world.server.call('GET', 'accounts/v1/users/me', undefined, tokens.access)).toMatchObject({
    email: owner.email,
  });
});

test('who signs up with a number is welcomed, and proves the number', async ({ browser }) => {
  const server = await Server.start('--signup=open');
  await server.setUp('شرکت پارس‌نگار');
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/signup');
  await page.getByLabel('نام', { exact: true }).fill('پریسا');
  await page.getByLabel('نام خانوادگی').fill('قاسمی');
  await loginField(page).fill('۰۹۱۲۱۲۳۴۵۶۷');
  await passwordField(page).fill(owner.password);
  await page.getByRole('button', { name: 'ساختن حساب' }).click();
  await expect(page.getByRole('heading', { name: 'خوش آمدید، پریسا' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'ادامه' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(landing);

  // The code of the sign-up gives way to that of the page.
  await server.code('09121234567');
  server.forgetMessages();
  await page.goto('/auth/verify-mobile');
  await expect(page.getByText('۰۹۱۲۱۲۳۴۵۶۷')).toBeVisible();
  const code = page.getByLabel('کد شش‌رقمی');
  await expect(code).toBeFocused();
  await code.fill(await server.code('09121234567'));
  // The user returns to the page they wanted.
  await expect(page).toHaveURL(landing);
  await page.goto('/auth/verify-mobile');
  await expect(page.getByRole('heading', { name: 'شمارهٔ موبایل شما تأیید شده است' })).toBeVisible();
  await context.close();
  await server.stop();
});

test('the link of a mail proves an address where its account is known, and nowhere else', async ({ browser }) => {
  const server = await Server.start('--signup=open');
  await server.setUp('شرکت پارس‌نگار');
  const roya = someone('roya', 'رؤیا', 'صالحی');
  await server.signUp(roya);
  const link = await server.mailed(roya.email, /(\/callback\/active-email\?token=\w+)/);

  const elsewhere = await browser.newContext({ baseURL: server.url });
  const page = await elsewhere.newPage();
  await page.goto(link);
  await page.getByRole('link', { name: 'ورود به حساب' }).click();
  await logIn(page, roya.email, roya.password);
  await expect(page.getByRole('heading', { name: 'ایمیل شما تأیید شد' })).toBeVisible();
  await page.getByRole('link', { name: 'رفتن به فایل‌ها' }).click();
  await expect(page).toHaveURL(landing);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'این لینک کار نمی‌کند' })).toBeVisible();
  await elsewhere.close();
  await server.stop();
});
