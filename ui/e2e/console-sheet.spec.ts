import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { expect, prefer, signIn, test as member } from './fixtures';
import { expectAccessible } from './looks';
import { Server } from './server';

const words = {
  fa: {
    make: 'ساختن برگهٔ بازیابی',
    key: 'کلید برگه',
    have: 'برگه را دارم',
    confirm: 'تأیید',
    wrong: 'این‌ها با برگه یکی نیست',
    clear: 'نسخه‌های مقصد هنوز با این برگه رمزگذاری نشده‌اند',
    sealed: 'نسخه‌ها با این برگه رمزگذاری شده‌اند',
    resealing: 'نسخه‌ها دوباره رمزگذاری می‌شوند',
    reseal: 'رمزگذاری نسخه‌ها',
    whole: 'هر چهار خط برگه',
    check: 'بررسی برگه',
    short: 'خط ۲ کامل نیست',
    done: 'درست است',
    warning: 'بدون این برگه و بدون این سرور',
  },
  en: {
    make: 'Make a recovery sheet',
    key: 'Key of the sheet',
    have: 'I have the sheet',
    confirm: 'Confirm',
    wrong: 'That is not what the sheet says',
    clear: 'The backups at the target are not encrypted with this sheet yet',
    sealed: 'The backups are encrypted with this sheet',
    resealing: 'The backups are being encrypted',
    reseal: 'Encrypt the backups',
    whole: 'All four lines of the sheet',
    check: 'Check the sheet',
    short: 'Line 2 is not complete',
    done: 'That is correct',
    warning: 'Without this sheet and without this server',
  },
};

const digits = (text: string) => text.replace(/[۰-۹]/gu, (c) => String(c.charCodeAt(0) - 0x6f0));

const fitsWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

for (const language of ['fa', 'en'] as const) {
  base(
    `staff make a recovery sheet, prove that they have it, and encrypt the backups, ${language}`,
    { tag: language === 'en' ? '@phone' : '@fa' },
    async ({ page }) => {
      const say = words[language];
      const target = await fs.mkdtemp(path.join(os.tmpdir(), 'anbar-e2e-sheet-'));
      const own = await Server.start('--backup-to', target);
      try {
        await prefer(page, language);
        await signIn(page, await own.setUp('شرکت پارس‌نگار'));
        await expect.poll(() => fs.readdir(target)).toContain('copies');
        await page.goto(`${own.url}/admin/copies`);
        await page.getByRole('link', { name: say.make }).click();
        await page.getByRole('button', { name: say.make }).click();

        const lines = page.getByRole('list', { name: say.key }).getByRole('listitem');
        await expect(lines).toHaveCount(4);
        const key = await lines.allTextContents();
        expect(key.every((line) => /^([0-9A-Z]{4}-){2}[0-9A-Z]{4}$/u.test(line))).toBe(true);
        await expectAccessible(page);
        expect(await fitsWidth(page)).toBe(true);
        await page.emulateMedia({ media: 'print' });
        await expect(lines.first()).toBeVisible();
        await expect(page.getByRole('button', { name: say.have })).toBeHidden();
        await page.emulateMedia({ media: 'screen' });

        await page.getByRole('button', { name: say.have }).click();
        const fields = page.getByRole('textbox');
        await expect(fields).toHaveCount(2);
        const groups = key.flatMap((line) => line.split('-'));
        const asked = (await page.locator('form label').allTextContents()).map((label) => {
          const [group, line] = (digits(label).match(/\d/gu) ?? []).map(Number);
          return groups[(line! - 1) * 3 + group! - 1] ?? '';
        });
        await fields.first().fill(asked[0]!.toLowerCase());
        await fields.last().fill('0000');
        await page.getByRole('button', { name: say.confirm }).click();
        await expect(page.getByText(say.wrong)).toBeVisible();
        await expectAccessible(page);
        await fields.last().fill(asked[1]!);
        await page.getByRole('button', { name: say.confirm }).click();

        // It counts, and what was copied before is not called encrypted.
        await expect(page.getByText(say.clear)).toBeVisible();
        await expect(page.getByText(say.sealed)).toBeHidden();
        await expect(page.getByText(say.warning)).toBeVisible();
        await expectAccessible(page);
        expect(await fitsWidth(page)).toBe(true);

        await page.getByLabel(say.whole).fill(`${key[0]}\n${key[1]!.slice(0, 8)}`);
        await page.getByRole('button', { name: say.check }).click();
        await expect(page.getByText(say.short)).toBeVisible();
        await page.getByLabel(say.whole).fill(key.join('\n').toLowerCase());
        await page.getByRole('button', { name: say.check }).click();
        await expect(page.getByText(say.done)).toBeVisible();

        await page.getByRole('button', { name: say.reseal }).click();
        await expect(page.getByText(say.resealing)).toBeVisible();
        await expect(page.getByText(say.sealed)).toBeHidden();
      } finally {
        await own.stop();
        await fs.rm(target, { recursive: true, force: true });
      }
    },
  );
}

member(
  'a lost key and the backups of others are said as they are, and nothing is offered that cannot work',
  async ({ member: page }) => {
    await prefer(page, 'en');
    const sheet = {
      name: 'ABCD-2345',
      made_at: '2026-11-01T10:00:00Z',
      checked_at: '2026-11-01T10:00:00Z',
      due: false,
    };
    const state = { sealed: false, foreign: true, resealing: false };
    let shown: object | null = null;
    await page.route('**/api/admin/copies', async (route) => {
      const json = (await (await route.fetch()).json()) as { copies: object };
      const copies = { ...json.copies, on: true, target: '/mnt/backup', sealed: '1a2b3c4d' };
      await route.fulfill({ json: { ...json, copies, sheet: shown } });
    });
    await page.goto('/admin/recovery-sheet');
    await expect(page.getByText('The keys of the sheet are not on this server')).toBeVisible();
    await expect(page.getByText('anbar backup sheet --enter -')).toBeVisible();
    await expect(page.getByText('not encrypted')).toBeHidden();
    await expect(page.getByRole('button', { name: words.en.make })).toBeHidden();
    await expectAccessible(page);

    await page.route('**/api/admin/first-steps*', async (route) => {
      const json = (await (await route.fetch()).json()) as { copies: { copies: object } };
      json.copies.copies = { ...json.copies.copies, on: true, target: '/mnt/backup', sealed: '1a2b3c4d' };
      await route.fulfill({ json });
    });
    await page.goto('/admin/first-steps');
    const box = page.getByRole('region', { name: 'Recovery sheet' });
    await expect(box).toContainText('The keys of the sheet are not on this server');
    await expect(box).not.toContainText('not encrypted');
    await expect(box.getByRole('link')).toHaveText('Open the sheet');

    await page.goto('/admin/recovery-sheet');
    shown = { ...sheet, ...state };
    await page.reload();
    await expect(page.getByText('This server’s backups are encrypted with this sheet')).toBeVisible();
    await expect(page.getByText('Anbar leaves them alone')).toBeVisible();
    await expect(page.getByText(words.en.clear)).toBeHidden();
    await expect(page.getByRole('button', { name: words.en.reseal })).toBeHidden();
    await expectAccessible(page);
  },
);
