import { expect, type Page } from '@playwright/test';

type Role = Parameters<Page['getByRole']>[0];

/**
 * Types as fast as a user: no key waits until the page has answered the one before, which on a busy machine takes longer
 * than the time after which letters begin another name.
 */
export async function typeAtOnce(page: Page, letters: string) {
  await Promise.all(Array.from(letters, (letter) => page.keyboard.press(letter)));
}

/** Presses Tab, or another key, until the focus is on `name`, as a user without a mouse does. */
export async function tabTo(page: Page, role: Role, name: string | RegExp, key = 'Tab') {
  const target = page.getByRole(role, { name, exact: typeof name === 'string' });
  for (let steps = 0; steps < 90; steps += 1) {
    const there = await target.evaluateAll((found) => found.some((element) => element === document.activeElement));
    if (there) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${role} ${name} cannot be reached with ${key}`);
}

/** Goes to a control with Tab and presses it. */
export async function press(page: Page, role: Role, name: string | RegExp, key = 'Enter') {
  await page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .first()
    .waitFor();
  await tabTo(page, role, name);
  await page.keyboard.press(key);
}

const hasCursor = (items: Element[]) =>
  items.some((item) => item === document.activeElement || item.matches('[data-highlighted]'));

/** Chooses an entry of the open menu, or of a list of choices, with the arrow keys. */
export async function choose(page: Page, name: string | RegExp, role: Role = 'menuitem') {
  const wanted = page.getByRole(role, { name });
  await expect(wanted.first()).toBeVisible();
  for (let steps = 0; steps < 40; steps += 1) {
    if (await wanted.evaluateAll(hasCursor)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}
