import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { choose, press, tabTo } from './keys';
import { entry } from './sharing';

/** Work of people who have no pointer; each begins at an address and ends with something that is in sight. */
interface Flow {
  readonly name: string;
  readonly path: (place: Place) => string;
  readonly run: (page: Page, place: Place) => Promise<void>;
}

interface Place {
  readonly space: string;
  readonly folder: string;
}

let made = 0;

async function seed({ server, spaceId }: World): Promise<Place> {
  const drive = await Drive.of(server, spaceId);
  made += 1;
  const id = await drive.folder(`flow-${Date.now()}-${made}`);
  await drive.file('alpha.txt', 'first', id);
  await drive.file('beta.txt', 'second', id);
  await drive.folder('docs', id);
  return { space: `/workspace/${spaceId}`, folder: `/workspace/${spaceId}/directory/${id}?view=list&sort=name:1` };
}

const folder = ({ folder: path }: Place) => path;
const inSpace =
  (path: string) =>
  ({ space }: Place) =>
    `${space}${path}`;
const at = (path: string) => () => path;

/** Puts the cursor of the list on an entry. */
async function go(page: Page, name: string) {
  await expect(entry(page, name)).toBeVisible();
  await page.locator('[data-entries]').focus();
  await page.keyboard.press('Home');
  const row = page.locator('[aria-selected=true][data-index]').filter({ hasText: name });
  for (let steps = 0; steps < 20 && (await row.count()) === 0; steps += 1) await page.keyboard.press('ArrowDown');
  await expect(row).toHaveCount(1);
}

const dialog = (page: Page) => page.getByRole('dialog');

const flows: Flow[] = [
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
    name: 'cut and paste into a folder',
    path: folder,
    run: async (page) => {
      await go(page, 'alpha.txt');
      await page.keyboard.press('Control+x');
      await go(page, 'docs');
      await page.keyboard.press('Enter');
      await expect(page.locator('[data-state=empty]')).toBeVisible();
      await page.keyboard.press('Control+v');
      await expect(entry(page, 'alpha.txt')).toBeVisible();
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
      await expect(page.getByRole('tab', { selected: true }).first()).toBeFocused();
    },
  },
  {
    name: 'look at a file and the next one',
    path: folder,
    run: async (page) => {
      await go(page, 'alpha.txt');
      await page.keyboard.press('Shift+Enter');
      await expect(page.getByText('first')).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByText('second')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(entry(page, 'alpha.txt')).toBeVisible();
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
    name: 'search, and open what is found',
    path: folder,
    run: async (page) => {
      await go(page, 'docs');
      await page.keyboard.press('/');
      await page.keyboard.type('alpha');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/search\?/);
      await expect(page.getByRole('main')).toContainText('alpha.txt');
    },
  },
  {
    name: 'go somewhere by the command palette',
    path: folder,
    run: async (page) => {
      await go(page, 'docs');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('trash');
      await expect(page.getByRole('option').first()).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/trash/);
    },
  },
  {
    name: 'read the list of keys',
    path: folder,
    run: async (page) => {
      await go(page, 'docs');
      await page.keyboard.press('?');
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
  {
    name: 'restore from the trash',
    path: inSpace('/trash?view=list'),
    run: async (page, place) => {
      await page.goto(place.folder);
      await go(page, 'beta.txt');
      await page.keyboard.press('Delete');
      await expect(entry(page, 'beta.txt')).toHaveCount(0);
      await page.goto(`${place.space}/trash?view=list`);
      await page.locator('[data-index]').first().waitFor();
      await page.locator('[data-entries]').focus();
      await page.keyboard.press('Home');
      await press(page, 'button', 'Restore');
      await expect(page.getByRole('status').filter({ hasText: /restored/i })).toBeVisible();
    },
  },
  {
    name: 'delete for ever after a question',
    path: inSpace('/trash?view=list'),
    run: async (page, place) => {
      await page.goto(place.folder);
      await go(page, 'beta.txt');
      await page.keyboard.press('Delete');
      await expect(entry(page, 'beta.txt')).toHaveCount(0);
      await page.goto(`${place.space}/trash?view=list`);
      await page.locator('[data-index]').first().waitFor();
      await page.locator('[data-entries]').focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('Delete');
      await press(page, 'button', /^Delete/);
      await expect(page.getByRole('status').filter({ hasText: /deleted/i })).toBeVisible();
    },
  },
  {
    name: 'change the theme',
    path: at('/account/settings'),
    run: async (page) => {
      await press(page, 'button', /^Theme|theme/);
      await expect(page.getByRole('menu').or(page.locator('html[data-theme], html.dark')).first()).toBeAttached();
    },
  },
  {
    name: 'go through the tabs of the account',
    path: at('/account/settings'),
    run: async (page) => {
      await tabTo(page, 'tab', 'General');
      await page.keyboard.press('ArrowDown');
      await expect(page).toHaveURL(/tab=security/);
    },
  },
  {
    name: 'change the own name',
    path: at('/account/settings'),
    run: async (page) => {
      await tabTo(page, 'textbox', 'First name');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('سارا');
      await press(page, 'button', 'Save');
      await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('سارا');
    },
  },
  {
    name: 'create a token',
    path: at('/account/settings?tab=tokens'),
    run: async (page) => {
      await press(page, 'button', 'Create token');
      await page.keyboard.type('backup');
      await press(page, 'button', /^Create/);
      await expect(dialog(page)).toContainText('anb_');
    },
  },
  {
    name: 'invite a member',
    path: inSpace('/teammates'),
    run: async (page) => {
      await press(page, 'button', 'Add members');
      await tabTo(page, 'textbox', 'Email addresses');
      await page.keyboard.type(`m${Date.now()}@example.org`);
      await page.keyboard.press('Enter');
      await press(page, 'button', /^Add one person/);
      await expect(page.getByRole('status').or(dialog(page)).first()).toBeVisible();
    },
  },
  {
    name: 'create a role',
    path: inSpace('/custom-roles'),
    run: async (page) => {
      await press(page, 'button', 'New role');
      await tabTo(page, 'textbox', 'Name');
      await page.keyboard.type(`Reader ${Date.now()}`);
      await press(page, 'checkbox', /.*/, ' ');
      await expect(dialog(page).getByRole('checkbox').first()).toBeFocused();
    },
  },
  {
    name: 'create a tag',
    path: inSpace('/custom-fields'),
    run: async (page) => {
      await press(page, 'button', 'New tag');
      await tabTo(page, 'textbox', 'Name');
      const name = `Tag ${Date.now()}`;
      await page.keyboard.type(name);
      await press(page, 'button', 'Create');
      await expect(page.getByRole('main')).toContainText(name);
    },
  },
  {
    name: 'filter the activity',
    path: inSpace('/activity'),
    run: async (page) => {
      await tabTo(page, 'combobox', /./);
      await expect(page.getByRole('main')).toBeVisible();
    },
  },
  {
    name: 'read a topic of the help',
    path: at('/help'),
    run: async (page) => {
      await press(page, 'link', /^Sharing/);
      await expect(page.getByRole('heading', { level: 1, name: 'Sharing' })).toBeVisible();
    },
  },
  {
    name: 'ask for support',
    path: at('/ticket/new'),
    run: async (page) => {
      await tabTo(page, 'textbox', 'Subject');
      await page.keyboard.type('A question');
      await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('A question');
    },
  },
  {
    name: 'open a person in the console and come back',
    path: at('/admin/people'),
    run: async (page) => {
      await page.getByRole('table').getByRole('link').first().waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/person=/);
      await press(page, 'link', 'Back to people');
      await expect(page).not.toHaveURL(/person=/);
    },
  },
  {
    name: 'change a setting of the server',
    path: at('/admin/settings'),
    run: async (page) => {
      await tabTo(page, 'combobox', 'Sign-up is open to');
      await page.keyboard.press('Enter');
      await choose(page, 'Everyone', 'option');
      await press(page, 'button', 'Save');
      await expect(page.getByRole('combobox', { name: 'Sign-up is open to' })).toContainText('Everyone');
    },
  },
  {
    name: 'run a job',
    path: at('/admin/jobs'),
    run: async (page) => {
      await press(page, 'button', /^Run /);
      await expect(page.getByRole('main')).toContainText('Done');
    },
  },
];

for (const flow of flows) {
  test(`without a pointer: ${flow.name}`, { tag: '@full' }, async ({ member: page, world }) => {
    await prefer(page, 'en');
    const place = await seed(world);
    await page.goto(flow.path(place));
    await flow.run(page, place);
    // The next key has somewhere to go.
    await expect
      .poll(() => page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body))
      .toBe(true);
  });
}
