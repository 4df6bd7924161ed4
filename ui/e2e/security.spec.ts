import type { Page } from '@playwright/test';
import { expect, prefer, signIn, test, type World } from './fixtures';
import { someone } from './people';
import type { Person, Tokens } from './server';
import { totp } from './totp';

/** Signs a new user in and opens their settings. */
async function enter(page: Page, { server }: World, person: Person, tab = 'security'): Promise<Tokens> {
  const tokens = await server.add(person);
  await signIn(page, tokens);
  await page.goto(`/account/settings?tab=${tab}`);
  return tokens;
}

/** The first `times` calls there are asked for a proof of identity; later ones get through. */
async function unproven(page: Page, path: string, times = 1) {
  let left = times;
  await page.route(`**/api/${path}`, (route) => {
    left -= 1;
    return left >= 0
      ? route.fulfill({ status: 403, json: { error_code: 'reauthentication_required' } })
      : route.continue();
  });
}

test('a password is changed only with the old one', async ({ page, world }) => {
  const person = someone('password', 'سارا', 'محمدی');
  const next = 'Another-Horse-43';
  await enter(page, world, person);
  await page.getByRole('button', { name: 'تغییر رمز عبور' }).click();
  const dialog = page.getByRole('dialog');
  const change = async (from: string, to: string) => {
    await dialog.getByLabel('رمز عبور فعلی').fill(from);
    await dialog.getByLabel('رمز عبور جدید', { exact: true }).fill(to);
    await dialog.getByLabel('تکرار رمز عبور جدید').fill(to);
    await dialog.getByRole('button', { name: 'ذخیرهٔ رمز عبور' }).click();
  };
  await change('Wrong-Horse-42', next);
  await expect(dialog.getByText('رمز عبور درست نیست.')).toBeVisible();
  await change(person.password, 'Password1!');
  await expect(dialog.getByLabel('رمز عبور جدید', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await change(person.password, next);
  await expect(page.getByText('رمز عبور تغییر کرد')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await world.server.logIn({ ...person, password: next });
});

test('an authenticator app is the second step, and backup codes are its reserve', async ({ page, world }) => {
  await prefer(page, 'en');
  await enter(page, world, someone('totp', 'Dara', 'Karimi'));
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Turn on the authenticator app' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
  const key = dialog.locator('[data-copy]');
  const secret = (await key.getAttribute('data-copy')) ?? '';
  expect((await key.locator('span').allTextContents()).join('')).toBe(secret);
  const field = dialog.getByRole('textbox', { name: 'Six-digit code' });
  await field.fill(totp(secret) === '000000' ? '000001' : '000000');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await field.fill(totp(secret));

  const codes = dialog.getByRole('list', { name: 'Backup codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const first = (await codes.first().textContent())?.trim() ?? '';
  // The dialog shows the codes only once, so Escape must not close it.
  await page.keyboard.press('Escape');
  await expect(codes).toHaveCount(10);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as a file' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^anbar-codes-.*\.txt$/);
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByText('Two-step login is on')).toBeVisible();
  await expect(page.getByText('10 codes left')).toBeVisible();

  await page.getByRole('button', { name: 'New codes' }).click();
  await field.fill(totp(secret, 1));
  await expect(codes).toHaveCount(10);
  const second = (await codes.first().textContent())?.trim() ?? '';
  expect(second).not.toBe(first);
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();

  // Those of before work no more.
  await page.getByRole('button', { name: 'Turn off the authenticator app' }).click();
  await expect(dialog).toContainText('your only second step');
  // It weakens the account, and looks so; in both ways to prove it.
  const danger = /\bbg-danger-solid\b/;
  await expect(dialog.getByRole('button', { name: 'Turn off' })).toHaveClass(danger);
  await dialog.getByRole('button', { name: 'Use a backup code' }).click();
  await dialog.getByLabel('Backup code').fill(first);
  await expect(dialog.getByRole('button', { name: 'Turn off' })).toHaveClass(danger);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Backup code').fill(second);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-step login is off')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on the authenticator app' })).toBeVisible();
});

test('codes by mail and by message are switched on and off', async ({ page, world }) => {
  await prefer(page, 'en');
  const person = someone('codes', 'Nika', 'Amiri');
  const { server } = world;
  await enter(page, world, person);
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'Six-digit code' });
  await page.getByRole('button', { name: 'Turn on codes by email' }).click();
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await field.fill(await server.code(person.email));
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByText('Two-step login is on')).toBeVisible();

  await page.getByRole('button', { name: 'Turn on codes by text message' }).click();
  await dialog.getByLabel('Mobile number').fill('0912');
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Mobile number').fill('09125550202');
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await field.fill(await server.code('09125550202'));
  // There are backup codes already.
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Turn off codes by text message' })).toBeVisible();

  const sent = server.codes(person.email).length;
  await page.getByRole('button', { name: 'Turn off codes by email' }).click();
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await field.fill(await server.code(person.email, sent));
  await expect(page.getByText('This method is off')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on codes by email' })).toBeVisible();
});

test('what matters asks who is there, and goes on when they said', async ({ page, world }) => {
  await prefer(page, 'en');
  const person = someone('proof', 'Mani', 'Sadr');
  await enter(page, world, person);
  await unproven(page, 'accounts/two-factor/totp', 2);
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const key = page.getByLabel('Or enter this key manually');

  await page.getByRole('button', { name: 'Turn on the authenticator app' }).click();
  await expect(proof).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(proof).toHaveCount(0);
  const enrol = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(enrol).toBeVisible();
  await expect(key).toHaveCount(0);

  await enrol.getByRole('button', { name: 'Try again' }).click();
  await proof.getByLabel('Your password', { exact: true }).fill('Wrong-Horse-1');
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(proof.getByText('The password is incorrect.')).toBeVisible();
  await proof.getByLabel('Your password', { exact: true }).fill(person.password);
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(proof).toHaveCount(0);
  await expect(key).toBeVisible();
});

test('who has a second step proves by it who they are, or by a backup code', async ({ page, world }) => {
  await prefer(page, 'en');
  const tokens = await enter(page, world, someone('stepup', 'Nima', 'Rad'), 'tokens');
  const call = <T>(method: string, path: string, body?: unknown) =>
    world.server.call<T>(method, path, body, tokens.access);
  const { secret } = await call<{ secret: string }>('GET', 'accounts/two-factor/totp');
  const { static_codes: codes } = await call<{ static_codes: string[] }>('POST', 'accounts/two-factor/verify-totp', {
    token: totp(secret, -1),
    generate_static_code: true,
  });
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const make = async (name: string) => {
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByText('All my workspaces').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
  };
  let proven = false;
  await page.route('**/api/accounts/api-tokens', (route) => {
    if (proven || route.request().method() !== 'POST') return route.continue();
    proven = true;
    return route.fulfill({ status: 403, json: { error_code: 'reauthentication_required' } });
  });
  await make('By the app');
  await expect(proof.getByLabel('Your password')).toHaveCount(0);
  await proof.getByRole('textbox', { name: 'Six-digit code' }).fill(totp(secret));
  await expect(proof).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('By the app')).toBeVisible();

  proven = false;
  await make('By a backup code');
  await proof.getByRole('button', { name: 'With a backup code' }).click();
  await proof.getByLabel('Backup code').fill('00000-00000');
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(proof.getByRole('alert')).toBeVisible();
  await proof.getByLabel('Backup code').fill(codes[0] ?? '');
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(proof).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('By a backup code')).toBeVisible();
});

test('sessions end by choice, and all of them at once', async ({ page, world }) => {
  const person = someone('sessions', 'پویا', 'رستمی');
  await enter(page, world, person, 'devices');
  const others = [await world.server.logIn(person), await world.server.logIn(person), await world.server.logIn(person)];
  await page.reload();
  const rows = page.getByRole('listitem').filter({ hasText: '127.0.0.1' });
  await expect(rows).toHaveCount(4);
  await rows.nth(1).getByRole('checkbox').click();
  await rows.nth(2).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'بستن ۲ نشست' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'بستن نشست‌های انتخاب‌شده' }).click();
  await expect(rows).toHaveCount(2);

  await page.getByRole('button', { name: 'خروج از همهٔ دستگاه‌ها' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'خروج از همهٔ دستگاه‌ها' }).click();
  await expect(page).toHaveURL(/\/login/);
  for (const { access } of others) {
    await expect(world.server.call('GET', 'accounts/v1/users/me', undefined, access)).rejects.toThrow('401');
  }
});

test('a token is shown once, works where it may and not after', async ({ page, world }) => {
  await prefer(page, 'en');
  const tokens = await enter(page, world, someone('token', 'Omid', 'Naderi'), 'tokens');
  const { server } = world;
  await server.call('POST', 'storage/workspace', { title: 'Omid’s files' }, tokens.access);
  await page.reload();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Choose at least one workspace.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Nightly copy');
  await dialog.getByRole('checkbox', { name: 'Omid’s files' }).click();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByRole('heading', { name: 'Token created' })).toBeVisible();
  const secret = (await dialog.locator('[data-copy]').getAttribute('data-copy')) ?? '';
  expect(secret).toMatch(/^anb_/);
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();

  const row = page.getByRole('listitem').filter({ hasText: 'Nightly copy' });
  await expect(row).toContainText('Omid’s files');
  await expect(row).toContainText('not used yet');
  await expect(page.getByText(secret)).toHaveCount(0);
  await server.call('GET', 'storage/workspaces', undefined, secret);

  await row.getByRole('button', { name: 'Revoke Nightly copy' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('heading', { name: 'No tokens yet' })).toBeVisible();
  await expect(server.call('GET', 'storage/workspaces', undefined, secret)).rejects.toThrow('401');
});

test('a person sees what happened to their account, and takes it along', async ({ page, world }) => {
  await prefer(page, 'en');
  const person = someone('events', 'Arman', 'Vaziri');
  await enter(page, world, person);
  await expect(world.server.logIn({ ...person, password: 'Wrong-Horse-1' })).rejects.toThrow();
  await page.goto('/account/settings?tab=events');
  await expect(page.getByText('Signed in').first()).toBeVisible();
  await expect(page.getByText('With a password').first()).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/\.jsonl$/);
});

test('staff see every account, filter, and check the chain; nobody else does', async ({ page, world, browser }) => {
  await prefer(page, 'en');
  const tokens = await world.server.session();
  await signIn(page, tokens);
  await page.goto('/workspace');
  await page.getByRole('button', { name: /Account/ }).click();
  await page.getByRole('menuitem', { name: 'Audit log' }).click();
  await expect(page).toHaveURL(/\/admin\/audit$/);
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await page.getByRole('button', { name: 'Check the chain' }).click();
  await expect(page.getByText('The log is intact')).toBeVisible();

  await page.getByRole('combobox', { name: 'Event' }).click();
  await page.getByRole('option', { name: 'Account created' }).click();
  await expect(page).toHaveURL(/action=account_create/);
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Account created');
  await page
    .getByRole('button', { name: /^Only .*’s events/ })
    .first()
    .click();
  await expect(page).toHaveURL(/user=\d+/);
  await page.reload();
  const person = page.getByLabel('Person’s email or mobile');
  await page.getByRole('button', { name: 'Everyone’s events' }).evaluate((button: HTMLElement) => {
    button.click();
    // Typed before the page follows.
    const field = document.querySelector<HTMLInputElement>('[role=search] input');
    field?.focus();
    document.execCommand('insertText', false, 'nobody@example.com');
  });
  await expect(page).not.toHaveURL(/user=/);
  await expect(page.getByRole('button', { name: 'Everyone’s events' })).toHaveCount(0);
  await expect(person).toHaveValue('nobody@example.com');
  await person.press('Enter');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0);
  // A tap on a phone may leave the focus in the field.
  await page.getByRole('button', { name: 'Clear' }).evaluate((button: HTMLElement) => button.click());
  await expect(person).toBeFocused();
  await expect(person).toHaveValue('');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.jsonl$/);

  const other = await browser.newPage({ baseURL: world.server.url });
  await signIn(other, await world.server.add(someone('nostaff', 'Bita', 'Salehi')));
  await other.goto('/admin/audit');
  await expect(other).toHaveURL(/\/404$/);
  await other.close();
});
