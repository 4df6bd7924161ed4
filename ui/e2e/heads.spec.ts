import type { Page } from '@playwright/test';
import { expect, prefer, signIn, test } from './fixtures';
import { pagesOf } from './pages';
import { Seller } from './seller';

/** Pages whose content stands in a column, a `SectionColumn`, which begins below the title. */
const columned = new Set(
  ['overview', 'events', 'revenue', 'discounts', 'copies', 'health', 'audit', 'settings'].map(
    (section) => `/admin/${section}`,
  ),
);

const sizes = [
  [1440, 900],
  [1024, 768],
  [390, 844],
  [320, 640],
] as const;

/** The size and weight of the title, how far its head and its middle are from the corner of the frame, and where its text is, in px. */
const measure = (page: Page) =>
  page.locator('[data-page-head]').evaluate((head) => {
    const title = head.querySelector('h1, [aria-current=page], p');
    if (!title) throw new Error('a head without a title');
    const frame = (head.closest('main') ?? document.body).getBoundingClientRect();
    // The first letter or icon: around it is room for the pointer.
    const walker = document.createTreeWalker(head, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    do {
      const node = walker.nextNode();
      if (!node) throw new Error('an empty head');
      if (node instanceof SVGElement || (node instanceof Text && node.data.trim())) range.selectNode(node);
    } while (range.getBoundingClientRect().width === 0);
    const box = range.getBoundingClientRect();
    const line = title.getBoundingClientRect();
    const text = head.querySelector('[data-page-text]')?.getBoundingClientRect();
    const { fontSize, fontWeight } = getComputedStyle(title);
    const column = document.querySelector('[data-column]');
    const startOf = ({ left, right }: DOMRect) =>
      document.documentElement.dir === 'rtl' ? frame.right - right : left - frame.left;
    return {
      fontSize,
      fontWeight,
      start: startOf(box),
      middle: line.top + line.height / 2 - frame.top,
      column: column
        ? startOf(column.getBoundingClientRect()) + Number.parseFloat(getComputedStyle(column).paddingInlineStart)
        : undefined,
      text: text && { start: startOf(text), below: text.top - line.bottom },
    };
  });

for (const lang of ['fa', 'en'] as const) {
  for (const frame of ['workspace', 'console', 'outside'] as const) {
    test(
      `every page of the ${frame} has its head at one place, in ${lang}`,
      // One language is enough between releases: both are laid out by the same rules.
      { tag: lang === 'en' ? '@full' : [] },
      async ({ page, world }) => {
        test.setTimeout(240_000);
        await prefer(page, lang);
        // Without plans on sale the sections about money lead elsewhere.
        const seller = frame === 'console' ? await Seller.start() : null;
        const server = seller?.server ?? world.server;
        await signIn(page, await server.session());
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          const all: Record<string, Awaited<ReturnType<typeof measure>>> = {};
          for (const path of pagesOf(frame, world.spaceId)) {
            await page.goto(server.url + path);
            await expect(page.locator('[data-page-head]')).toHaveCount(1);
            await expect(page, 'a page that leads elsewhere is not measured').toHaveURL(server.url + path);
            if (columned.has(path)) await expect(page.locator('[data-column]'), `column of ${path}`).toHaveCount(1);
            // A page whose code comes in parts draws its head twice.
            await expect(async () => {
              all[path] = await measure(page);
            }).toPass();
          }
          const [[first, want]] = Object.entries(all) as [[string, (typeof all)[string]]];
          for (const [path, got] of Object.entries(all)) {
            const where = `${path} beside ${first} at ${width}`;
            expect(got.fontSize + got.fontWeight, where).toBe(want.fontSize + want.fontWeight);
            expect(Math.abs(got.start - want.start), `start of ${where}: ${got.start}, ${want.start}`).toBeLessThan(3);
            expect(
              Math.abs(got.middle - want.middle),
              `middle of ${where}: ${got.middle}, ${want.middle}`,
            ).toBeLessThan(3);
            if (got.column !== undefined)
              expect(Math.abs(got.column - want.start), `start of the content of ${where}`).toBeLessThan(3);
            if (!got.text) continue;
            expect(Math.abs(got.text.start - want.start), `start of the text of ${where}`).toBeLessThan(3);
            expect(got.text.below, `the text is below the title of ${where}`).toBeGreaterThanOrEqual(0);
          }
        }
        await seller?.server.stop();
      },
    );
  }
}
