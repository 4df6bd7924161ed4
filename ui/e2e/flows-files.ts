import { expect } from './fixtures';
import { dialog, go, inFolder, inSpace, isInTrash, namesIn, runFromPalette, type Flow } from './flows';
import { choose, press, tabTo } from './keys';
import { entry } from './sharing';

const chosen = '[aria-selected=true][data-index]';

/** Work with files. */
export const fileFlows: readonly Flow[] = [
  {
    name: 'copy and paste beside it',
    path: inFolder,
    run: async (page, place) => {
      await go(page, 'alpha.txt');
      await page.keyboard.press('Control+c');
      await page.keyboard.press('Control+v');
      await expect(entry(page, 'alpha')).toHaveCount(2);
      const copies = async () => (await namesIn(place, place.ids.folder)).filter((name) => name.startsWith('alpha'));
      await expect.poll(copies).toHaveLength(2);
    },
  },
  {
    name: 'cut and paste into a folder',
    path: inFolder,
    run: async (page, place) => {
      await go(page, 'alpha.txt');
      await page.keyboard.press('Control+x');
      await go(page, 'docs');
      await page.keyboard.press('Enter');
      await expect(page.locator('[data-state=empty]')).toBeVisible();
      await page.keyboard.press('Control+v');
      await expect(entry(page, 'alpha.txt')).toBeVisible();
      await expect.poll(() => namesIn(place, place.ids.docs)).toEqual(['alpha.txt']);
    },
  },
  {
    name: 'choose several and all, and none',
    path: inFolder,
    run: async (page) => {
      await go(page, 'alpha.txt');
      await page.keyboard.press('Shift+ArrowDown');
      await expect(page.locator(chosen)).toHaveCount(2);
      await page.keyboard.press('Control+a');
      await expect(page.locator(chosen)).toHaveCount(4);
      await page.keyboard.press('Escape');
      await expect(page.locator(chosen)).toHaveCount(0);
    },
  },
  {
    name: 'mark a favorite',
    path: inFolder,
    run: async (page) => {
      await go(page, 'beta.txt');
      await expect(entry(page, 'beta.txt').getByRole('img', { name: 'Favorite' })).toHaveCount(0);
      await page.keyboard.press('s');
      await expect(entry(page, 'beta.txt').getByRole('img', { name: 'Favorite' })).toBeVisible();
    },
  },
  {
    name: 'make a folder',
    path: inFolder,
    run: async (page, place) => {
      await go(page, 'docs');
      await page.keyboard.press('Alt+n');
      await expect(dialog(page).getByRole('textbox')).toBeFocused();
      await page.keyboard.type('plans');
      await page.keyboard.press('Enter');
      await expect.poll(() => namesIn(place, place.ids.folder)).toContain('plans');
    },
  },
  {
    name: 'rename',
    path: inFolder,
    run: async (page, place) => {
      await go(page, 'beta.txt');
      await page.keyboard.press('F2');
      await expect(page.locator('[data-entries] input:focus')).toBeVisible();
      await page.keyboard.type('gamma');
      await page.keyboard.press('Enter');
      await expect.poll(() => namesIn(place, place.ids.folder)).toContain('gamma.txt');
      await expect(page.locator('[data-entries]')).toBeFocused();
    },
  },
  {
    name: 'move with the menu of an entry',
    path: inFolder,
    run: async (page, place) => {
      await go(page, 'beta.txt');
      await page.keyboard.press('Shift+F10');
      await choose(page, /^Copy and move/);
      await choose(page, /^Move to/);
      await press(page, 'button', 'docs');
      await press(page, 'button', /^Move here/);
      await expect.poll(() => namesIn(place, place.ids.docs)).toEqual(['beta.txt']);
      await expect(entry(page, 'beta.txt')).toHaveCount(0);
    },
  },
  {
    name: 'delete and take it back with the button of the message',
    path: inFolder,
    run: async (page, place) => {
      await go(page, 'beta.txt');
      await page.keyboard.press('Delete');
      await expect.poll(() => namesIn(place, place.ids.folder)).not.toContain('beta.txt');
      await press(page, 'button', 'Undo');
      await expect.poll(() => namesIn(place, place.ids.folder)).toContain('beta.txt');
      await expect(entry(page, 'beta.txt')).toBeVisible();
    },
  },
  {
    name: 'delete and take it back with Ctrl+Z',
    path: inFolder,
    run: async (page, place) => {
      await go(page, 'beta.txt');
      await page.keyboard.press('Delete');
      await expect.poll(() => namesIn(place, place.ids.folder)).not.toContain('beta.txt');
      await page.keyboard.press('Control+z');
      await expect.poll(() => namesIn(place, place.ids.folder)).toContain('beta.txt');
      await expect(entry(page, 'beta.txt')).toBeVisible();
    },
  },
  {
    name: 'restore from the trash',
    path: inFolder,
    run: async (page, place) => {
      await go(page, place.single);
      await page.keyboard.press('Delete');
      await expect.poll(() => namesIn(place, place.ids.folder)).not.toContain(place.single);
      await page.goto(`${place.space}/trash?view=list`);
      await go(page, place.single);
      await press(page, 'button', 'Restore');
      await expect.poll(() => namesIn(place, place.ids.folder)).toContain(place.single);
      await expect(entry(page, place.single)).toHaveCount(0);
    },
  },
  {
    name: 'delete for ever after a question',
    path: inFolder,
    run: async (page, place) => {
      await go(page, place.single);
      await page.keyboard.press('Delete');
      await expect.poll(() => namesIn(place, place.ids.folder)).not.toContain(place.single);
      await page.goto(`${place.space}/trash?view=list`);
      await go(page, place.single);
      expect(await isInTrash(place, place.single)).toBe(true);
      await page.keyboard.press('Delete');
      await expect(dialog(page)).toBeVisible();
      await press(page, 'button', /^Delete/);
      await expect.poll(() => isInTrash(place, place.single)).toBe(false);
      await expect(entry(page, place.single)).toHaveCount(0);
    },
  },
  {
    name: 'switch between list and grid',
    path: inFolder,
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
    path: inFolder,
    run: async (page) => {
      await expect(page.locator('[data-index="1"]')).toContainText('alpha.txt');
      await press(page, 'button', /^Name/);
      await expect(page).toHaveURL(/sort=name(:|%3A)-1/);
      await expect(page.locator('[data-index="1"]')).not.toContainText('alpha.txt');
    },
  },
  {
    name: 'read details and their tabs',
    path: (place) => `${place.folder}&details=1`,
    run: async (page) => {
      await go(page, 'beta.txt');
      const first = page.getByRole('tab', { name: 'Details' });
      await tabTo(page, 'tab', 'Details');
      await expect(first).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await expect(first).toHaveAttribute('aria-selected', 'false');
      await expect(page.getByRole('tab', { selected: true })).toBeFocused();
    },
  },
  {
    name: 'look at a file and the next one',
    path: inFolder,
    run: async (page, place) => {
      await go(page, 'alpha.txt');
      await page.keyboard.press('Shift+Enter');
      await expect(page).toHaveURL(new RegExp(`${place.ids.alpha}/preview`));
      await expect(page.getByText('first')).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByText('second')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page).not.toHaveURL(/preview/);
      await expect(entry(page, 'alpha.txt')).toBeVisible();
    },
  },
  {
    name: 'search, and open what is found',
    path: inFolder,
    run: async (page, { single }) => {
      await go(page, 'docs');
      await page.keyboard.press('/');
      await page.keyboard.type(single);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/search\?/);
      await expect(page.getByRole('main')).toContainText(single);
      await press(page, 'link', new RegExp(single));
      await expect(page).toHaveURL(/\/preview/);
      await expect(page.getByText('third')).toBeVisible();
    },
  },
  {
    name: 'go somewhere by the command palette',
    path: inFolder,
    run: async (page) => {
      await go(page, 'docs');
      await runFromPalette(page, 'trash', /^Trash/);
      await expect(page).toHaveURL(/\/trash/);
      await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeAttached();
    },
  },
  {
    name: 'read the list of keys',
    path: inFolder,
    run: async (page) => {
      await go(page, 'docs');
      await page.keyboard.press('Shift+Slash');
      await expect(dialog(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
      await expect(page.locator('[data-entries]')).toBeFocused();
    },
  },
  {
    name: 'skip to the content',
    path: inFolder,
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
    path: inFolder,
    run: async (page, place) => {
      const before = await namesIn(place, place.ids.folder);
      await press(page, 'button', 'New');
      await choose(page, /^Word|^Document|^Text document/);
      await expect(page).toHaveURL(/\/editor\//);
      await expect.poll(() => namesIn(place, place.ids.folder)).toHaveLength(before.length + 1);
    },
  },
  {
    name: 'filter the activity',
    path: inSpace('/activity'),
    run: async (page, { folderName }) => {
      const made = page.getByRole('main').getByText(folderName);
      await expect(made.first()).toBeVisible();
      await tabTo(page, 'combobox', 'Activity type');
      await page.keyboard.press('Enter');
      await choose(page, 'Tags', 'option');
      await expect(page).toHaveURL(/=tag\b/);
      await expect(made).toHaveCount(0);
    },
  },
];
