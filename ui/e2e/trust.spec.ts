import { test as base } from '@playwright/test';
import { expect, prefer } from './fixtures';
import { expectAccessible } from './looks';
import { freePort, Server } from './server';

const test = base.extend<{ server: Server; tls: number }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  tls: async ({}, use) => use(await freePort()),
  server: async ({ tls }, use) => {
    const server = await Server.start('--tls=internal', `--listen-tls=127.0.0.1:${tls}`);
    await use(server);
    await server.stop();
  },
});

const words = {
  fa: {
    test: 'این دستگاه به سرور اعتماد دارد؟',
    no: 'هنوز نه',
    yes: 'این دستگاه به سرور اعتماد دارد',
    go: 'ادامه با اتصال امن',
  },
  en: {
    test: 'Does this device trust the server?',
    no: 'Not yet',
    yes: 'This device trusts the server',
    go: 'Continue securely',
  },
};

for (const language of ['fa', 'en'] as const) {
  test(`the page about the certificate tries whether it is trusted, ${language}`, async ({ browser, server, tls }) => {
    const say = words[language];
    const size = language === 'fa' ? { width: 390, height: 844 } : { width: 1440, height: 900 };
    // A browser that does not know the authority.
    const stranger = await browser.newPage({ viewport: size });
    await prefer(stranger, language);
    await stranger.goto(`${server.url}/workspace/x`);
    await expect(stranger).toHaveURL(/\/trust\?to=/);
    const result = stranger.getByRole('region', { name: say.test });
    await expect(result).toContainText(say.no);
    await expect(result.getByRole('link')).toHaveCount(0);
    await expect(stranger.getByText(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)).toBeVisible();
    await expectAccessible(stranger);
    await stranger.setViewportSize({ width: 320, height: 640 });
    expect(await stranger.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await stranger.close();

    // One that accepts it.
    const friend = await browser.newPage({ viewport: size, ignoreHTTPSErrors: true });
    await prefer(friend, language);
    await friend.goto(`${server.url}/trust?to=//evil.example`);
    const good = friend.getByRole('region', { name: say.test });
    await expect(good).toContainText(say.yes);
    await expect(good.getByRole('link', { name: say.go })).toHaveAttribute('href', `https://127.0.0.1:${tls}/`);
    await friend.close();
  });
}
