import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from '@playwright/test';
import { expect, prefer, signIn } from './fixtures';
import { expectAccessible } from './looks';
import { Server } from './server';

const words = {
  fa: {
    list: 'تمرین‌های بازگرداندن',
    now: 'تمرین همین حالا',
    good: 'مشکلی پیدا نشد',
    whole: 'همه‌چیز را می‌توان بازگرداند',
    healed: 'آسیبی پیدا و ترمیم شد',
    missing: 'نسخه‌ای در مقصد نبود',
    failed: 'مشکلی پیدا شد',
    unusable: 'از مقصد پشتیبان نمی‌شد استفاده کرد',
    attention: 'تمرین بازگرداندن مشکلی پیدا کرد',
    details: 'جزئیات',
  },
  en: {
    list: 'Restore rehearsals',
    now: 'Rehearse now',
    good: 'Nothing is wrong',
    whole: 'Everything can be restored',
    healed: 'Damage was found and repaired',
    missing: 'A copy was missing',
    failed: 'A problem was found',
    unusable: 'The backup target could not be used',
    attention: 'A rehearsal of a restore found a problem',
    details: 'Details',
  },
};

for (const language of ['fa', 'en'] as const) {
  test(
    `staff rehearse a restore, and see what was healed and what was not, ${language}`,
    {
      tag: language === 'en' ? '@phone' : '@fa',
    },
    async ({ page }) => {
      const say = words[language];
      const target = await fs.mkdtemp(path.join(os.tmpdir(), 'anbar-e2e-copies-'));
      const own = await Server.start('--backup-to', target);
      try {
        await prefer(page, language);
        await signIn(page, await own.setUp('شرکت پارس‌نگار'));
        await page.goto(`${own.url}/admin/copies`);
        const list = page.getByRole('list', { name: say.list });
        const rehearse = async (nth: number) => {
          await page.getByRole('button', { name: say.now }).click();
          await expect(list.locator(':scope > li')).toHaveCount(nth);
        };
        await rehearse(1);
        const newest = list.locator(':scope > li').first();
        await expect(newest).toContainText(say.good);
        await expect(newest).toContainText(say.whole);
        await expectAccessible(page);

        const [epoch] = await fs.readdir(path.join(target, 'copies'));
        await fs.rm(path.join(target, 'copies', epoch ?? '', 'FORMAT'));
        await rehearse(2);
        await expect(newest).toContainText(say.healed);
        await expect(newest).toContainText(say.missing);
        await newest.getByText(say.details).click();
        await expect(newest.getByText(/FORMAT$/)).toBeVisible();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

        // The disk is not there: nothing is called good, and nothing is written into its place.
        await fs.rename(target, `${target}.away`);
        await rehearse(3);
        await expect(newest).toContainText(say.failed);
        await expect(newest).toContainText(say.unusable);
        await expect(newest).not.toContainText(say.whole);
        await page.goto(`${own.url}/admin/overview`);
        await expect(page.getByText(say.attention)).toBeVisible();
        await fs.rename(`${target}.away`, target);
      } finally {
        await own.stop();
        await fs.rm(target, { recursive: true, force: true });
      }
    },
  );
}
