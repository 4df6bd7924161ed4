import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FrameLocator, Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';

const sample = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../stories/testdata/documents/${name}`, import.meta.url)));

async function put(world: World, title: string, name = 'fa-letter.docx') {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`editors ${title} ${Date.now()}`);
  const file = await drive.file(`${title}.docx`, sample(name), folder);
  return `/editor/onlyoffice?space=${world.spaceId}&directory=${folder}&file=${file}`;
}

async function open(page: Page, address: string): Promise<FrameLocator> {
  await page.goto(address);
  await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true', { timeout: 20_000 });
  return page.frameLocator('main iframe');
}

const saving = (page: Page, state: string) => page.locator(`header [data-saving="${state}"]`);

/** Types at the beginning of the document. */
async function type(page: Page, frame: FrameLocator, text: string) {
  await frame
    .locator('.layout-page')
    .first()
    .click({ position: { x: 300, y: 130 } });
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(text);
}

for (const lang of ['fa', 'en'] as const) {
  const fa = lang === 'fa';

  test(
    `${lang}: a document is typed into, saved by itself, and there after a reload`,
    { tag: `@${lang}` },
    async ({ member: page, world }) => {
      test.slow();
      await prefer(page, lang);
      const address = await put(world, `typed ${lang}`);
      let frame = await open(page, address);
      await page.screenshot({ path: `/tmp/shots/open-${lang}.png` });
      await type(page, frame, 'نامهٔ تازه ');
      await expect(saving(page, 'clean')).toContainText(fa ? 'ذخیره شد، همین حالا' : 'Saved just now', {
        timeout: 20_000,
      });
      await page.screenshot({ path: `/tmp/shots/typed-${lang}.png` });
      frame = await open(page, address);
      await expect(frame.getByText('نامهٔ تازه').first()).toBeVisible();
    },
  );
}
