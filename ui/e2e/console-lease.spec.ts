import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from '@playwright/test';
import { expect, prefer, signIn } from './fixtures';
import { expectAccessible } from './looks';
import { Server } from './server';

const words = {
  fa: {
    lease: 'این سرور تغییرها را می‌پذیرد',
    open: 'شمارهٔ دورهٔ این سرور: ۱.',
    closed: 'این سرور فعلاً تغییری نمی‌پذیرد',
  },
  en: {
    lease: 'This server takes changes',
    open: 'Number of this server’s term: 1.',
    closed: 'This server takes no changes now',
  },
};

for (const language of ['fa', 'en'] as const) {
  test(
    `staff see whether another machine may take over, and that changes are refused without the target, ${language}`,
    { tag: language === 'en' ? ['@en', '@phone'] : '@fa' },
    async ({ page }) => {
      test.slow();
      const say = words[language];
      const target = await fs.mkdtemp(path.join(os.tmpdir(), 'anbar-e2e-lease-'));
      const own = await Server.start('--backup-to', target, '--backup-fenced');
      try {
        await prefer(page, language);
        const tokens = await own.setUp('شرکت پارس‌نگار');
        await signIn(page, tokens);
        await page.goto(`${own.url}/admin/copies`);
        const row = page.getByRole('listitem');
        await expect(row.filter({ hasText: say.lease })).toContainText(say.open);
        await fs.rename(target, `${target}-unplugged`);
        await expect(row.filter({ hasText: say.closed })).toBeVisible({ timeout: 40_000 });
        await expect(row.filter({ hasText: say.lease })).toHaveCount(0);
        await expectAccessible(page);
        await fs.rename(`${target}-unplugged`, target);
        await expect(row.filter({ hasText: say.lease })).toContainText(say.open, { timeout: 40_000 });
      } finally {
        await own.stop();
      }
    },
  );
}
