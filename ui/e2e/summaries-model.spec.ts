import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { FakeModel } from './fake-model';
import { expect, prefer, signIn, test as base } from './fixtures';
import { expectAccessible } from './looks';
import { Server, type Tokens } from './server';

type Shop = { server: Server; spaceId: string; tokens: Tokens; model: FakeModel };

/** A server of its own: every test here changes its settings. */
const test = base.extend<{ shop: Shop; owner: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  shop: async ({}, use) => {
    const [server, model] = await Promise.all([Server.start(), FakeModel.start()]);
    const { space_id: spaceId, access, refresh } = await server.setUp('شرکت پارس‌نگار');
    const tokens = { access, refresh };
    await use({ server, spaceId, tokens, model });
    model.stop();
    await server.stop();
  },
  baseURL: async ({ shop }, use) => use(shop.server.url),
  owner: async ({ page, shop }, use) => {
    await signIn(page, shop.tokens);
    await use(page);
  },
});

const words = {
  fa: {
    url: 'نشانی',
    model: 'مدل',
    key: 'کلید',
    save: 'ذخیره',
    test: 'آزمایش',
    tested: /توکن در ثانیه/,
    allow: /محتوای فایل‌ها می‌تواند/,
    info: 'جزئیات',
    tab: 'جمله‌های کلیدی',
    written: 'خلاصه',
    first: /اگر مالک فضای کاری/,
    write: 'درخواست خلاصه',
    writing: 'در حال نوشتن…',
    cancel: 'انصراف',
    retry: 'تلاش دوباره',
    refused: /درخواست را نپذیرفت/,
    by: /نوشتهٔ مدل/,
  },
  en: {
    url: 'Address',
    model: 'Model',
    key: 'Key',
    save: 'Save',
    test: 'Test',
    tested: /tokens a second/,
    allow: /Contents may be sent/,
    info: 'Details',
    tab: 'Key sentences',
    written: 'Summary',
    first: /once the owner/,
    write: 'Request a summary',
    writing: 'Writing…',
    cancel: 'Cancel',
    retry: 'Try again',
    refused: /refused the request/,
    by: /Written by the model/,
  },
} as const;

const text = {
  fa: 'بودجهٔ ۱۸۰ میلیون تومانی نمایشگاه تصویب شد. مقرر شد قرارداد تا ۱۵ آذر ۱۴۰۵ امضا شود. عکس‌ها در پوشه است. هزینه‌ها کم شد.',
  en: 'The board approved $18,000 for the fair. It was agreed to sign by 6 December 2026. Pictures stay. Costs fell.',
};

for (const lang of ['fa', 'en'] as const) {
  const w = words[lang];

  test(
    `staff name a model, the owner allows it, and it writes @${lang}`,
    { tag: '@full' },
    async ({ owner: page, shop }) => {
      test.setTimeout(40_000);
      const { server, spaceId, model } = shop;
      await prefer(page, lang);
      model.pieces = ['<b>بودجه</b> ', 'تصویب شد.'];
      const drive = await Drive.of(server, spaceId);
      const file = await drive.file('minutes.md', text[lang], drive.root);
      const preview = `/workspace/${spaceId}/directory/${drive.root}/file/${file}/preview`;

      await page.goto('/admin/settings');
      await page.getByLabel(w.url, { exact: true }).fill(`http://${model.host}/v1`);
      await page.getByLabel(w.model, { exact: true }).fill('small');
      await page.getByLabel(w.key, { exact: true }).fill('sk-secret');
      const form = page.locator('form').filter({ has: page.getByLabel(w.url, { exact: true }) });
      await form.getByRole('button', { name: w.save }).click();
      await form.getByRole('button', { name: w.test }).click();
      await expect(form.getByText(w.tested)).toBeVisible();

      const openTab = async () => {
        await page.goto(preview);
        const panel = page.getByRole('tabpanel');
        await page.getByRole('button', { name: w.info, exact: true }).click();
        await page.getByRole('tab', { name: w.tab }).click();
        return panel;
      };
      let panel = await openTab();
      await expect(panel.getByText(w.first)).toBeVisible();
      await page.goto(`/workspace/${spaceId}/settings?tab=access`);
      const allow = page.getByRole('switch', { name: w.allow });
      await allow.click();
      await expect(allow).toBeEnabled();
      await expect(allow).toBeChecked();
      await expectAccessible(page);

      model.hold();
      panel = await openTab();
      await panel.getByRole('button', { name: w.write }).click();
      await expect(panel.getByText(w.writing)).toBeVisible();
      await expect(panel.getByText('<b>بودجه</b> تصویب شد.')).toBeVisible();
      await expect(panel.getByRole('listitem').first()).toBeVisible();
      await panel.getByRole('button', { name: w.cancel }).click();
      await expect(panel.getByRole('button', { name: w.write })).toBeVisible();

      model.release();
      model.refuses = true;
      await panel.getByRole('button', { name: w.write }).click();
      await expect(panel.getByText(w.refused)).toBeVisible();
      await expect(panel.getByRole('listitem').first()).toBeVisible();
      model.refuses = false;
      await panel.getByRole('button', { name: w.retry }).click();
      await expect(panel.getByText(w.by)).toBeVisible();
      await expect(panel.getByText('<b>بودجه</b> تصویب شد.')).toBeVisible();
      await expectAccessible(page);
    },
  );
}
