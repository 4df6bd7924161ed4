import { expect } from './fixtures';
import { at, dialog, inSpace, type Flow, type Place } from './flows';
import { choose, press, tabTo } from './keys';

const tokenNames = async ({ ask }: Place) =>
  (await ask<{ tokens: { name: string }[] }>('accounts/api-tokens')).tokens.map(({ name }) => name);

const tagNames = async ({ ask, spaceId }: Place) =>
  (await ask<{ custom_fields: { title: string }[] }>(`custom-field/space/${spaceId}`)).custom_fields.map(
    ({ title }) => title,
  );

const runsOf = async ({ ask }: Place, job: string) =>
  (await ask<{ jobs: { name: string; runs: number }[] }>('admin/jobs')).jobs.find(({ name }) => name === job)?.runs;

const signupMode = async ({ ask }: Place) => (await ask<{ signup: { mode: string } }>('admin/settings')).signup.mode;

/** Work in the rooms beside the files: the account, tags, support, the console. */
export const roomFlows: readonly Flow[] = [
  {
    name: 'change the theme',
    path: at('/account/settings'),
    run: async (page) => {
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
      await press(page, 'button', 'Theme');
      await choose(page, 'Dark', 'menuitemcheckbox');
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    },
  },
  {
    name: 'change the language',
    path: at('/account/settings'),
    run: async (page) => {
      await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
      await press(page, 'button', 'Language');
      await choose(page, 'فارسی', 'menuitemcheckbox');
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    },
  },
  {
    name: 'go through the tabs of the account',
    path: at('/account/settings'),
    run: async (page) => {
      await tabTo(page, 'tab', 'General');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/tab=security/);
      await expect(page.getByRole('tabpanel').getByRole('heading', { name: 'Password' })).toBeVisible();
      await expect(page.getByRole('tab', { selected: true })).toBeFocused();
    },
  },
  {
    name: 'change the own name',
    path: at('/account/settings'),
    as: 'newcomer',
    run: async (page, { ask }) => {
      const name = async () => (await ask<{ first_name: string }>('accounts/v1/users/me')).first_name;
      expect(await name()).not.toBe('پروین');
      await tabTo(page, 'textbox', 'First name');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('پروین');
      await page.keyboard.press('Enter');
      await expect.poll(name).toBe('پروین');
    },
  },
  {
    name: 'change the own name with the button',
    path: at('/account/settings'),
    as: 'newcomer',
    run: async (page, { ask }) => {
      const name = async () => (await ask<{ last_name: string }>('accounts/v1/users/me')).last_name;
      expect(await name()).not.toBe('رستمی');
      await tabTo(page, 'textbox', 'Last name');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('رستمی');
      await press(page, 'button', 'Save');
      await expect.poll(name).toBe('رستمی');
    },
  },
  {
    name: 'create a token',
    path: at('/account/settings?tab=tokens'),
    run: async (page, place) => {
      const name = `backup ${Date.now()}`;
      await press(page, 'button', 'Create token');
      await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toBeFocused();
      await page.keyboard.type(name);
      await press(page, 'checkbox', /./, ' ');
      await press(page, 'button', 'Create token');
      await expect.poll(() => tokenNames(place)).toContain(name);
      await expect(dialog(page)).toContainText('anb_');
      await press(page, 'button', /^I’ve /);
      await expect(dialog(page)).toHaveCount(0);
    },
  },
  {
    name: 'take a token back',
    path: at('/account/settings?tab=tokens'),
    run: async (page, place) => {
      const name = `old ${Date.now()}`;
      await place.call('POST', 'accounts/api-tokens', {
        name,
        space_ids: [place.spaceId],
        may_write: false,
        expires_at: null,
      });
      await page.reload();
      await press(page, 'button', `Revoke ${name}`);
      await expect(dialog(page)).toBeVisible();
      await press(page, 'button', 'Revoke');
      await expect.poll(() => tokenNames(place)).not.toContain(name);
      await expect(page.getByText(name, { exact: true })).toHaveCount(0);
    },
  },
  {
    name: 'create a tag',
    path: inSpace('/custom-fields'),
    run: async (page, place) => {
      const name = `Tag ${Date.now()}`;
      await press(page, 'button', 'New tag');
      await tabTo(page, 'textbox', 'Name');
      await page.keyboard.type(name);
      await press(page, 'button', 'Create');
      await expect.poll(() => tagNames(place)).toContain(name);
      await expect(dialog(page)).toHaveCount(0);
    },
  },
  {
    name: 'delete a tag',
    path: inSpace('/custom-fields'),
    run: async (page, place) => {
      const title = `Gone ${Date.now()}`;
      await place.call('POST', 'custom-field/space', { space_id: place.spaceId, title, type: 'text' });
      await page.reload();
      await press(page, 'button', `Actions for tag “${title}”`);
      await choose(page, 'Delete tag');
      await expect(dialog(page)).toContainText(title);
      await press(page, 'button', 'Delete tag');
      await expect.poll(() => tagNames(place)).not.toContain(title);
      await expect(page.getByRole('main').getByText(title)).toHaveCount(0);
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
    run: async (page, { ask }) => {
      const subject = `A question ${Date.now()}`;
      await tabTo(page, 'textbox', 'Subject');
      await page.keyboard.type(subject);
      await tabTo(page, 'textbox', 'Description');
      await page.keyboard.type('How do I share a folder?');
      await press(page, 'button', 'Send ticket');
      await expect(page).toHaveURL(/\/ticket\/reply\//);
      const { tickets } = await ask<{ tickets: { subject: string }[] }>('support/tickets');
      expect(tickets.map((ticket) => ticket.subject)).toContain(subject);
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
      await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
    },
  },
  {
    name: 'change a setting of the server',
    path: at('/admin/settings'),
    run: async (page, place) => {
      const before = await signupMode(place);
      expect(before).not.toBe('open');
      await tabTo(page, 'combobox', 'Sign-up is open to');
      await page.keyboard.press('Enter');
      // An open list begins at what is chosen, which is the last one here.
      await expect(page.getByRole('option', { selected: true })).toBeFocused();
      await page.keyboard.press('Home');
      await choose(page, 'Everyone', 'option');
      await press(page, 'button', 'Save');
      await expect.poll(() => signupMode(place)).toBe('open');
      await place.call('PUT', 'admin/settings/signup', { mode: before });
    },
  },
  {
    name: 'run a job',
    path: at('/admin/jobs'),
    run: async (page, place) => {
      const before = (await runsOf(place, 'trash_expire')) ?? Number.NaN;
      await press(page, 'button', 'Run now: Empty old trash');
      await expect.poll(() => runsOf(place, 'trash_expire')).toBe(before + 1);
    },
  },
];
