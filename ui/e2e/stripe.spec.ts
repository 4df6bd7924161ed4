import type { Page } from '@playwright/test';
import { expect, prefer, signIn, test } from './fixtures';
import { FakeStripe, keys } from './fake-stripe';
import { expectAccessible } from './looks';
import { Seller } from './seller';

const words = {
  fa: {
    pay: /^پرداخت/,
    card: 'کارت بانکی (Stripe)',
    waits: 'پرداخت هنوز تأیید نشده است',
    goOn: 'ادامهٔ پرداخت',
    success: 'پرداخت انجام شد',
  },
  en: {
    pay: /^Pay /,
    card: 'Card (Stripe)',
    waits: 'The payment isn’t confirmed yet',
    goOn: 'Continue to payment',
    success: 'Payment received',
  },
} as const;

/** A buyer on the page where a plan is ordered, in a shop with Stripe. */
async function order(page: Page, lang: 'fa' | 'en') {
  const [stripe, seller] = await Promise.all([FakeStripe.start(), Seller.start()]);
  const selling = await seller.staff<object>('GET', 'admin/selling');
  await seller.staff('PUT', 'admin/selling', { ...selling, currency: 'EUR', stripe: { url: stripe.url, ...keys } });
  await prefer(page, lang);
  const [plan, buyer] = await Promise.all([seller.plan('professional'), seller.buyer()]);
  await signIn(page, buyer.tokens);
  await page.goto(`${seller.url}/workspace/${buyer.spaceId}/upgrade?plan=${plan}&users=3`);
  return { stripe, seller, stop: () => (stripe.stop(), seller.stop()) };
}

for (const lang of ['fa', 'en'] as const) {
  const w = words[lang];

  test(`a plan is paid by card at Stripe: turned back, paid @${lang}`, async ({ page }) => {
    const { stop } = await order(page, lang);
    await expect(page.getByRole('radio', { name: w.card })).toBeChecked();
    await page.getByRole('button', { name: w.pay }).click();
    await page.getByRole('link', { name: 'Turn back' }).click();
    await expect(page.getByRole('heading', { name: w.waits })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: w.goOn }).click();
    await page.getByRole('link', { name: 'Pay now' }).click();
    await expect(page.getByRole('heading', { name: w.success })).toBeVisible();
    await stop();
  });

  test(
    `the webhook of Stripe tells of a payment whose buyer did not come back @${lang}`,
    { tag: '@full' },
    async ({ page }) => {
      const { stripe, seller, stop } = await order(page, lang);
      await page.getByRole('button', { name: w.pay }).click();
      await page.getByRole('link', { name: 'Turn back' }).click();
      await expect(page.getByRole('heading', { name: w.waits })).toBeVisible();
      const told = await stripe.tell(seller.url);
      expect(told).toBe(204);
      // The page asks every ten seconds.
      await expect(page.getByRole('heading', { name: w.success })).toBeVisible();
      await stop();
    },
  );
}

test('staff set Stripe up, and the keys are not shown again', async ({ page }) => {
  const seller = await Seller.start();
  const selling = await seller.staff<object>('GET', 'admin/selling');
  await seller.staff('PUT', 'admin/selling', { ...selling, currency: 'EUR' });
  await prefer(page, 'en');
  await signIn(page, await seller.server.session());
  await page.goto(`${seller.url}/admin/settings`);
  const card = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Stripe', exact: true }) });
  await card.getByRole('textbox', { name: 'Secret key', exact: true }).fill(keys.secret);
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('Address of the webhook')).toBeVisible();
  await expect(card.getByRole('textbox', { name: 'Secret key', exact: true })).toHaveValue('');
  await card.getByRole('textbox', { name: 'Address of the service' }).fill('https://stripe.example.org');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByRole('alert')).toBeVisible(); // another address needs the key once more
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set up a gateway' }).click();
  const other = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Another gateway' }) });
  await other.getByRole('textbox', { name: 'Address', exact: true }).first().fill('ftp://gateway.example.org');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('alert').first()).toBeVisible();
  await expectAccessible(page);
  await seller.stop();
});
