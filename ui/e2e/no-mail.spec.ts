import type { PlaywrightTestArgs, PlaywrightTestOptions, PlaywrightWorkerArgs } from '@playwright/test';
import { expect, prefer, signIn, test } from './fixtures';
import { Server } from './server';

/** A server of its own that can send nothing. */
const silent = () => Server.start('--log-messages=false');

for (const lang of ['fa', 'en'] as const) {
  const say = (fa: string, en: string) => (lang === 'fa' ? fa : en);

  test(
    `without a mail server an invitation is handed over as a link, in ${lang}`,
    { tag: ['@phone', `@${lang}`] },
    async ({ browser, page, viewport, isMobile }) => {
      const server = await silent();
      try {
        await handOver(server, { browser, page, viewport, isMobile });
      } finally {
        await server.stop();
      }
    },
  );

  type Devices = Pick<
    PlaywrightTestArgs & PlaywrightTestOptions & PlaywrightWorkerArgs,
    'browser' | 'page' | 'viewport' | 'isMobile'
  >;

  async function handOver(server: Server, { browser, page, viewport, isMobile }: Devices) {
    const { access, refresh, space_id: spaceId } = await server.setUp('شرکت خاموش');
    await page.goto(`${server.url}/login`);
    await prefer(page, lang);
    await signIn(page, { access, refresh });
    await page.goto(`${server.url}/workspace/${spaceId}/teammates`);
    await page.getByRole('button', { name: say('افزودن عضو', 'Add members') }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(say('این سرور ایمیل نمی‌فرستد', 'This server sends no mail'));
    await expect(dialog.getByRole('link', { name: say('راه‌اندازی سرور ایمیل', 'Set up a mail server') })).toBeVisible();
    const field = dialog.getByLabel(say('نشانی‌های ایمیل', 'Email addresses'));
    await field.fill('nima@example.org');
    await field.press('Enter');
    await dialog.getByRole('button', { name: say('افزودن ۱ نفر', 'Add one person') }).click();
    // Its own address comes at once, and nothing says that it was sent.
    const link = dialog.getByRole('textbox', { name: 'nima@example.org' });
    await expect(link).toHaveValue(/\/invitation\?code=[A-Z0-9]{26}$/);
    await expect(page.getByText(say('با دعوت‌نامه', 'by invitation'))).toHaveCount(0);
    const first = await link.inputValue();
    await dialog.getByRole('button', { name: say('تمام', 'Done') }).click();

    // Later another one, from the row; the one before ends.
    const row = page.getByRole('listitem').filter({ hasText: 'nima@example.org' });
    await row.getByRole('button', { name: say('گزینه‌های', 'More') }).click();
    await page.getByRole('menuitem', { name: say('دعوت دوباره…', 'Invite again…') }).click();
    // The one that they may have already ends only when another is wanted.
    await expect(link).toHaveCount(0);
    await dialog.getByRole('button', { name: say('کپی لینک دعوت', 'Copy the invitation link') }).click();
    await expect(link).toHaveValue(/code=/);
    const second = await link.inputValue();
    expect(second).not.toBe(first);
    await expect(dialog.getByRole('button', { name: say('ارسال دوباره', 'Send') })).toHaveCount(0);

    // The person opens it, on a device of their own.
    const guest = await browser.newContext({ viewport, isMobile });
    const theirs = await guest.newPage();
    await prefer(theirs, lang);
    await theirs.goto(first);
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(
      say('این لینک کار نمی‌کند', 'This link doesn’t work'),
    );
    await theirs.goto(second);
    await expect(theirs.getByRole('main')).toContainText(say('دعوت کرده است', 'invited you to the workspace'));
    await theirs.getByRole('link', { name: say('ساختن حساب', 'Create account') }).click();
    await expect(theirs.getByRole('main')).toContainText(say('دعوت کرده است', 'invited you to the workspace'));
    await theirs.getByLabel(say('نام', 'First name'), { exact: true }).fill('نیما');
    await theirs.getByLabel(say('نام خانوادگی', 'Last name'), { exact: true }).fill('راد');
    await theirs.getByLabel(say('رمز عبور', 'Password'), { exact: true }).fill('Correct-1-horse');
    await theirs.getByRole('button', { name: say('ساختن حساب', 'Create account') }).click();
    await theirs.getByRole('button', { name: say('ادامه', 'Continue') }).click();
    await expect(theirs).toHaveURL(new RegExp(`/workspace/${spaceId}`));

    // What cannot be sent is not offered.
    await theirs.goto(`${server.url}/account/settings?tab=security`);
    await expect(
      theirs.getByRole('button', { name: say('روشن کردن برنامهٔ رمزساز', 'Turn on the authenticator app') }),
    ).toBeVisible();
    await expect(
      theirs.getByRole('button', { name: say('روشن کردن کد پیامکی', 'Turn on codes by text message') }),
    ).toHaveCount(0);
    await guest.close();
  }
}
