import type { Page } from '@playwright/test';
import { documentsOf, editorOf, hold } from '../editor-samples';
import type { World } from '../fixtures';
import { wait } from './screens-files';
import type { Screen } from './screen';

const frame = (page: Page) => page.locator('main iframe[data-shown=true]').waitFor({ timeout: 30_000 });

async function newFromTemplate(page: Page, world: World): Promise<void> {
  const { folder } = await documentsOf(world);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}`);
  await wait(page);
  await page
    .getByRole('button', { name: /^(جدید|New)$/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: /^(از الگو…|From a template…)$/ }).click();
  await page.getByRole('dialog').getByRole('radio').nth(1).check();
}

/** Documents that are edited, and the templates that new ones begin with. */
export const editorsScreens: Screen[] = [
  {
    name: 'editor-word',
    go: async (page, world) => {
      const { folder, word } = await documentsOf(world);
      await page.goto(editorOf(world, folder, word));
      await frame(page);
    },
  },
  {
    name: 'editor-sheet',
    go: async (page, world) => {
      const { folder, sheet } = await documentsOf(world);
      await page.goto(editorOf(world, folder, sheet));
      await page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'editor-held',
    go: async (page, world) => {
      const { folder, word } = await hold(world);
      await page.goto(editorOf(world, folder, word));
      await page.getByRole('button', { name: /^(ویرایش یک کپی|ویرایش کپی|Edit a copy)$/ }).waitFor();
    },
  },
  {
    name: 'editor-trouble',
    go: async (page, world) => {
      const { folder, word } = await documentsOf(world);
      await page.goto(editorOf(world, folder, word));
      await frame(page);
      const inside = page.frames().find((one) => one.parentFrame() === page.mainFrame());
      await inside?.evaluate(() => parent.postMessage({ type: 'unwritten', number: 0 }, '*'));
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'templates', go: newFromTemplate },
  {
    name: 'templates-settings',
    go: async (page, world) => {
      const { templates } = await documentsOf(world);
      await page.goto(`/workspace/${world.spaceId}/settings`);
      await page.locator(`main a[href*="${templates}"]`).scrollIntoViewIfNeeded();
    },
  },
];
