import { test as base, type Page } from '@playwright/test';
import { expect, prefer } from './fixtures';
import { owner, Server } from './server';

const test = base.extend<{ server: Server }>({
  server: async ({ browserName }, use) => {
    expect(browserName).toBe('chromium');
    const server = await Server.start();
    await use(server);
    await server.stop();
  },
});

const words = {
  fa: {
    first: 'نام',
    last: 'نام خانوادگی',
    email: 'ایمیل',
    password: 'رمز عبور',
    space: 'نام فضای کاری',
    start: 'شروع',
    upload: 'آپلود فایل',
    share: /^اشتراک‌گذاری .*report\.txt/,
    withPassword: /^با رمز عبور/,
    copy: 'کپی لینک',
    copyPassword: 'کپی رمز عبور',
    linkPassword: 'رمز عبور لینک',
    wrong: 'رمز عبور لینک درست نیست.',
  },
  en: {
    first: 'First name',
    last: 'Last name',
    email: 'Email',
    password: 'Password',
    space: 'Workspace name',
    start: 'Get started',
    upload: 'Upload files',
    share: /^Share .*report\.txt/,
    withPassword: /^Password/,
    copy: 'Copy link',
    copyPassword: 'Copy password',
    linkPassword: 'Password for this link',
    wrong: 'The link’s password is incorrect.',
  },
};

/** Counts what the hand does: presses of the mouse, and fields that got a value. */
async function countActs(page: Page) {
  const acts = { presses: 0, fields: new Set<string>() };
  await page.exposeFunction('countPress', () => (acts.presses += 1));
  await page.exposeFunction('countField', (name: string) => acts.fields.add(name));
  await page.addInitScript(() => {
    const counters = window as unknown as { countPress: () => void; countField: (name: string) => void };
    addEventListener('pointerdown', () => counters.countPress(), { capture: true });
    addEventListener(
      'input',
      ({ target }) => {
        const isTyped = target instanceof HTMLInputElement && !/file|checkbox/.test(target.type);
        if (isTyped) counters.countField(target.name + target.id);
      },
      { capture: true },
    );
  });
  return acts;
}

for (const lang of ['fa', 'en'] as const) {
  test(
    `seven presses and five fields lead from an empty server to a link with a password: ${lang}`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ page, browser, server }) => {
      const w = words[lang];
      await prefer(page, lang);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
      await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
      const acts = await countActs(page);
      // Whoever rests on the first page for a while meets the tour, as a slow machine does: that press is not of the way.
      await page.addLocatorHandler(page.getByRole('button', { name: /^(رد شدن|Skip)$/ }), async (skip) => {
        await skip.click();
        acts.presses -= 1;
      });
      await page.goto(`${server.url}/setup?token=${server.token}`);
      await page.getByLabel(w.first, { exact: true }).fill(owner.first_name);
      await page.getByLabel(w.last).fill(owner.last_name);
      await page.getByLabel(w.email).fill(owner.email);
      await page.getByLabel(w.password, { exact: true }).fill(owner.password);
      await page.getByLabel(w.space).fill('Acme');
      await page.getByRole('button', { name: w.start }).click();
      await page.getByRole('link', { name: /^(رفتن به فضای کاری|Go to your workspace)$/ }).click();

      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: w.upload }).first().click();
      await (await chooser).setFiles({ name: 'report.txt', mimeType: 'text/plain', buffer: Buffer.from('first') });
      await page.getByRole('link', { name: w.share }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('switch', { name: w.withPassword }).click();
      await dialog.getByRole('button', { name: w.copy }).click();
      await expect(dialog.getByRole('button', { name: w.copyPassword })).toBeVisible();
      const link = await clipboard();
      await dialog.getByRole('button', { name: w.copyPassword }).click();
      await expect.poll(clipboard).not.toBe(link);
      const password = await clipboard();
      // One of them leaves the first steps of the server for later.
      expect(acts.presses).toBeLessThanOrEqual(7);
      expect(acts.fields.size).toBe(5);
      expect(new URL(page.url()).searchParams.has('share')).toBe(false);

      const stranger = await (await browser.newContext()).newPage();
      await prefer(stranger, lang);
      await stranger.goto(link);
      const field = stranger.getByLabel(w.linkPassword).first();
      await field.fill('not it');
      await stranger.keyboard.press('Enter');
      await expect(stranger.getByText(w.wrong)).toBeVisible();
      await field.fill(password);
      await stranger.keyboard.press('Enter');
      await expect(stranger.getByText('report.txt').first()).toBeVisible();
      await stranger.context().close();
    },
  );
}
