import type { Page } from '@playwright/test';
import { expect, type World } from './fixtures';
import { chooseItem } from './menus';

export const entry = (page: Page, name: string) => page.locator('[data-index]').filter({ hasText: name });

/** Opens the dialog of an action on an entry of a directory. */
export async function openDialog(page: Page, world: World, id: string, name: string, action: RegExp) {
  await page.goto(`/workspace/${world.spaceId}/directory/${id}?view=list`);
  await entry(page, name).locator('[data-part=more]').click();
  await chooseItem(page, action);
  await expect(page.getByRole('dialog')).toHaveCount(1);
}

/** As over plain HTTP, where there is no clipboard object: the copied text stands at the body. */
export async function withoutClipboard(page: Page) {
  await page.addInitScript(() => {
    delete (Navigator.prototype as { clipboard?: unknown }).clipboard;
    document.execCommand = (command) => {
      document.body.dataset[command] = (document.activeElement as HTMLTextAreaElement).value;
      return true;
    };
  });
}
