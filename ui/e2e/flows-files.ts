import type { Page } from '@playwright/test';
import { expect } from './fixtures';
import { choose, press, tabTo } from './keys';
import { entry } from './sharing';

/** Work of people who have no pointer; each begins at an address and ends with something that is in sight. */
export interface Flow {
  readonly name: string;
  readonly path: (place: Place) => string;
  readonly run: (page: Page, place: Place) => Promise<void>;
}

export interface Place {
  readonly space: string;
  readonly folder: string;
}

const folder = ({ folder: path }: Place) => path;
export const inSpace =
  (path: string) =>
  ({ space }: Place) =>
    `${space}${path}`;

/** Puts the cursor of the list on an entry. */
async function go(page: Page, name: string) {
  await expect(entry(page, name)).toBeVisible();
  await page.locator('[data-entries]').focus();
  await page.keyboard.press('Home');
  const row = page.locator('[aria-selected=true][data-index]').filter({ hasText: name });
  for (let steps = 0; steps < 20 && (await row.count()) === 0; steps += 1) await page.keyboard.press('ArrowDown');
  await expect(row).toHaveCount(1);
}

export const dialog = (page: Page) => page.getByRole('dialog');

/** Work with files. */
export const fileFlows: readonly Flow[] = [
  {
    name: 'copy and paste beside it',
    path: folder,
    run: async (page) => {
      await go(page, 'alpha.txt');
      await page.keyboard.press('Control+c');
      await page.keyboard.press('Control+v');
      await expect(
        page
          .locator('[data-index]')
          .filter({ hasText: /^.*alpha.*\(|alpha.*copy/ })
          .first(),
      ).toBeVisible();
    },
  },
  {
    name: 'choose several and all, and none',
    path: folder,
    run: async (page) => {
      await go(page, 'alpha.txt');
      await page.keyboard.press('Shift+ArrowDown');
      await expect(page.locator('[aria-selected=true][data-index]')).toHaveCount(2);
      await page.keyboard.press('Control+a');
      await expect(page.locator('[aria-selected=true][data-index]')).toHaveCount(3);
      await page.keyboard.press('Escape');
      await expect(page.locator('[aria-selected=true][data-index]')).toHaveCount(0);
    },
  },
  {
    name: 'mark a favorite',
    path: folder,
    run: async (page) => {
      await go(page, 'beta.txt');
      await page.keyboard.press('s');
      await expect(entry(page, 'beta.txt').getByRole('img', { name: 'Favorite' })).toBeVisible();
    },
  },
  {
    name: 'delete and take it back with the button of the message',
    path: folder,
    run: async (page) => {
      await go(page, 'beta.txt');
      await page.keyboard.press('Delete');
      await expect(entry(page, 'beta.txt')).toHaveCount(0);
      await page.keyboard.press('Control+z');
      await expect(entry(page, 'beta.txt')).toBeVisible();
    },
  },
  {
    name: 'switch between list and grid',
    path: folder,
    run: async (page) => {
      await go(page, 'beta.txt');
      await page.keyboard.press('v');
      await expect(page).toHaveURL(/view=grid/);
      await page.keyboard.press('v');
      await expect(page).toHaveURL(/view=list/);
    },
  },
  {
    name: 'sort by a column',
    path: folder,
    run: async (page) => {
      await press(page, 'button', /^Name/);
      await expect(page).toHaveURL(/sort=name(:|%3A)-1/);
    },
  },
  {
    name: 'read details and their tabs',
    path: (place) => `${place.folder}&details=1`,
    run: async (page) => {
      await go(page, 'beta.txt');
      await tabTo(page, 'tab', /^(Details|Properties|About)/);
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('[role=tab]:focus')).toHaveCount(1);
    },
  },
  {
    name: 'share with a person and set the role',
    path: folder,
    run: async (page) => {
      await go(page, 'alpha.txt');
      await page.keyboard.press('Alt+s');
      await tabTo(page, 'combobox', /^Add people/);
      await page.keyboard.type('nima@example.org');
      await page.keyboard.press('Enter');
      await press(page, 'button', 'Add');
      await expect(dialog(page).first()).toContainText('nima@example.org');
    },
  },
  {
    name: 'make a link with a password',
    path: folder,
    run: async (page) => {
      await go(page, 'beta.txt');
      await page.keyboard.press('Alt+s');
      await press(page, 'button', /^(Settings|Change settings|Edit)/);
      await press(page, 'switch', /password/i, ' ');
      await tabTo(page, 'textbox', /password/i);
      await page.keyboard.type('Correct-1-horse');
      await press(page, 'button', /^Create and copy|copy link/i);
      await expect(dialog(page)).toContainText(/password/i);
    },
  },
  {
    name: 'close the share dialog and stay at the entry',
    path: folder,
    run: async (page) => {
      await go(page, 'beta.txt');
      await page.keyboard.press('Alt+s');
      await expect(dialog(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
      await expect(page.locator('[data-entries]')).toBeFocused();
    },
  },
  {
    name: 'read the list of keys',
    path: folder,
    run: async (page) => {
      await go(page, 'docs');
      await page.keyboard.press('Shift+Slash');
      await expect(dialog(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.locator('[data-entries]')).toBeFocused();
    },
  },
  {
    name: 'skip to the content',
    path: folder,
    run: async (page) => {
      await entry(page, 'docs').waitFor();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.locator('#content')).toBeFocused();
    },
  },
  {
    name: 'make a text document',
    path: folder,
    run: async (page) => {
      await press(page, 'button', 'New');
      await choose(page, /^Word|^Document|^Text document/);
      await expect(page).toHaveURL(/\/edit|editor/);
    },
  },
  {
    name: 'make an upload box',
    path: folder,
    run: async (page) => {
      await go(page, 'docs');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('upload box');
      await expect(page.getByRole('option').first()).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(
        dialog(page)
          .or(page.getByRole('heading', { level: 1 }))
          .first(),
      ).toBeVisible();
    },
  },
];
