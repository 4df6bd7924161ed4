import type { Page } from '@playwright/test';
import { expect, prefer, signIn, test } from './fixtures';

/** Pages by their frame: in each the head stands at one place. */
const frames: Record<string, (spaceId: string) => string[]> = {
  workspace: (spaceId) =>
    'home,,my,recent-used-file,favorite,trash,search?q=a,download-link,uploadbox-link,activity,offline,teammates,custom-roles,custom-fields,exposure,settings,imports'
      .split(',')
      .map((path) => `/workspace/${spaceId}/${path}`),
  console: () =>
    ['', '/people', '/workspaces', '/tickets', '/outbox', '/jobs', '/log', '/settings', '/plans', '/payments'].map(
      (path) => `/admin${path}`,
    ),
  outside: () => [
    '/workspace',
    '/account/settings',
    '/account/connect',
    '/Access/Workspaces',
    '/workspace/find',
    '/admin/audit',
  ],
};

const sizes = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const;

/** The size and weight of the title, and how far its head and its middle are from the corner of the frame, in px. */
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
    const { fontSize, fontWeight, direction } = getComputedStyle(title);
    const start = document.documentElement.dir === 'rtl' ? frame.right - box.right : box.left - frame.left;
    return { fontSize, fontWeight, direction, start, middle: line.top + line.height / 2 - frame.top };
  });

for (const lang of ['fa', 'en'] as const) {
  for (const [frame, paths] of Object.entries(frames)) {
    test(
      `every page of the ${frame} has its head at one place, in ${lang}`,
      { tag: '@full' },
      async ({ page, world }) => {
        test.setTimeout(240_000);
        await prefer(page, lang);
        await signIn(page, await world.server.session());
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          const all: Record<string, Awaited<ReturnType<typeof measure>>> = {};
          for (const path of paths(world.spaceId)) {
            await page.goto(path);
            await expect(page.locator('[data-page-head]')).toHaveCount(1);
            all[path] = await measure(page);
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
          }
        }
      },
    );
  }
}
