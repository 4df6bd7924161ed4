import path from 'node:path';
import type { Browser } from '@playwright/test';
import { expect, prefer, test, type World } from '../fixtures';
import type { Screen } from './screen';
import { screens } from './screens';
import { seed } from './seed';

const out = path.resolve(import.meta.dirname, '../../../shots');
// SIZES=1280x800,320x640 other ones than those of a desktop and a phone.
const sizes = (process.env.SIZES ?? '1440x900,390x844').split(',').map((size) => {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { size, phone: width < 640, viewport: { width, height } };
});
// SHOTS=login,trust takes only those.
const wanted = process.env.SHOTS?.split(',');
// LOOKS=fa-light,en-dark only these.
const looks = process.env.LOOKS?.split(',');

/** `filled`: the world of a worker with its examples. */
const shot = test.extend<object, { filled: World }>({
  filled: [
    async ({ world }, use) => {
      await seed(world);
      await use(world);
    },
    { scope: 'worker' },
  ],
});

type Look = { lang: 'fa' | 'en'; theme: 'light' | 'dark' };

async function shoot(
  browser: Browser,
  world: World,
  screen: Screen,
  { lang, theme }: Look,
  at: (typeof sizes)[number],
) {
  const { size, phone, viewport } = at;
  const context = await browser.newContext({ baseURL: world.server.url, viewport, hasTouch: phone, isMobile: phone });
  try {
    const page = await context.newPage();
    await prefer(page, lang, theme);
    if (!screen.out) {
      await page.addInitScript(
        ([access, refresh]) => {
          localStorage.setItem('access_token', access);
          localStorage.setItem('refresh_token', refresh);
        },
        [world.tokens.access, world.tokens.refresh] as const,
      );
    }
    await screen.go(page, world, phone);
    await page.waitForTimeout(350);
    await page.screenshot({ path: path.join(out, screen.name, `${lang}-${theme}-${size}.png`) });
  } finally {
    await context.close();
  }
}

// A test for each screen, and each of its pictures by itself: one that fails takes no other with it.
for (const screen of screens.filter(({ name }) => !wanted || wanted.includes(name))) {
  shot(screen.name, async ({ browser, filled: world }) => {
    // Access tokens live for 15 minutes.
    world.tokens = await world.server.session();
    const failed: string[] = [];
    for (const lang of ['fa', 'en'] as const) {
      for (const theme of ['light', 'dark'] as const) {
        if (looks && !looks.includes(`${lang}-${theme}`)) continue;
        for (const at of sizes) {
          await shoot(browser, world, screen, { lang, theme }, at).catch((error: unknown) =>
            failed.push(`${lang}-${theme}-${at.size}: ${String(error)}`),
          );
        }
      }
    }
    expect(failed).toEqual([]);
  });
}
