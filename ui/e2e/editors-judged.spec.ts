import type { FrameLocator, Page } from '@playwright/test';
import { expect, prefer, test } from './fixtures';
import { bytesOf, open, put, saved, saving } from './letters';
import { drawnByOffice, hasOffice } from './office';
import { paragraph, word } from './word-samples';

const press = (page: Page, key: string) => page.keyboard.press(key, { delay: 60 });

interface Stand {
  readonly left: number;
  readonly right: number;
}

/** Where words stand in the editor, in parts of the width of their page. */
const standsIn = (frame: FrameLocator): Promise<Record<string, Stand>> =>
  frame
    .locator('.layout-page')
    .first()
    .evaluate((page) => {
      const whole = page.getBoundingClientRect();
      const found: Record<string, { left: number; right: number }> = {};
      const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent?.trim() ?? '';
        if (!/^word[a-z]$/.test(text)) continue;
        const words = document.createRange();
        words.selectNodeContents(node);
        const { left, right } = words.getBoundingClientRect();
        found[text] = { left: (left - whole.left) / whole.width, right: (right - whole.left) / whole.width };
      }
      return found;
    });

const DIRECTIONS = ['rtl', 'ltr'] as const;
const ALIGNMENTS = ['left', 'center', 'right', 'both'] as const;

const A = 'a'.charCodeAt(0);
const nameOf = (at: number) => `word${String.fromCharCode(A + at)}`;

const lineOf = (text: string, properties = '') =>
  paragraph(text, `<w:ind w:left="600" w:right="0"/>${properties}`).replace('<w:rtl/>', '');

for (const usual of DIRECTIONS) {
  test(
    `LibreOffice draws paragraphs where the buttons put them, with text that runs ${usual}`,
    { tag: '@full' },
    async ({ member: page, world, isMobile }) => {
      test.skip(isMobile || !hasOffice(), 'NOT TESTED: LibreOffice or pdftotext is not installed');
      test.slow();
      await prefer(page, 'fa');
      const cases = DIRECTIONS.flatMap((direction) => ALIGNMENTS.map((alignment) => ({ direction, alignment })));
      const body =
        cases.map((_, at) => lineOf(nameOf(at))).join('') +
        lineOf(nameOf(8)) +
        lineOf(nameOf(9), '<w:jc w:val="end"/>');
      const document = await put(world, `judged ${usual}`, await word(body, usual === 'rtl'));
      const frame = await open(page, document.address);
      for (const [at, { direction, alignment }] of cases.entries()) {
        await frame.locator('.layout-page').getByText(nameOf(at), { exact: true }).click();
        const name = direction === 'rtl' ? /^راست به چپ/ : /^چپ به راست/;
        await frame.getByRole('button', { name }).click();
        await frame.getByTestId('toolbar-alignment').click();
        await frame.getByTestId(`alignment-${alignment}`).click();
      }
      await press(page, 'Control+s');
      await expect(saving(page, 'clean')).toContainText(/ذخیره شد/, saved);
      const editor = await standsIn(frame);
      const drawn = drawnByOffice(await bytesOf(world, document));
      expect(Object.keys(editor)).toHaveLength(cases.length + 2);
      for (const [text, { left, right }] of Object.entries(editor)) {
        const office = drawn.find((one) => one.text === text) ?? { left: Number.NaN, right: Number.NaN };
        // Its font has other widths: one of the edges stands where it did, or the middle.
        const [before, after] = [office.left - left, office.right - right];
        const off = Math.min(...[before, after, (before + after) / 2].map(Math.abs));
        expect(off, `${text} ${JSON.stringify(cases[text.charCodeAt(4) - A])}`).toBeLessThan(0.006);
      }
    },
  );
}
