import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, prefer, signIn, test } from './fixtures';
import { expectAccessible } from './looks';
import { Seller } from './seller';

/** A payment gateway that speaks Zarinpal's protocol, with a page where one pays or turns back. */
async function startGateway() {
  const orders = new Map<string, { amount: number; callback: string; paid: boolean }>();
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gateway');
    const authority = pathname.split('/').at(-1) ?? '';
    const order = orders.get(authority);
    if (request.method === 'GET' && order) {
      const status = searchParams.get('status');
      if (status) {
        order.paid = status === 'OK';
        response.writeHead(303, { location: `${order.callback}?Authority=${authority}&Status=${status}` }).end();
        return;
      }
      response.setHeader('content-type', 'text/html');
      response.end('<h1>Bank</h1><a href="?status=OK">Pay now</a> <a href="?status=NOK">Turn back</a>');
      return;
    }
    const answer = (data: object, errors: object = []) => response.end(JSON.stringify({ data, errors }));
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const asked = JSON.parse(body) as { amount: number; callback_url: string; authority: string };
      if (pathname.endsWith('request.json')) {
        const made = `A${orders.size}`.padEnd(36, '0');
        orders.set(made, { amount: asked.amount, callback: asked.callback_url, paid: false });
        answer({ code: 100, authority: made });
        return;
      }
      const known = orders.get(asked.authority);
      if (known?.paid && known.amount === asked.amount) answer({ code: 100, ref_id: 201 });
      else answer([], { code: -51, message: 'not paid' });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

const words = {
  fa: {
    pay: /^پرداخت [\d۰-۹]/,
    online: 'آنلاین',
    failed: 'پرداخت تأیید نشد',
    again: 'تلاش دوباره',
    waits: 'پرداخت هنوز تأیید نشده است',
    goOn: 'ادامهٔ پرداخت',
    success: 'پرداخت انجام شد',
  },
  en: {
    pay: /^Pay \d/,
    online: 'Online',
    failed: 'The payment was not confirmed',
    again: 'Try again',
    waits: 'The payment isn’t confirmed yet',
    goOn: 'Continue to payment',
    success: 'Payment received',
  },
} as const;

for (const lang of ['fa', 'en'] as const) {
  test(`a plan is paid online: turned back, left alone, paid @${lang}`, async ({ page }) => {
    const w = words[lang];
    const [gateway, seller] = await Promise.all([startGateway(), Seller.start()]);
    const selling = await seller.staff<object>('GET', 'admin/selling');
    await seller.staff('PUT', 'admin/selling', { ...selling, zarinpal: { merchant_id: 'shop', url: gateway.url } });
    const { tokens, spaceId } = await seller.buyer();
    await prefer(page, lang);
    await signIn(page, tokens);
    const plan = await seller.plan('professional');
    await page.goto(`${seller.url}/workspace/${spaceId}/upgrade?plan=${plan}&users=3`);
    await expect(page.getByRole('radio', { name: w.online })).toBeChecked();
    await page.getByRole('button', { name: w.pay }).click();
    await page.getByRole('link', { name: 'Turn back' }).click();
    await expect(page.getByRole('heading', { name: w.failed })).toBeVisible();

    await page.getByRole('button', { name: w.again }).click();
    await expect(page.getByRole('heading', { name: 'Bank' })).toBeVisible();
    // The buyer closes the page of the bank and comes back by another way.
    const { invoices } = await seller.server.call<{ invoices: { payment_id: string }[] }>(
      'GET',
      `plan/invoices?space_id=${spaceId}`,
      undefined,
      tokens.access,
    );
    await page.goto(`${seller.url}/payment/${invoices[0]?.payment_id}`);
    await expect(page.getByRole('heading', { name: w.waits })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: w.goOn }).click();
    await page.getByRole('link', { name: 'Pay now' }).click();
    await expect(page.getByRole('heading', { name: w.success })).toBeVisible();
    gateway.stop();
    await seller.stop();
  });
}
