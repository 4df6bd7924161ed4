import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { someone } from './people';
import type { Server, Tokens } from './server';
import { totp } from './totp';

/** Browsers give passkeys to names alone; this machine's own name needs no HTTPS. */
const byName = (server: Server) => server.url.replace('127.0.0.1', 'localhost');

/** A virtual device whose user always confirms. */
async function authenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    keys: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** The user does not open the lock. */
    refuse: (refuses: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !refuses }),
    lose: () => cdp.send('WebAuthn.clearCredentials', { authenticatorId }),
  };
}

/** Signs an existing user in on the page, without stored tokens. */
async function arrive(page: Page, server: Server, { access, refresh }: Tokens) {
  await page.goto(`${byName(server)}/icon.svg`);
  await page.evaluate(
    ([held, renews]) => {
      localStorage.setItem('access_token', held);
      localStorage.setItem('refresh_token', renews);
    },
    [access, refresh] as const,
  );
}

/** Makes a passkey as the settings do. */
async function addKey(page: Page, server: Server, tokens: Tokens) {
  await arrive(page, server, tokens);
  await page.goto(`${byName(server)}/account/settings?tab=security`);
  await page.getByRole('button', { name: 'افزودن گذرکلید' }).first().click();
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await expect(page.getByText('گذرکلید اضافه شد')).toBeVisible();
}

async function leave(page: Page) {
  await page.evaluate(() => {
    localStorage.removeItem('access_token');
    localStorage.removeItem('refresh_token');
    localStorage.removeItem('device_token');
  });
}

/** As browsers of before 2025, which read no JSON themselves. */
const aged = (page: Page) =>
  page.addInitScript(() => {
    const kind = PublicKeyCredential as unknown as Record<string, unknown>;
    delete kind.parseCreationOptionsFromJSON;
    delete kind.parseRequestOptionsFromJSON;
    delete (PublicKeyCredential.prototype as unknown as Record<string, unknown>).toJSON;
    // The virtual device answers at once what waits behind a field; here the button is tried.
    kind.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

const calm = (page: Page) =>
  page.addInitScript(() => {
    const kind = PublicKeyCredential as unknown as Record<string, unknown>;
    kind.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

for (const [kind, prepare] of [
  ['', calm],
  [' in an old browser', aged],
] as const) {
  test(`a passkey alone lets its person in${kind}`, async ({ page, world }) => {
    const { server } = world;
    await prepare(page);
    const device = await authenticator(page);
    const ava = someone(`ava-${Date.now()}`, 'آوا', 'شریفی');
    await addKey(page, server, await server.add(ava));
    expect(await device.keys()).toHaveLength(1);
    await leave(page);

    await page.goto(`${byName(server)}/login?redirect_to=%2Faccount%2Fsettings`);
    const button = page.getByRole('button', { name: 'ورود با گذرکلید' });
    await device.refuse(true);
    await button.click();
    await expect(page.getByRole('alert')).toContainText('گذرکلیدی استفاده نشد');
    await device.refuse(false);
    await button.click();
    await expect(page).toHaveURL(/\/account\/settings$/);
    await expect(page.getByText(ava.email).first()).toBeVisible();
  });
}

test('a browser that offers passkeys in the field needs no button', async ({ page, world }) => {
  const { server } = world;
  const mahsa = someone(`mahsa-${Date.now()}`, 'مهسا', 'رضوی');
  await authenticator(page);
  await addKey(page, server, await server.add(mahsa));
  await leave(page);
  // The virtual device chooses the only key there is as soon as it is asked.
  await page.goto(`${byName(server)}/login`);
  await expect(page).toHaveURL(/\/workspace$/);
});

test('a key that the server does not know lets nobody in', async ({ page, world }) => {
  const { server } = world;
  await calm(page);
  await authenticator(page);
  const omid = someone(`omid-${Date.now()}`, 'امید', 'فرهادی');
  const tokens = await server.add(omid);
  await addKey(page, server, tokens);
  const { passkeys } = await server.call<{ passkeys: { passkey_id: string }[] }>(
    'GET',
    'accounts/passkeys',
    undefined,
    tokens.access,
  );
  await server.call('DELETE', `accounts/passkeys/${passkeys[0]?.passkey_id}`, undefined, tokens.access);
  await leave(page);
  await page.goto(`${byName(server)}/login`);
  await page.getByRole('button', { name: 'ورود با گذرکلید' }).click();
  await expect(page.getByRole('alert')).toContainText('نمی‌شناسد');
});

test('a passkey is one of the ways of the second step', async ({ page, world }) => {
  const { server } = world;
  await calm(page);
  await authenticator(page);
  const yas = someone(`yas-${Date.now()}`, 'یاس', 'امینی');
  const tokens = await server.add(yas);
  await addKey(page, server, tokens);
  const { secret } = await server.call<{ secret: string }>('GET', 'accounts/two-factor/totp', undefined, tokens.access);
  await server.call('POST', 'accounts/two-factor/verify-totp', { token: totp(secret, -1) }, tokens.access);
  await leave(page);

  await page.goto(`${byName(server)}/login`);
  await page.getByLabel('ایمیل یا شمارهٔ موبایل').fill(yas.email);
  await page.getByLabel('رمز عبور', { exact: true }).fill(yas.password);
  await page.getByRole('button', { name: 'ورود', exact: true }).click();
  const ways = page.getByRole('list', { name: 'روش‌های تأیید' }).getByRole('button');
  await expect(ways).toHaveCount(2);
  await expect(ways.first()).toBeFocused();
  await ways.first().click();
  await page.getByRole('button', { name: 'تأیید با گذرکلید' }).click();
  await expect(page).toHaveURL(/\/workspace$/);
});
