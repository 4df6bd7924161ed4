import type { Page } from '@playwright/test';
import { expect, prefer, signIn, test as base } from './fixtures';
import { Seller } from './seller';

/** `seller`: a server that sells plans, shared by the tests of a worker. */
export const test = base.extend<object, { seller: Seller }>({
  seller: [
    async ({ browserName }, use) => {
      expect(browserName).toBe('chromium');
      const seller = await Seller.start();
      await use(seller);
      await seller.stop();
    },
    { scope: 'worker' },
  ],
});

/** Signs somebody new in, who has a free workspace. */
export async function enter(page: Page, seller: Seller, lang: 'fa' | 'en') {
  await prefer(page, lang);
  const buyer = await seller.buyer();
  await signIn(page, buyer.tokens);
  return buyer;
}

export { expect } from '@playwright/test';
