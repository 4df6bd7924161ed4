import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, type World } from './fixtures';
import { newcomer, Team } from './people';
import type { Tokens } from './server';
import { entry } from './sharing';

/**
 * Work of people who have no pointer; each begins at an address, and ends with what is true only when it is done: on the
 * server, or in sight.
 */
export interface Flow {
  readonly name: string;
  readonly path: (place: Place) => string;
  readonly run: (page: Page, place: Place) => Promise<void>;
  /** Who does it: the owner unless said otherwise. */
  readonly as?: keyof typeof people;
}

/** A folder of its own for each flow: alpha.txt, beta.txt, one more file, and the folder docs. */
export interface Place {
  readonly spaceId: string;
  /** The address of the workspace. */
  readonly space: string;
  /** The address of the folder. */
  readonly folder: string;
  readonly folderName: string;
  readonly ids: { readonly folder: string; readonly docs: string; readonly alpha: string; readonly beta: string };
  /** The name of the file that no other flow has. */
  readonly single: string;
  /** Asks the server as the person of the flow. */
  readonly ask: <T>(route: string) => Promise<T>;
  readonly call: <T>(method: string, route: string, body?: unknown) => Promise<T>;
}

const people = {
  owner: (world: World) => world.server.session(),
  // Has a proven address, which inviting others asks for.
  admin: async (world: World) => (await Team.of(world)).admin,
  newcomer: async (world: World) => (await newcomer(world)).tokens,
};

export const whoDoes = (flow: Flow, world: World): Promise<Tokens> => people[flow.as ?? 'owner'](world);

let made = 0;

export async function seedPlace({ server, spaceId }: World, { access }: Tokens): Promise<Place> {
  const drive = await Drive.of(server, spaceId);
  made += 1;
  const mark = `${Date.now()}-${made}`;
  const folderName = `flow-${mark}`;
  const folder = await drive.folder(folderName);
  const alpha = await drive.file('alpha.txt', 'first', folder);
  const beta = await drive.file('beta.txt', 'second', folder);
  const docs = await drive.folder('docs', folder);
  const single = `single-${mark}.txt`;
  await drive.file(single, 'third', folder);
  return {
    spaceId,
    space: `/workspace/${spaceId}`,
    folder: `/workspace/${spaceId}/directory/${folder}?view=list&sort=name:1`,
    folderName,
    ids: { folder, docs, alpha, beta },
    single,
    ask: (route) => server.call('GET', route, undefined, access),
    call: (method, route, body) => server.call(method, route, body, access),
  };
}

export const inFolder = ({ folder }: Place) => folder;
export const inSpace =
  (path: string) =>
  ({ space }: Place) =>
    `${space}${path}`;
export const at = (path: string) => () => path;

export const dialog = (page: Page) => page.getByRole('dialog');

/** The names in a folder, as the server has them. */
export async function namesIn({ ask, spaceId }: Place, folder: string): Promise<string[]> {
  const list = await ask<{ directories: { name: string }[]; files: { file_name: string }[] }>(
    `storage/space/${spaceId}/directory/${folder}`,
  );
  return [...list.directories.map((one) => one.name), ...list.files.map((one) => one.file_name)];
}

/** Whether the trash of the shared files has a name in it, as the server says. */
export async function isInTrash({ ask, spaceId }: Place, name: string): Promise<boolean> {
  const { workspaces } = await ask<{ workspaces: { space_id: string; trash_root_directory_id: string }[] }>(
    'storage/workspaces',
  );
  const root = workspaces.find((space) => space.space_id === spaceId)?.trash_root_directory_id;
  return JSON.stringify(await ask(`trash/${spaceId}/directory/${root}?limit=100`)).includes(name);
}

/** Puts the cursor of the list on an entry. */
export async function go(page: Page, name: string) {
  await expect(entry(page, name)).toBeVisible();
  await page.locator('[data-entries]').focus();
  await page.keyboard.press('Home');
  const row = page.locator('[aria-selected=true][data-index]').filter({ hasText: name });
  for (let steps = 0; steps < 60 && (await row.count()) === 0; steps += 1) await page.keyboard.press('ArrowDown');
  await expect(row).toHaveCount(1);
}

/** Finds an act in the command palette and runs it. */
export async function runFromPalette(page: Page, words: string, name: RegExp) {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Type a command/ })).toBeFocused();
  await page.keyboard.type(words);
  const wanted = page.getByRole('option', { name });
  await expect(wanted.first()).toBeVisible();
  const chosen = page.locator('[role=option][aria-selected=true]');
  for (let steps = 0; steps < 20; steps += 1) {
    if (name.test((await chosen.textContent()) ?? '')) break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(chosen).toHaveText(name);
  await page.keyboard.press('Enter');
}
