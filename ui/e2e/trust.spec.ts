import { createHash, type X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import { chromium as launcher, test as base } from '@playwright/test';
import { chromium } from './chromium';
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
    opens: 'اتصال امن برقرار می‌شود',
    overridden: 'از هشدار مرورگر رد شده‌اید',
    go: 'ادامه با اتصال امن',
  },
  en: {
    test: 'Does this device trust the server?',
    no: 'Not yet',
    yes: 'This device trusts the server',
    opens: 'The secure connection works',
    overridden: 'You clicked the browser’s warning away',
    go: 'Continue securely',
  },
};

/** A browser that trusts the certificate at a port, as one does with the authority installed: it shows no warning. */
async function launchTrusting(port: number) {
  const { launchOptions } = chromium;
  const shown = await new Promise<X509Certificate | undefined>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate());
      socket.destroy();
    }).on('error', reject);
  });
  const key = createHash('sha256')
    .update(shown!.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
  return launcher.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), `--ignore-certificate-errors-spki-list=${key}`],
  });
}

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

    // One where the warning was clicked away. Over plain HTTP nobody can tell.
    const careless = await browser.newPage({ viewport: size, ignoreHTTPSErrors: true, serviceWorkers: 'allow' });
    await prefer(careless, language);
    const answer = careless.getByRole('region', { name: say.test });
    await careless.goto(`${server.url}/trust?to=//evil.example`);
    await expect(answer).toContainText(say.opens);
    await expect(answer).not.toContainText(say.yes);
    await expect(answer.getByRole('link', { name: say.go })).toHaveAttribute('href', `https://127.0.0.1:${tls}/`);
    await careless.goto(`https://127.0.0.1:${tls}/trust`);
    await expect(answer).toContainText(say.overridden);
    await expect(answer.getByRole('link')).toHaveCount(0);
    await expectAccessible(careless);
    await careless.close();

    // One that knows the certificate.
    const trusting = await launchTrusting(tls);
    const friend = await trusting.newPage({ viewport: size, serviceWorkers: 'allow' });
    await prefer(friend, language);
    await friend.goto(`https://127.0.0.1:${tls}/trust?to=/help`);
    const good = friend.getByRole('region', { name: say.test });
    await expect(good).toContainText(say.yes);
    await expect(good.getByRole('link', { name: say.go })).toHaveAttribute('href', `https://127.0.0.1:${tls}/help`);
    // The worker of the first visit is there on the second one.
    await friend.reload();
    await expect(good).toContainText(say.yes);
    await trusting.close();
  });
}
