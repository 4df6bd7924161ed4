import JSZip from 'jszip';
import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { editorOf } from './editor-samples';
import { expect, prefer, type World } from './fixtures';
import { full } from './looks';
import { hasOffice, isFromRightByOffice, valuesByOffice } from './office';

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

/** Puts a workbook there, and opens it in the editor in Persian. */
export async function openSheet(page: Page, world: World, name: string, content: Uint8Array): Promise<Opened> {
  await prefer(page, 'fa');
  const opened = await put(world, name, content);
  await page.goto(editorOf(world, opened.folder, opened.file));
  return opened;
}

export async function storedBytes(world: World, { folder, file }: Opened): Promise<Uint8Array> {
  const { access } = await world.server.session();
  const path = `download/space/${world.spaceId}/directory/${folder}/file/${file}`;
  const { url } = await world.server.call<{ url: string }>('GET', path, undefined, access);
  return new Uint8Array(await (await fetch(new URL(url, world.server.url))).arrayBuffer());
}

/** Before a release LibreOffice reads what was saved, too: all rows with their values, and the way that the sheet runs. */
export async function judged(world: World, opened: Opened, rows: readonly unknown[], rtl = true): Promise<void> {
  if (!full || !hasOffice()) return;
  const bytes = await storedBytes(world, opened);
  expect(valuesByOffice(bytes)).toEqual(rows);
  expect(isFromRightByOffice(bytes)).toBe(rtl);
}

/** A part of the stored file as it is written: by default that with the cells. */
export async function stored(world: World, opened: Opened, part = 'xl/worksheets/sheet1.xml'): Promise<string> {
  const zip = await JSZip.loadAsync(await storedBytes(world, opened));
  return (await zip.file(part)?.async('text')) ?? '';
}
