import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1';
const tenDays = 864_000_000;

test.describe('on an iPhone', () => {
  test.use({ userAgent: iphone });

  test('the way to install is shown, and again ten days after a no', async ({ member: page }) => {
    const guide = page.getByRole('dialog', { name: 'افزودن انبار به صفحهٔ اصلی' });
    await page.goto('/workspace');
    await guide.getByRole('button', { name: 'نه' }).click();
    await expect(guide).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'فضاهای کاری' })).toBeVisible();
    await expect(guide).toBeHidden();

    await page.evaluate((age) => localStorage.setItem('pwa_install_no_at', String(Date.now() - age)), tenDays + 1000);
    await page.reload();
    await guide.getByRole('button', { name: 'بله' }).click();
    await page.evaluate(() => localStorage.removeItem('pwa_install_no_at'));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'فضاهای کاری' })).toBeVisible();
    await expect(guide).toBeHidden();
  });

  test('public pages ask nothing', async ({ member: page }) => {
    await page.goto('/trust');
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

/** Dispatches the event by which a browser offers to install the page. */
async function offerInstall(page: Page, outcome: 'accepted' | 'dismissed') {
  await page.evaluate((answer) => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    dispatchEvent(
      Object.assign(event, { prompt: () => Promise.resolve(), userChoice: Promise.resolve({ outcome: answer }) }),
    );
  }, outcome);
}

test('installing is offered once, and refused for ten days', async ({ member: page }) => {
  const offer = page.getByRole('region', { name: 'انبار را نصب کنید' });
  await page.goto('/workspace');
  await expect(page.getByText('شرکت پارس‌نگار').first()).toBeVisible();
  await offerInstall(page, 'dismissed');
  await expect(offer).toBeHidden();
  await page.keyboard.press('Shift');
  await expect(async () => {
    await offerInstall(page, 'dismissed');
    await expect(offer).toBeVisible({ timeout: 500 });
  }).toPass();
  await offer.getByRole('button', { name: 'نصب' }).click();
  await expect(offer).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('pwa_install'))).toBe('no');
  await offerInstall(page, 'accepted');
  await expect(offer).toBeHidden();
});

/** A proxy that can answer with another version of the service worker. */
async function versions(target: string) {
  let suffix = '';
  const proxy = http.createServer((request, response) => {
    const headers = { ...request.headers, 'accept-encoding': 'identity', host: new URL(target).host };
    const onward = http.request(target + request.url, { method: request.method, headers }, (answer) => {
      if (request.url !== '/sw.js') {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      let code = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (code += chunk));
      answer.on('end', () => {
        response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
        response.end(code + suffix);
      });
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    next: () => (suffix = '\n// the next version'),
    close: () => proxy.close(),
  };
}

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a new version is offered and taken over by a click', async ({ page, world }) => {
    const server = await versions(world.server.url);
    await page.goto(`${server.url}/login`);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    server.next();
    await page.reload();
    const offer = page.getByText('نسخهٔ جدید انبار آماده است');
    await expect(offer).toBeVisible();
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'به‌روزرسانی' }).click();
    await reloaded;
    await expect(page.getByRole('heading', { name: 'ورود به حساب' })).toBeVisible();
    await expect(offer).toBeHidden();
    server.close();
  });
});
