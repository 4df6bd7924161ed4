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
    closed: 'فعلاً تغییری پذیرفته نمی‌شود',
  },
  en: {
    lease: 'This server takes changes',
    open: 'Number of this server’s term: 1.',
    closed: 'Changes are refused now',
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
        const row = page.getByRole('listitem').filter({ hasText: say.lease });
        await expect(row).toContainText(say.open);
        await fs.rename(target, `${target}-unplugged`);
        await expect(row).toContainText(say.closed, { timeout: 40_000 });
        await expectAccessible(page);
        await fs.rename(`${target}-unplugged`, target);
        await expect(row).toContainText(say.open, { timeout: 40_000 });
      } finally {
        await own.stop();
      }
    },
  );
}
