import type { Page } from '@playwright/test';
import { expect, prefer, signIn, test, type World } from './fixtures';
import { someone } from './people';
import type { Tokens } from './server';
import { letTimePass } from './waits';

/** A new user with a workspace of their own. */
async function newcomer(page: Page, { server }: World, name: string): Promise<{ tokens: Tokens; spaceId: string }> {
  const person = someone(name, 'Newcomer', 'Person');
  const tokens = await server.add(person);
  const { space_id: spaceId } = await server.call<{ space_id: string }>(
    'POST',
    'storage/workspace',
    { title: `Space of ${name}` },
    tokens.access,
  );
  await server.showAround(person, tokens, false);
  await prefer(page, 'en');
  await signIn(page, tokens);
  return { tokens, spaceId };
}

const seen = async ({ server }: World, { access }: Tokens) =>
  (await server.call<{ is_onboarded: boolean }>('GET', 'accounts/v1/users/me', undefined, access)).is_onboarded;

test('newcomers are shown around once, by keyboard as well', async ({ page, world, isMobile }) => {
  const { tokens, spaceId } = await newcomer(page, world, `tour-${isMobile}`);
  const card = page.getByRole('dialog');
  await page.goto('/workspace');
  await expect(page.getByRole('heading', { name: 'Workspaces' })).toBeVisible();
  await expect(card).toHaveCount(0);

  await page.goto(`/workspace/${spaceId}`);
  await expect(card).toContainText('Step 1 of 3');
  await expect(card.getByRole('button', { name: 'Next' })).toBeFocused();
  const inside = async () => {
    const box = await card.boundingBox();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true);
  };
  await inside();
  await page.keyboard.press('Enter');
  await expect(card).toContainText('Step 2 of 3');
  await inside();
  await card.getByRole('button', { name: 'Back' }).click();
  await expect(card).toContainText('Step 1 of 3');
  await card.getByRole('button', { name: 'Next' }).click();
  await card.getByRole('button', { name: 'Next' }).click();
  await expect(card).toContainText('Step 3 of 3');
  await inside();
  await card.getByRole('button', { name: 'Get started' }).click();
  await expect(card).toHaveCount(0);
  await expect.poll(() => seen(world, tokens)).toBe(true);

  await page.reload();
  await expect(page.getByText('This folder is empty')).toBeVisible();
  await letTimePass(page, 1500, 'a tour that was not seen begins within it');
  await expect(card).toHaveCount(0);

  // Once more, from where people look for help; Escape ends it.
  await page
    .getByRole('button', { name: isMobile ? 'Account' : /Account/ })
    .last()
    .click();
  await page.getByText('Take the tour').click();
  await expect(card).toContainText('Step 1 of 3');
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect.poll(() => seen(world, tokens)).toBe(true);
});
