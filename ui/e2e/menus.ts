import { expect, type Locator, type Page } from '@playwright/test';

type Name = string | RegExp;

const backButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^(بازگشت|Back)$/ });

/** Opens a submenu; on a phone it takes the place of its parent. */
async function openSubmenu(page: Page, way: Locator) {
  // The mouse would stay over a row, and another submenu might be open by that.
  await way.press('Enter');
  await expect
    .poll(async () => {
      if (await backButton(page).isVisible()) return true;
      const id = await way.getAttribute('aria-controls', { timeout: 1000 }).catch(() => null);
      return id !== null && page.locator(`[id="${id}"]`).isVisible();
    })
    .toBe(true);
}

/**
 * The entry of the open menu, with the submenu opened that it stands in: specs do not say which one that is. Where no
 * submenu has it, nothing is found.
 */
export async function menuItem(page: Page, name: Name) {
  const item = page.getByRole('menuitem', { name });
  const ways = page.locator('[role=menuitem][aria-haspopup=menu]');
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  for (let at = 0; (await item.count()) === 0 && at < (await ways.count()); at += 1) {
    if ((await ways.nth(at).getAttribute('data-popup-open')) !== null) continue;
    await openSubmenu(page, ways.nth(at));
    if ((await item.count()) === 0 && (await backButton(page).isVisible())) await backButton(page).click();
  }
  return item;
}

/** Chooses an entry of the open menu, in whichever submenu it stands: there with the keys, which opened it. */
export async function chooseItem(page: Page, name: Name) {
  const item = page.getByRole('menuitem', { name });
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  if ((await item.count()) > 0) await item.click();
  else await (await menuItem(page, name)).press('Enter');
}
