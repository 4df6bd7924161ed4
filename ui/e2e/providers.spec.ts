import { expect, signIn, test } from './fixtures';
import { Provider } from './provider';
import { owner, Server } from './server';

const leila = { sub: 'u-1', email: 'leila@example.org', given_name: 'لیلا', family_name: 'حسینی' };

test('a provider vouches for people, and is connected from the settings', { tag: '@full' }, async ({ browser }) => {
  const provider = await Provider.start(leila);
  const server = await Server.start(`--providers=${await provider.settings()}`);
  const tokens = await server.setUp('شرکت پارس‌نگار');
  const button = 'ورود با حساب ابری';

  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto(`/login?redirect_to=${encodeURIComponent('/account/settings?tab=security')}`);
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('link', { name: 'deny' }).click();
  await expect(page.getByRole('heading', { name: 'ورود انجام نشد' })).toBeVisible();
  await page.getByRole('link', { name: 'بازگشت به صفحهٔ ورود' }).click();

  await page.goto(`/login?redirect_to=${encodeURIComponent('/account/settings?tab=security')}`);
  await page.getByRole('button', { name: button }).click();
  const allow = page.getByRole('link', { name: 'allow' });
  const back = (await allow.getAttribute('href')) ?? '';
  await allow.click();
  // The page first shows the account that was signed in.
  await expect(page.getByRole('heading', { name: 'خوش آمدید، لیلا' })).toBeVisible();
  await expect(page.getByText(leila.email)).toBeVisible();
  await page.getByRole('button', { name: 'ادامه' }).click();
  await expect(page).toHaveURL(/\/account\/settings\?tab=security$/);
  await context.close();

  // The code and state that the provider returned work once, and only in the browser that began the sign-in.
  const thief = await browser.newContext({ baseURL: server.url });
  const other = await thief.newPage();
  await other.goto(back);
  await expect(other.getByRole('heading', { name: 'ورود انجام نشد' })).toBeVisible();
  await expect(other).toHaveURL(/\/callback\/login\/arvan$/);
  await thief.close();

  // An account with that address is not signed in to by the address alone; its owner connects the provider.
  provider.person = { sub: 'u-2', email: owner.email, given_name: 'سارا', family_name: 'محمدی' };
  const own = await browser.newContext({ baseURL: server.url });
  const mine = await own.newPage();
  await mine.goto('/login');
  await mine.getByRole('button', { name: button }).click();
  await mine.getByRole('link', { name: 'allow' }).click();
  await expect(mine.getByText('با رمز عبور وارد شوید')).toBeVisible();
  await signIn(mine, tokens);
  await mine.goto('/account/settings?tab=security');
  await mine.getByRole('button', { name: /حساب ابری/ }).click();
  await mine.getByRole('link', { name: 'allow' }).click();
  await expect(mine).toHaveURL(/\/account\/settings\?tab=security$/);
  await expect(mine.getByText('سرویس ورود به حساب شما متصل شد')).toBeVisible();
  await mine.getByRole('button', { name: 'حساب کاربری' }).click();
  await mine.getByText('خروج از حساب').click();
  await mine.getByRole('button', { name: button }).click();
  await mine.getByRole('link', { name: 'allow' }).click();
  await expect(mine.getByRole('heading', { name: 'خوش آمدید، سارا' })).toBeVisible();
  await mine.getByRole('button', { name: 'خروج از حساب' }).click();
  await expect(mine).toHaveURL(/\/login$/);
  await own.close();
  await server.stop();
  provider.stop();
});
