import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FrameLocator, Page } from '@playwright/test';
import JSZip from 'jszip';
import { Drive } from './drive';
import { expect, type World } from './fixtures';

export const sample = () =>
  readFileSync(fileURLToPath(new URL('../../stories/testdata/documents/fa-letter.docx', import.meta.url)));

export interface Put {
  readonly address: string;
  readonly folder: string;
  readonly file: string;
}

export async function put(world: World, title: string, content: Uint8Array = sample()): Promise<Put> {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`editors ${title} ${Date.now()}`);
  const file = await drive.file(`${title}.docx`, content, folder);
  return { address: `/editor/onlyoffice?space=${world.spaceId}&directory=${folder}&file=${file}`, folder, file };
}

export async function shown(page: Page): Promise<FrameLocator> {
  await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
  return page.frameLocator('main iframe');
}

export async function open(page: Page, address: string): Promise<FrameLocator> {
  await page.goto(address);
  return shown(page);
}

export const saving = (page: Page, state: string) => page.locator(`header [data-saving="${state}"]`);
export const saved = { timeout: 25_000 };

/** Types at the beginning of the document. */
export async function type(page: Page, frame: FrameLocator, text: string) {
  await frame
    .locator('.layout-page')
    .first()
    .click({ position: { x: 300, y: 130 } });
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(text);
  await expect(frame.locator('.layout-page').first()).toContainText(text.trim());
}

/** The newest version, as the server stores it. */
export async function bytesOf(world: World, { folder, file }: Put): Promise<Uint8Array> {
  const { access } = await world.server.session();
  const path = `download/space/${world.spaceId}/directory/${folder}/file/${file}`;
  // A save between the two answers takes the content away that the first one named.
  for (let tries = 0; ; tries += 1) {
    const { url } = await world.server.call<{ url: string }>('GET', path, undefined, access);
    const answer = await fetch(new URL(url, world.server.url));
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
    if (tries === 3) throw new Error(`${answer.status} ${await answer.text()}`);
  }
}

/** The text of the newest version, as the server stores it. */
export async function stored(world: World, document: Put): Promise<string> {
  const zip = await JSZip.loadAsync(await bytesOf(world, document));
  return (await zip.file('word/document.xml')?.async('text')) ?? '';
}

/** The words of a document, whatever they look like. */
export const wordsIn = (xml: string) => xml.replaceAll(/<[^>]+>/g, '');
