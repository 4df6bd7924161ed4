import { expect } from './fixtures';
import { dialog, go, inFolder, inSpace, runFromPalette, type Flow, type Place } from './flows';
import { choose, press, tabTo } from './keys';

interface Entry {
  readonly email: string;
  readonly role: string;
}

/** Who has been given a file, and the role. */
async function guestsOf({ ask, spaceId }: Place, file: string): Promise<string[]> {
  const { entries } = await ask<{ entries: Entry[] }>(`role/v1/space/${spaceId}/targets/${file}/access`);
  return entries.map(({ email, role }) => `${email} ${role}`);
}

let counter = 0;

/** An address that nobody has. */
const stranger = () => `stranger${Date.now()}-${counter++}@example.org`;

/** Work that lets others in. */
export const sharingFlows: readonly Flow[] = [
  {
    name: 'share with a person and set the role',
    path: inFolder,
    as: 'admin',
    run: async (page, place) => {
      const email = stranger();
      await go(page, 'alpha.txt');
      await page.keyboard.press('Alt+s');
      await tabTo(page, 'combobox', /^Add people/);
      await page.keyboard.type(email);
      await page.keyboard.press('Enter');
      await tabTo(page, 'combobox', 'Permission');
      await page.keyboard.press('Enter');
      await choose(page, 'Editor', 'option');
      await press(page, 'button', 'Add');
      await expect.poll(() => guestsOf(place, place.ids.alpha)).toContain(`${email} editor`);
    },
  },
  {
    name: 'take the access of a person away',
    path: inFolder,
    as: 'admin',
    run: async (page, place) => {
      const email = stranger();
      await place.call('POST', `role/v1/space/${place.spaceId}/guest-users`, {
        emails: [email],
        role_id: 'viewer',
        targets: [{ target_id: place.ids.alpha, target_type: 'file' }],
      });
      expect(await guestsOf(place, place.ids.alpha)).toContain(`${email} viewer`);
      await go(page, 'alpha.txt');
      await page.keyboard.press('Alt+s');
      await press(page, 'button', `Remove ${email}’s access`);
      await expect.poll(() => guestsOf(place, place.ids.alpha)).not.toContain(`${email} viewer`);
      await expect(dialog(page).locator('[data-access=guest]')).toHaveCount(0);
    },
  },
  {
    name: 'make a link with a password',
    path: inFolder,
    run: async (page, { ask, spaceId, ids }) => {
      await go(page, 'beta.txt');
      await page.keyboard.press('Alt+s');
      await press(page, 'button', 'Settings');
      await press(page, 'switch', /password/i, ' ');
      await tabTo(page, 'textbox', /password/i);
      await page.keyboard.type('Correct-1-horse');
      await press(page, 'button', 'Create and copy link');
      const route = `download/space/${spaceId}/directory/${ids.folder}/file/${ids.beta}/links`;
      await expect
        .poll(async () => (await ask<{ links: { has_password: boolean }[] }>(route)).links)
        .toEqual([expect.objectContaining({ has_password: true })]);
    },
  },
  {
    name: 'make an upload box',
    path: inFolder,
    run: async (page, { ask, spaceId, ids }) => {
      await go(page, 'docs');
      await runFromPalette(page, 'upload box', /^Upload box(?!es)/);
      await press(page, 'button', 'Create box');
      const route = `upload/space/${spaceId}/directory/${ids.docs}/box-link`;
      await expect.poll(async () => (await ask<{ boxes: unknown[] }>(route)).boxes).toHaveLength(1);
      await press(page, 'button', 'Done');
      await expect(dialog(page)).toHaveCount(0);
    },
  },
  {
    name: 'close the share dialog and stay at the entry',
    path: inFolder,
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
    name: 'invite a member',
    path: inSpace('/teammates'),
    as: 'admin',
    run: async (page, { ask, spaceId }) => {
      const email = stranger();
      await press(page, 'button', 'Add members');
      await tabTo(page, 'textbox', 'Email addresses');
      await page.keyboard.type(email);
      await page.keyboard.press('Enter');
      await press(page, 'button', 'Add one person');
      const route = `role/v1/space/${spaceId}/workspace-members?limit=100`;
      await expect
        .poll(async () => (await ask<{ members: { email: string }[] }>(route)).members.map((one) => one.email))
        .toContain(email);
    },
  },
  {
    name: 'create a role',
    path: inSpace('/custom-roles'),
    run: async (page, { ask, spaceId }) => {
      const name = `Reader ${Date.now()}`;
      await press(page, 'button', 'New role');
      await tabTo(page, 'textbox', 'Role name');
      await page.keyboard.type(name);
      await press(page, 'checkbox', /./, ' ');
      await press(page, 'button', 'Create role');
      const route = `role/v1/space/${spaceId}/custom-role`;
      await expect
        .poll(async () => (await ask<{ roles: { name: string }[] }>(route)).roles.map((one) => one.name))
        .toContain(name);
      await expect(dialog(page)).toHaveCount(0);
    },
  },
];
