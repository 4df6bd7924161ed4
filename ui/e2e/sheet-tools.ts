import JSZip from 'jszip';
import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, type World } from './fixtures';

export interface Opened {
  readonly folder: string;
  readonly file: string;
}

export async function put(world: World, name: string, content: Uint8Array): Promise<Opened> {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`${name} ${Date.now()}`);
  return { folder, file: await drive.file(`${name}.xlsx`, content, folder) };
}

export const cell = (page: Page, name: string) => {
  const [, letter = '', row = ''] = /^([A-Z])(\d+)$/.exec(name) ?? [];
  return page.locator(`#cell-${row}-${letter.charCodeAt(0) - 64}`);
};

export const saved = (page: Page) =>
  expect(page.locator('header [data-saving]')).toHaveAttribute('data-saving', 'clean');

/** Types as people do: a click, and the keys. Signs that no key of the test's keyboard has need an open cell. */
export async function type(page: Page, name: string, text: string) {
  await cell(page, name).click();
  if (!/^[ -~]/.test(text)) await page.keyboard.press('F2');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** A part of the stored file as it is written: by default that with the cells. */
export async function stored(
  world: World,
  { folder, file }: Opened,
  part = 'xl/worksheets/sheet1.xml',
): Promise<string> {
  const { access } = await world.server.session();
  const path = `download/space/${world.spaceId}/directory/${folder}/file/${file}`;
  const { url } = await world.server.call<{ url: string }>('GET', path, undefined, access);
  const zip = await JSZip.loadAsync(await (await fetch(new URL(url, world.server.url))).arrayBuffer());
  return (await zip.file(part)?.async('text')) ?? '';
}
