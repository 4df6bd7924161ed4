import path from 'node:path';
import { test } from '@playwright/test';
import { prefer, signIn } from '../fixtures';
import { Seller } from '../seller';
import { sellingPlaces } from '../selling-places';

const out = path.resolve(import.meta.dirname, '../../../shots');
const sizes = [
  { size: '1440x900', phone: false, viewport: { width: 1440, height: 900 } },
  { size: '390x844', phone: true, viewport: { width: 390, height: 844 } },
];
// LOOKS=fa-light,en-dark only these; SHOTS=plans,order only those.
const looks = (process.env.LOOKS ?? 'fa-light,fa-dark,en-light,en-dark').split(',');
const wanted = process.env.SHOTS?.split(',');

test('pictures of buying', async ({ browser }) => {
  const seller = await Seller.start();
  const buyer = await seller.buyer();
  // The console has its pictures among those of all.shots.ts.
  const all = (await sellingPlaces(seller, buyer)).filter(({ staff }) => !staff);
  for (const look of looks) {
    const [lang, theme] = look.split('-') as ['fa' | 'en', 'light' | 'dark'];
    for (const { size, phone, viewport } of sizes) {
      const context = await browser.newContext({ viewport, hasTouch: phone, isMobile: phone });
      for (const { name, path: address, before } of all.filter((one) => !wanted || wanted.includes(one.name))) {
        const page = await context.newPage();
        await prefer(page, lang, theme);
        await signIn(page, buyer.tokens);
        await before?.(page);
        await page.goto(seller.url + address);
        await page.waitForTimeout(900);
        await page.screenshot({
          path: path.join(out, name, `${look}-${size}.png`),
          fullPage: name.startsWith('payment'),
        });
        await page.close();
      }
      await context.close();
    }
  }
  await seller.stop();
});
