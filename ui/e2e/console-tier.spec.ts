import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from '@playwright/test';
import { expect, prefer, signIn } from './fixtures';
import { expectAccessible } from './looks';
import { Server } from './server';

const words = {
  fa: {
    tier: 'محتواهای بی‌استفاده',
    on: 'دیسک از محتواهایی که کسی نمی‌خواند خالی شود',
    days: 'مدتی که کسی نخوانده باشد',
    stored: 'یک گیگابایت در ماه',
    save: 'ذخیره',
    stands: 'فعلاً چیزی از دیسک برداشته نمی‌شود',
    all: 'همه چیز روی دیسک این سرور است.',
    typed: '۳۰',
    drill: 'تمرین همین حالا',
    looked: 'آخرین بررسی',
  },
  en: {
    tier: 'Contents that no one reads',
    on: 'Free the disk of contents that no one reads',
    days: 'No one has read them for',
    stored: 'One GB for a month',
    save: 'Save',
    stands: 'Nothing leaves the disk at the moment',
    all: 'Everything is on the disk of this server.',
    typed: '30',
    drill: 'Rehearse now',
    looked: 'Last look',
  },
};

for (const language of ['fa', 'en'] as const) {
  test(
    `staff let contents leave the disk, and see why none does, ${language}`,
    { tag: language === 'en' ? ['@en', '@phone'] : '@fa' },
    async ({ page }) => {
      test.slow();
      const say = words[language];
      const own = await Server.start('--backup-to', await fs.mkdtemp(path.join(os.tmpdir(), 'anbar-e2e-tier-')));
      try {
        await prefer(page, language);
        const tokens = await own.setUp('شرکت پارس‌نگار');
        await signIn(page, tokens);
        await page.goto(`${own.url}/admin/copies`);
        const card = page.locator('form').filter({ has: page.getByRole('heading', { name: say.tier, exact: true }) });
        await expect(card).toContainText(say.all);
        await expect(card.getByRole('textbox', { name: say.days })).toHaveCount(0);
        await card.getByText(say.on).click();
        await card.getByRole('textbox', { name: say.days }).fill('');
        await card.getByRole('textbox', { name: say.days }).pressSequentially(say.typed);
        await card.getByRole('textbox', { name: say.stored }).fill('0.02');
        await card.getByRole('button', { name: say.save }).click();
        await expect(card).toContainText(say.stands);
        await page.reload();
        await expect(card.getByRole('textbox', { name: say.days })).toHaveValue(say.typed);
        await expectAccessible(page);

        await page.getByRole('button', { name: say.drill }).click();
        await expect(async () => {
          await own.call('POST', 'admin/jobs/tier_move/run', undefined, tokens.access);
          await expect(card).not.toContainText(say.stands, { timeout: 3000 });
        }).toPass();
        await expect(card).toContainText(say.looked);

        await card.getByRole('switch', { name: say.on }).click();
        await card.getByRole('button', { name: say.save }).click();
        await expect(card.getByRole('textbox', { name: say.days })).toHaveCount(0);
      } finally {
        await own.stop();
      }
    },
  );
}
