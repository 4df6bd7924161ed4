import type { Page } from '@playwright/test';
import { expect, prefer, signIn, test, type World } from './fixtures';
import { someone } from './people';

/** A device that says yes, in the browser: keys are for names, so the page is at localhost. */
async function withDevice(page: Page): Promise<void> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const byName = ({ server }: World) => server.url.replace('127.0.0.1', 'localhost');

test('a passkey is made, named, used to prove who is there, and removed', async ({ page, world }) => {
  await prefer(page, 'en');
  await withDevice(page);
  await signIn(page, await world.server.add(someone('passkey', 'Roya', 'Tehrani')));
  await page.goto(`${byName(world)}/account/settings?tab=security`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  const row = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(row).toContainText('Work laptop');
  await expect(row).toContainText('Not used yet');

  // The same device holds one already.
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This device already has a passkey')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Rename Work laptop' }).click();
  await dialog.getByLabel('Name').fill('Home laptop');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Home laptop');

  let asked = false;
  await page.route('**/api/accounts/passkeys/*', (route) => {
    if (route.request().method() !== 'DELETE' || asked) return route.continue();
    asked = true;
    return route.fulfill({ status: 403, json: { error_code: 'reauthentication_required' } });
  });
  await page.getByRole('button', { name: 'Remove Home laptop' }).click();
  await dialog.getByRole('button', { name: 'Remove passkey' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const another = proof.getByRole('button', { name: 'With a passkey', exact: true });
  await expect(proof.getByRole('button', { name: /passkey/ }).first()).toBeVisible();
  if (await another.isVisible()) await another.click();
  await proof.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await expect(page.getByText('Passkey removed')).toBeVisible();
  await expect(page.getByText('You don’t have any passkeys yet.')).toBeVisible();
});

test('where no passkey can be made, the page says why', async ({ page, world }) => {
  await prefer(page, 'en');
  await signIn(page, await world.server.add(someone('nopasskey', 'Sina', 'Moradi')));
  await page.goto('/account/settings?tab=security');
  await expect(page.getByText('Browsers don’t allow passkeys at an IP address.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
});
