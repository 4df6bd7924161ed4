import { Drive } from './drive';
import { expect, prefer, signIn, test, type World } from './fixtures';
import { full, still } from './looks';
import { pagesOf, type Frame } from './pages';
import { Team } from './people';
import { tryEdges, tryTriggers } from './popups';
import { Seller } from './seller';

const sizes = [
  [1440, 900],
  [1024, 768],
  [390, 844],
  [320, 640],
] as const;

/** A folder with more files than any window shows, and something in the other lists. */
async function fill(world: World): Promise<string> {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`لبه‌ها ${Date.now()}`);
  await drive.crowd(
    Array.from({ length: 60 }, (_, at) => `گزارش ${at} (نهایی).txt`),
    folder,
  );
  const team = await Team.of(world);
  await team.role('viewer', `edges${Date.now()}@example.org`);
  await team.customRole(`نقش لبه‌ها ${Date.now()}`, ['read directory'], [], [folder]);
  return folder;
}

for (const lang of ['fa', 'en'] as const) {
  for (const frame of ['workspace', 'console', 'outside'] satisfies Frame[]) {
    test(
      `what opens over the pages of the ${frame} stays in the window, in ${lang}`,
      { tag: lang === 'en' ? '@full' : [] },
      async ({ page, world }) => {
        test.setTimeout(full ? 1_200_000 : 240_000);
        await prefer(page, lang);
        const seller = frame === 'console' ? await Seller.start() : null;
        const server = seller?.server ?? world.server;
        await signIn(page, await server.session());
        const filled = frame === 'workspace' ? [`/workspace/${world.spaceId}/directory/${await fill(world)}`] : [];
        const pages = [...filled, ...pagesOf(frame, world.spaceId)];
        const tried = new Map(sizes.map(([width]) => [width, new Set<string>()]));
        for (const [turn, path] of pages.entries()) {
          // Between releases each page has one size, and the next page the next one.
          for (const [width, height] of full ? sizes : sizes.slice(turn % 4, (turn % 4) + 1)) {
            await page.setViewportSize({ width, height });
            await page.goto(server.url + path);
            await expect(page.locator('main').first()).toBeVisible();
            await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
            await still(page);
            await tryTriggers(page, `${path} at ${width}`, tried.get(width) ?? new Set());
          }
        }
        await seller?.server.stop();
      },
    );
  }

  test(
    `the menu of an entry stays in the window at each of its edges, in ${lang}`,
    { tag: lang === 'en' ? '@full' : [] },
    async ({ member: page, world }) => {
      test.setTimeout(full ? 600_000 : 120_000);
      await prefer(page, lang);
      const folder = await fill(world);
      for (const view of ['list', 'grid']) {
        // On a phone there is no menu under the pointer.
        for (const [width, height] of sizes.filter(([size]) => size >= 640)) {
          await page.setViewportSize({ width, height });
          await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=${view}`);
          await tryEdges(page, `${view} at ${width}`);
        }
      }
    },
  );
}
