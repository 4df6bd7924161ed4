import { expect, type Page } from '@playwright/test';
import { still } from './looks';

/** What lies over the page. A menu in a sheet scrolls with it, so only the outermost counts. */
const OVER = '.pop, [role=menu], [role=listbox], [role=dialog], [role=alertdialog]';

/** Of a menu that scrolls, in px: less would be a slit. */
const LEAST = 160;

interface Over {
  readonly count: number;
  /** What is outside of the window or squeezed at its edge, and by how much. */
  readonly outside: readonly string[];
  /** How far the page can be moved sideways, in px. */
  readonly sideways: number;
}

const measureOver = (page: Page): Promise<Over> =>
  page.evaluate(
    ([over, least]) => {
      const { clientWidth, scrollWidth } = document.documentElement;
      const shown = [...document.querySelectorAll(over)].filter(
        (part) => part.getClientRects().length > 0 && !part.parentElement?.closest(over),
      );
      const outside = shown.flatMap((part) => {
        const { top, right, bottom, left } = part.getBoundingClientRect();
        const most = Math.max(-top, -left, right - innerWidth, bottom - innerHeight);
        const name = part.getAttribute('aria-label') ?? part.textContent?.slice(0, 30);
        if (most > 0.5) return [`${name} by ${Math.round(most)} px`];
        const isSqueezed = part.matches('.pop') && part.clientHeight < Math.min(part.scrollHeight, least);
        return isSqueezed ? [`${name} has ${part.clientHeight} px of ${part.scrollHeight}`] : [];
      });
      return { count: shown.length, outside, sideways: scrollWidth - clientWidth };
    },
    [OVER, LEAST] as const,
  );

/** Expects that what lies over the page is in the window, and that nothing moves the page sideways. */
async function expectInside(page: Page, what: string) {
  await still(page);
  const { count, outside, sideways } = await measureOver(page);
  expect.soft(count, `${what} opens something`).toBeGreaterThan(0);
  expect.soft(outside, `outside of the window at ${what}`).toEqual([]);
  expect.soft(sideways, `the page moves sideways at ${what}`).toBeLessThanOrEqual(0);
}

/** Closes all that lies over the page; the focus is not lost by that. */
async function closeAll(page: Page, what: string) {
  for (let step = 0; step < 4 && (await measureOver(page)).count > 0; step += 1) {
    await page.keyboard.press('Escape');
    await still(page);
  }
  await expect.poll(async () => (await measureOver(page)).count, { message: `${what} closes` }).toBe(0);
  const hasFocus = () =>
    page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body);
  await expect.poll(hasFocus, { message: `the focus after ${what}` }).toBe(true);
}

/** Measures what is open, each of its submenus, and closes it. */
async function inspect(page: Page, what: string) {
  await expect.poll(async () => (await measureOver(page)).count, { message: `${what} opens` }).toBeGreaterThan(0);
  await expectInside(page, what);
  const ways = page.locator('[role=menuitem][aria-haspopup=menu]');
  const count = await ways.count();
  for (let at = 0; at < count; at += 1) {
    const name = `${what} › ${await ways.nth(at).textContent()}`;
    await ways.nth(at).press('Enter');
    // In a sheet the submenu takes the place of its parent.
    const isOpen = async () => (await measureOver(page)).count > 1 || (await ways.count()) < count;
    await expect.poll(isOpen, { message: `${name} opens` }).toBe(true);
    await expectInside(page, name);
    await page.keyboard.press('Escape');
    await expect.poll(isOpen, { message: `${name} closes` }).toBe(false);
  }
  await closeAll(page, what);
}

/** Something that opens when it is pressed. Its element may be replaced by another one, which has the same name. */
interface Trigger {
  readonly name: string;
  /** Which of those with this name. */
  readonly nth: number;
  /** It belongs to the frame, which is the same around every page. */
  readonly isOfFrame: boolean;
}

const OPENERS = '[aria-haspopup]:not([aria-haspopup=false], [role=menuitem]), [data-part=more]';

/** What of a page opens something over it: of rows, which are alike, the first and the last. */
const triggersOf = (page: Page): Promise<Trigger[]> =>
  page.evaluate((openers) => {
    const all = [...document.querySelectorAll(openers)].filter(
      (one) =>
        one.getClientRects().length > 0 &&
        !one.matches('[aria-disabled=true], :disabled') &&
        // Rows of a long list that are out of sight come and go.
        (one.closest('[data-index]') === null || one.getBoundingClientRect().bottom <= innerHeight),
    );
    const names = all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '');
    const kinds = all.map((one) => (one.closest('li, tr, [role=row], [data-index]') ? one.className : null));
    return all.flatMap((one, at) => {
      const kind = kinds[at] ?? null;
      if (kind !== null && kinds.indexOf(kind) !== at && kinds.lastIndexOf(kind) !== at) return [];
      const name = names[at] ?? '';
      const nth = names.slice(0, at).filter((other) => other === name).length;
      return [{ name, nth, isOfFrame: one.closest('main') === null }];
    });
  }, OPENERS);

const findTrigger = (page: Page, { name, nth }: Trigger) =>
  page.evaluateHandle(
    ([openers, wanted, at]) =>
      [...document.querySelectorAll(openers)].filter(
        (one) =>
          one.getClientRects().length > 0 && (one.getAttribute('aria-label') ?? one.textContent ?? '') === wanted,
      )[at] ?? null,
    [OPENERS, name, nth] as const,
  );

/** Opens all menus, lists and calendars of the page, except those of the frame that were tried at this size before. */
export async function tryTriggers(page: Page, where: string, tried: Set<string>) {
  for (const trigger of await triggersOf(page)) {
    const { name, isOfFrame } = trigger;
    if (isOfFrame && tried.has(name)) continue;
    tried.add(name);
    const what = `${name}, ${where}`;
    await expect(async () => {
      const element = (await findTrigger(page, trigger)).asElement();
      expect(element).not.toBeNull();
      await element?.click({ timeout: 5000 });
    }, `${what} takes a click`).toPass({ intervals: [100], timeout: 20_000 });
    await inspect(page, what);
  }
}

/** Points in the rows or cards that are nearest to the four edges of the window. */
const edgesOf = (page: Page) =>
  page.evaluate(() => {
    const points = [...document.querySelectorAll('[data-index]')].flatMap((row) => {
      const { top, bottom, left, right } = row.getBoundingClientRect();
      return [
        [left + 6, top + 6],
        [right - 6, top + 6],
        [left + 6, bottom - 6],
        [right - 6, bottom - 6],
      ].filter(([x = 0, y = 0]) => row.contains(document.elementFromPoint(x, y)));
    });
    const corners = [
      [0, 0],
      [innerWidth, 0],
      [0, innerHeight],
      [innerWidth, innerHeight],
    ] as const;
    return corners.flatMap(([cornerX, cornerY]) => {
      const distance = ([x = 0, y = 0]: number[]) => Math.hypot(x - cornerX, y - cornerY);
      return points.toSorted((one, other) => distance(one) - distance(other)).slice(0, 1);
    });
  });

/** Opens the menu of an entry at each corner of the window. */
export async function tryEdges(page: Page, where: string) {
  await expect(page.locator('[data-index]').first()).toBeVisible();
  const points = await edgesOf(page);
  expect(points).toHaveLength(4);
  for (const [x = 0, y = 0] of points) {
    await page.mouse.click(x, y, { button: 'right' });
    await inspect(page, `the menu at ${Math.round(x)}, ${Math.round(y)}, ${where}`);
  }
}
