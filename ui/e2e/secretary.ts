import type { FrameLocator, Page } from '@playwright/test';
import JSZip from 'jszip';
import { expect, type World } from './fixtures';
import { bytesOf, put, saved, saving, type Put } from './letters';
import { full } from './looks';
import { hasOffice, textByOffice } from './office';
import { paragraph, word } from './word-samples';

/** As fast as fingers: the browser tells of a new selection a moment after the key. */
export const press = (page: Page, key: string) => page.keyboard.press(key, { delay: 60 });

export const letter = async (world: World, name: string, ...texts: string[]) =>
  put(world, name, await word(texts.map((text) => paragraph(text)).join(''), true));

export const into = (frame: FrameLocator, y = 110) =>
  frame
    .locator('.layout-page')
    .first()
    .click({ position: { x: 600, y } });

export const choose = async (frame: FrameLocator, menu: string, ...items: string[]) => {
  await frame.getByText(menu, { exact: true }).first().click();
  for (const item of items) await frame.getByText(item, { exact: true }).last().click();
};

export async function save(page: Page): Promise<void> {
  await press(page, 'Control+s');
  await expect(saving(page, 'clean')).toContainText(/ذخیره شد/, saved);
}

/** The parts of the newest version. */
export async function parts(world: World, document: Put): Promise<(name: string) => Promise<string>> {
  const zip = await JSZip.loadAsync(await bytesOf(world, document));
  return async (name) => (await zip.file(name)?.async('text')) ?? '';
}

/** Before a release LibreOffice reads what was saved, too. */
export async function judged(world: World, document: Put, ...texts: string[]): Promise<void> {
  if (!full || !hasOffice()) return;
  const read = textByOffice(await bytesOf(world, document));
  for (const text of texts) expect(read).toContain(text);
}
