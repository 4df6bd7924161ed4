import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, test } from './fixtures';
import { enter, newcomer, Team } from './people';

const entry = (page: Page, name: string) => page.locator('[data-index]').filter({ hasText: name });

test('a person is found by a part of their name', { tag: '@phone' }, async ({ browser, world, viewport, isMobile }) => {
  const team = await Team.of(world);
  const { person } = await newcomer(world, 'آرزو', 'یگانه‌فر');
  const { person: other } = await newcomer(world, 'آرمین', 'یگانه‌زاده');
  await world.server.call(
    'PATCH',
    `role/v1/space/${world.spaceId}/change-members`,
    { role_id: 'no_role', emails: [person.email, other.email] },
    team.admin.access,
  );
  const drive = await Drive.of(world.server, world.spaceId);
  const outer = await drive.folder(`نامزدها ${Number(isMobile)} ${Date.now()}`);
  await drive.folder('پرونده', outer);
  const page = await enter(browser, world, { viewport, isMobile }, team.admin);
  await page.goto(`/workspace/${world.spaceId}/directory/${outer}?view=list`);
  await entry(page, 'پرونده').locator('[data-part=more]').click();
  await page.getByRole('menuitem', { name: /^اشتراک‌گذاری/ }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'پرونده' });
  const field = dialog.getByRole('combobox', { name: 'افزودن افراد با نام یا ایمیل' });
  await field.pressSequentially('یگانه');
  const options = page.getByRole('option');
  await expect(options).toHaveCount(2);
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  // Escape puts away the list alone.
  await field.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(field).toBeFocused();
  await field.press('Backspace');
  await expect(options).toHaveCount(2);
  await field.press('ArrowDown');
  const second = await options.nth(1).locator('bdi').last().innerText();
  await field.press('Enter');
  await expect(dialog.getByRole('button', { name: new RegExp(`حذف .*${second}`) })).toBeVisible();
  await expect(field).toHaveValue('');
  // Whoever is taken is suggested no more; the other is taken by a click.
  await field.pressSequentially('یگانه');
  await expect(options).toHaveCount(1);
  await options.first().click();
  await expect(dialog.getByRole('button', { name: /^حذف .*person/ })).toHaveCount(2);
  await expect(field).toBeFocused();
  // An address that is whole counts as it is written.
  await field.fill('nobody@example.org');
  await field.press('Enter');
  await expect(dialog.getByRole('button', { name: /حذف .*nobody@example.org/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'افزودن', exact: true }).click();
  await expect(dialog.locator('[data-access=guest]')).toHaveCount(3);
  await page.context().close();
});
