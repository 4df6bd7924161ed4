import { expect, prefer, signIn, test } from './fixtures';
import { answerGrowth } from './growth';
import { expectAccessible } from './looks';
import { Server } from './server';

test(
  'staff read how workspaces and kinds of files grow, and when they are full, with a range',
  { tag: '@phone' },
  async ({ page, world }) => {
    for (const [language, words] of [
      [
        'fa',
        [
          'رشد فضای مصرفی',
          'بین ۱۱ آذر ۱۴۰۵ و ۱۹ آذر ۱۴۰۵',
          'زودتر از ۱۷ دی ۱۴۰۵ پر نمی‌شود',
          'سابقه هنوز کافی نیست',
          'ویدیوها',
        ],
      ],
      [
        'en',
        [
          'Storage growth',
          'Between Dec 2, 2026 and Dec 10, 2026',
          'Jan 7, 2027 at the earliest',
          'Not enough history yet',
          'Video',
        ],
      ],
    ] as const) {
      await prefer(page, language);
      await answerGrowth(page);
      if (language === 'fa') await signIn(page, await world.server.session());
      await page.goto('/admin/growth');
      for (const one of words) await expect(page.getByText(one).first()).toBeVisible();
      await expect(page.getByRole('link', { name: 'Design' })).toHaveAttribute('href', '/admin/workspaces?workspace=1');
      const design = page.locator('tr, li').filter({ has: page.getByRole('link', { name: 'Design' }) });
      await design.getByRole('button', { name: language === 'fa' ? 'انواع فایل' : 'By kind of file' }).click();
      const kinds = page.getByRole('list', {
        name: language === 'fa' ? /^انواع فایل در .*Design/ : /^Kinds of files in .*Design/,
      });
      await expect(kinds.getByRole('listitem')).toHaveCount(3);
      await expect(kinds).toContainText(language === 'fa' ? '۳۸ گیگابایت' : '38 GB');
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await expectAccessible(page);
    }
  },
);

test('a new server has no forecast, and says so', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the list of a phone has the same words');
  const own = await Server.start();
  try {
    await prefer(page, 'en');
    await signIn(page, await own.setUp('شرکت پارس‌نگار'));
    await page.goto(`${own.url}/admin/growth`);
    const all = page.getByRole('table', { name: 'By workspace' });
    await expect(all.getByRole('row').filter({ hasText: 'شرکت پارس‌نگار' })).toContainText('Not enough history yet');
    await expect(page.getByRole('table', { name: 'By kind of file' }).getByRole('row')).toHaveCount(9);
    await all.getByRole('button', { name: 'By kind of file' }).click();
    await expect(all).toContainText('This workspace holds no files yet');
  } finally {
    await own.stop();
  }
});
