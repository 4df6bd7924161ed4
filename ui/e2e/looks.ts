import fs from 'node:fs/promises';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type FileChooser, type Page } from '@playwright/test';

/** Every pair of language and size, as before a release. */
export const full = !!process.env.FULL;

/** Waits until nothing moves any more and the letters have their shapes. */
export async function still(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Two pictures: what the first one starts to move runs in the second.
    for (let drawn = 0; drawn < 2; drawn++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const ending = document
      .getAnimations()
      // Those that follow a scroll bar have no end either.
      .filter(
        ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().iterations !== Infinity,
      );
    await Promise.all(ending.map(({ finished }) => finished.catch(() => null)));
  });
}

/**
 * Expects that axe finds nothing on the page, or in a part of it. These states are beside the places of axe.spec.ts:
 * one size is enough for both.
 */
export async function expectAccessible(page: Page, part?: string) {
  const width = page.viewportSize()?.width ?? 0;
  if (!full && width < 640) return;
  await still(page);
  // Our pages have no frames, so nothing has to be put together in a page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

/** Presses a key that asks for files. A page hears keys some frames after it is drawn, so it is pressed until it asks. */
export async function choose(page: Page, key: string, files: Parameters<FileChooser['setFiles']>[0]) {
  const asked = page.waitForEvent('filechooser');
  // A test that ends first closes the page; its own failure is the one to read.
  asked.catch(() => null);
  let chooser: FileChooser | null = null;
  void asked.then((came) => (chooser = came));
  await expect
    .poll(
      async () => {
        if (!chooser) await page.keyboard.press(key);
        return chooser;
      },
      { intervals: [500] },
    )
    .not.toBeNull();
  await (await asked).setFiles(files);
}

/** A large file to choose, full of some contents. It lies on the disk: one in memory would travel to the browser as text. */
export async function large(name: string, size: number, contents: string | number): Promise<string> {
  const file = test.info().outputPath(`${contents}`, name);
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, Buffer.alloc(size, contents));
  return file;
}
