import type { Page } from '@playwright/test';

/**
 * Types as fast as a user: no key waits until the page has answered the one before, which on a busy machine takes longer
 * than the time after which letters begin another name.
 */
export async function typeAtOnce(page: Page, letters: string) {
  await Promise.all(Array.from(letters, (letter) => page.keyboard.press(letter)));
}
