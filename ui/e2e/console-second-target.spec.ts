import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from '@playwright/test';
import { expect, prefer, signIn } from './fixtures';
import { expectAccessible } from './looks';
import { Server } from './server';

const words = {
  fa: {
    first: 'مقصد اول',
    second: 'مقصد دوم',
    now: 'پشتیبان‌گیری و مقایسه',
    compared: 'آخرین پشتیبان‌گیری دستی کامل شد و با مقصد یکسان است',
    rehearse: 'تمرین همین حالا',
    rehearsals: 'تمرین‌های بازگرداندن',
    gone: 'مقصد دوم: مقصد پشتیبان در دسترس نیست',
    command: 'فرمان',
  },
  en: {
    first: 'First target',
    second: 'Second target',
    now: 'Back up and compare',
    compared: 'The last manual backup is complete and matches the target',
    rehearse: 'Rehearse now',
    rehearsals: 'Restore rehearsals',
    gone: 'Second target: The backup target is not there',
    command: 'Command',
  },
};

for (const language of ['fa', 'en'] as const) {
  test(
    `staff see how the copies at two targets are, ${language}`,
    { tag: language === 'en' ? ['@en', '@phone'] : '@fa' },
    async ({ page }) => {
      test.slow();
      const say = words[language];
      const [first, second] = await Promise.all(
        ['one', 'two'].map((name) => fs.mkdtemp(path.join(os.tmpdir(), `anbar-e2e-${name}-`))),
      );
      const own = await Server.start('--backup-to', first!, '--backup-second', second!);
      try {
        await prefer(page, language);
        await signIn(page, await own.setUp('شرکت پارس‌نگار'));
        await page.goto(`${own.url}/admin/copies`);
        const card = (title: string) =>
          page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
        await expect(card(say.first).last()).toContainText(first!);
        await expect(card(say.second).last()).toContainText(second!);
        await expect(page.getByRole('textbox', { name: say.command })).toHaveValue(
          new RegExp(`--from ${first} --from ${second} `),
        );
        await page.getByRole('button', { name: say.now }).click();
        await expect(page.getByText(say.compared)).toBeVisible();
        await page.getByRole('button', { name: say.rehearse }).click();
        const rehearsals = page.getByRole('list', { name: say.rehearsals }).locator(':scope > li');
        await expect(rehearsals).toHaveCount(2);
        await expect(rehearsals.filter({ hasText: say.second })).toHaveCount(1);
        await expectAccessible(page);
        await fs.rename(second!, `${second}-away`);
        await expect(page.getByText(say.gone)).toBeVisible({ timeout: 60_000 });
        await page.goto(`${own.url}/admin`);
        await expect(page.getByText(say.gone)).toBeVisible();
        await fs.rename(`${second}-away`, second!);
        await page.goto(`${own.url}/admin/copies`);
        await expect(page.getByText(say.gone)).toHaveCount(0, { timeout: 60_000 });
      } finally {
        await own.stop();
        await Promise.all([first, second].map((dir) => fs.rm(dir!, { recursive: true, force: true })));
      }
    },
  );
}
