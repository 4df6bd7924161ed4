import { expect } from './fixtures';
import { inSpace, type Flow } from './flows-files';
import { press, tabTo } from './keys';

const at = (path: string) => () => path;

/** Work in the rooms beside the files: the account, members, support, the console. */
export const roomFlows: readonly Flow[] = [
  {
    name: 'change the theme',
    path: at('/account/settings'),
    run: async (page) => {
      await press(page, 'button', /^Theme|theme/);
      await expect(page.getByRole('menu').or(page.locator('html[data-theme], html.dark')).first()).toBeAttached();
    },
  },
  {
    name: 'change the own name',
    path: at('/account/settings'),
    run: async (page) => {
      await tabTo(page, 'textbox', 'First name');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('سارا');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('سارا');
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
    name: 'ask for support',
    path: at('/ticket/new'),
    run: async (page) => {
      await tabTo(page, 'textbox', 'Subject');
      await page.keyboard.type('A question');
      await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('A question');
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
