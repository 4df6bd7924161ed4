// How fast the interface answers the hand. Used by measure.mjs.
import { reactPlainly } from './plain.mjs';
import { traced } from './trace.mjs';

const viewport = { width: 1440, height: 900 };

/** Runs in the page: keeps each interaction, from the input to the next paint. */
const watch = `{
  window.__events = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.interactionId) {
        const { interactionId, name, duration, startTime, processingStart, processingEnd } = entry;
        window.__events.push({ interactionId, name, duration, waits: processingStart - startTime,
          works: processingEnd - processingStart });
      }
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}`;

/** As long as people press, in ms: what waits for the paint is not hurried by the next event. */
const press = { delay: 80 };

/**
 * A page in a window of its own size. In a smaller window the browser draws nothing of what lies beyond its edges, and an input
 * that is answered there counts until something within them changes.
 */
async function openPage(context) {
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  const client = await context.newCDPSession(page);
  const { windowId } = await client.send('Browser.getWindowForTarget');
  await client.send('Browser.setWindowBounds', { windowId, bounds: viewport });
  return { page, client };
}

const entry = (page, name) => page.locator('[data-index]').filter({ hasText: name });
const menuItem = (page, name) => page.getByRole('menuitem', { name });

/** Each round gives the same file a new name. */
const rounds = new WeakMap();
let round = 0;
const renamed = (page) => rounds.get(page) ?? rounds.set(page, (round += 1)).get(page);

/** Thirty things that people do in a workspace, each with what it shows; in English. */
const actions = [
  [
    'open a menu',
    (page) => entry(page, 'IMG_0002').click({ ...press, button: 'right' }),
    (page) => menuItem(page, /^Rename/),
    (page) => page.keyboard.press('Escape'),
  ],
  ['select', (page) => entry(page, 'IMG_0003').click(press), (page) => page.locator('[data-count="1"]')],
  [
    'open the details',
    (page) => page.keyboard.press('i'),
    (page) => page.getByRole('complementary').getByText('IMG_0003').first(),
  ],
  [
    'rename',
    async (page) => {
      await page.keyboard.press('F2');
      await page.keyboard.type(`IMG_0003 ${renamed(page)}`);
      await page.keyboard.press('Enter');
    },
    (page) => entry(page, `IMG_0003 ${renamed(page)}.jpg`),
    async (page) => {
      await page.keyboard.press('i');
      await page.keyboard.press('Escape');
    },
  ],
  [
    'sort',
    (page) => page.getByRole('columnheader', { name: /Size/ }).getByRole('button').first().click(press),
    (page) => page.locator('[aria-sort="descending"], [aria-sort="ascending"]').filter({ hasText: 'Size' }),
    // By name again, so that the pictures that the next ones take are among those that are drawn.
    (page) => page.getByRole('columnheader', { name: /Name/ }).getByRole('button').first().click(press),
  ],
  [
    'switch between list and grid',
    (page) => page.keyboard.press('v'),
    (page) => page.getByRole('gridcell').filter({ hasText: 'IMG_0003' }),
    (page) => page.keyboard.press('Escape'),
  ],
  [
    'open a dialog',
    (page) => page.keyboard.press('Alt+n'),
    (page) => page.getByRole('dialog').getByRole('textbox'),
    (page) => page.keyboard.press('Escape'),
  ],
  [
    'type in the search',
    async (page) => {
      await page.getByRole('button', { name: 'Search files' }).or(page.getByRole('combobox')).first().click(press);
      await page.keyboard.type('img', { delay: 60 });
    },
    (page) => page.getByRole('option').first(),
    async (page) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    },
  ],
  ['open a folder', (page) => entry(page, '2026').dblclick(press), (page) => entry(page, 'chapter').first()],
  ['go back', (page) => page.keyboard.press('Backspace'), (page) => entry(page, 'IMG_').first()],
  ['move the cursor', (page) => page.keyboard.press('ArrowDown'), (page) => page.locator('[data-count="1"]')],
  [
    'choose one more',
    (page) => page.keyboard.press('Shift+ArrowDown'),
    (page) => page.locator('[data-index][aria-selected=true]').nth(1),
  ],
  [
    'choose all',
    (page) => page.keyboard.press('Control+a'),
    (page) => page.locator('[data-index][aria-selected=true]').nth(5),
  ],
  [
    'choose none',
    (page) => page.keyboard.press('Escape'),
    (page) => page.locator('[data-entries]:not(:has([aria-selected=true]))'),
  ],
  [
    'mark as a favorite',
    async (page) => {
      await entry(page, 'IMG_0005').click(press);
      await page.keyboard.press('s');
    },
    (page) => entry(page, 'IMG_0005').getByRole('img', { name: 'Favorite' }),
    (page) => page.keyboard.press('s'),
  ],
  [
    'delete',
    async (page) => {
      await entry(page, 'IMG_0006').click(press);
      await page.keyboard.press('Delete');
    },
    (page) => page.locator('[data-entries]:not(:has-text("IMG_0006"))'),
  ],
  ['undo', (page) => page.keyboard.press('Control+z'), (page) => entry(page, 'IMG_0006')],
  [
    'open a submenu',
    async (page) => {
      await entry(page, 'IMG_0007').click({ ...press, button: 'right' });
      await menuItem(page, 'Copy and move').click(press);
    },
    (page) => menuItem(page, /^Move to/),
    async (page) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    },
  ],
  [
    'open the share dialog',
    async (page) => {
      await entry(page, 'IMG_0007').click(press);
      await page.getByRole('toolbar').getByRole('button', { name: 'Share' }).click(press);
    },
    (page) => page.getByRole('dialog').getByRole('button', { name: 'Copy link' }),
    (page) => page.keyboard.press('Escape'),
  ],
  [
    'open the picker of a place',
    async (page) => {
      await entry(page, 'IMG_0008').click(press);
      await page.keyboard.press('Alt+m');
    },
    (page) => page.getByRole('dialog').getByRole('button').nth(2),
    (page) => page.keyboard.press('Escape'),
  ],
  [
    'open the command palette',
    (page) => page.keyboard.press('Control+k'),
    (page) => page.getByRole('dialog').getByRole('combobox'),
  ],
  ['type in it', (page) => page.keyboard.type('img', { delay: 60 }), (page) => page.getByRole('option').first()],
  [
    'close the palette',
    (page) => page.keyboard.press('Escape'),
    (page) => page.locator('body:not(:has([role=dialog]))'),
  ],
  [
    'open the menu of new things',
    (page) => page.getByRole('button', { name: 'New', exact: true }).click(press),
    (page) => page.getByRole('menuitem').first(),
    (page) => page.keyboard.press('Escape'),
  ],
  ['open a preview', (page) => entry(page, 'IMG_').nth(2).dblclick(press), (page) => page.locator('main img').first()],
  ['see the next picture', (page) => page.keyboard.press('ArrowRight'), (page) => page.locator('main img').first()],
  ['close it', (page) => page.keyboard.press('Escape'), (page) => entry(page, 'IMG_').first()],
  [
    'go to My Drive',
    (page) => page.getByRole('link', { name: 'My Drive' }).first().click(press),
    (page) => page.locator('h1', { hasText: 'My Drive' }),
  ],
  [
    'go home',
    (page) => page.getByRole('link', { name: 'Home' }).first().click(press),
    (page) => page.locator('h1', { hasText: 'Home' }),
  ],
  [
    'open the menu of the account',
    (page) => page.getByRole('banner').getByRole('button').last().click(press),
    (page) => page.getByRole('menuitem').first(),
    (page) => page.keyboard.press('Escape'),
  ],
];

/** The slowest interaction of an action, after its paint; one without an entry took less than 16 ms. */
async function slowestOf(page, act) {
  const before = await page.evaluate(() => window.__events.length);
  await act();
  // The entry comes after its paint. Looking for what is shown earlier would take time of the same thread.
  await page.waitForTimeout(1000);
  const events = await page.evaluate((from) => window.__events.slice(from), before);
  return events.toSorted((a, b) => b.duration - a.duration)[0];
}

function summarize(took) {
  const sorted = took.toSorted((a, b) => a - b);
  return { p75: sorted[Math.ceil(sorted.length * 0.75) - 1], worst: sorted.at(-1) };
}

/** Does an action and says where its time went. */
async function tell(page, client, name, act) {
  const spent = await traced(client, async () => {
    await act(page);
    await page.waitForTimeout(500);
  });
  console.log(`     ${name}: ${JSON.stringify(spent)}`);
}

/**
 * How long the slowest interaction of each action took until the paint that followed it, in ms, on a processor that is slower by
 * `slowdown`; `plain` is the same on a page of as many elements that does the least that each effect needs.
 */
export async function react(context, address, slowdown) {
  const { page, client } = await openPage(context);
  await page.addInitScript({ content: watch });
  await page.goto(address);
  await entry(page, 'IMG_0005').waitFor();
  await page.waitForTimeout(2000); // what is fetched when the page rests
  const elements = await page.evaluate(() => document.querySelectorAll('body *').length);
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const seen = [];
  for (const [name, act, shows, undo] of actions) {
    const slowest = await slowestOf(page, () => (process.env.TRACE ? tell(page, client, name, act) : act(page)));
    await shows(page).waitFor();
    seen.push({ name, took: slowest?.duration ?? 16, slowest });
    await undo?.(page);
    await page.waitForTimeout(400);
  }
  await page.close();
  return {
    ...summarize(seen.map((each) => each.took)),
    seen,
    plain: await plainly(context, slowdown, elements),
  };
}

async function plainly(context, slowdown, elements) {
  const { page, client } = await openPage(context);
  await page.addInitScript({ content: watch });
  await page.goto('data:text/html,<!doctype html><title>plain</title>');
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const took = await reactPlainly(page, elements, async (act) => (await slowestOf(page, act))?.duration ?? 16);
  await page.close();
  return { ...summarize(took), took, elements };
}

/** From the second click on a folder that was open before until its rows are painted, in ms: the median of nine. */
export async function reopen(context, address, folder, content) {
  const { page } = await openPage(context);
  await page.goto(address);
  await entry(page, folder).dblclick(press);
  await entry(page, content).first().waitFor();
  const took = [];
  for (let n = 0; n < 9; n += 1) {
    await page.keyboard.press('Backspace');
    await entry(page, folder).waitFor();
    await page.waitForTimeout(500);
    await page.evaluate((name) => {
      window.__painted = new Promise((resolve) => {
        const begin = (event) => {
          const look = () => {
            const there = [...document.querySelectorAll('[data-index]')].some((row) => row.textContent.includes(name));
            if (!there) {
              requestAnimationFrame(look);
              return;
            }
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => resolve(performance.now() - event.timeStamp));
            port1.start();
            port2.postMessage(null); // comes after the paint of this frame
          };
          requestAnimationFrame(look);
        };
        addEventListener('dblclick', begin, { capture: true, once: true });
      });
    }, content);
    await entry(page, folder).dblclick(press);
    took.push(await page.evaluate(() => window.__painted));
  }
  await page.close();
  return took.toSorted((a, b) => a - b)[4];
}
