import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { expectAccessible } from './looks';
import { samples } from './samples';

const words = {
  fa: {
    all: 'دانلود همه',
    from: /^از /,
    search: 'جست‌وجو در این پوشه',
    none: /چیزی با .* پیدا نشد/,
    list: 'فهرست',
    grid: 'شبکه',
    back: 'بازگشت',
    next: 'فایل بعدی',
    open: 'باز کردن پوشه',
    spent: /به سقف .* رسیده است/,
    notHere: 'این پوشه دیگر این‌جا نیست',
    ask: /لینک جدیدی بخواهید/,
    // Names are isolated from the direction of the words around them.
    download: (name: string) => new RegExp(`^دانلود «.?${name}`),
    viewOnly: /فقط مشاهده/,
  },
  en: {
    all: 'Download all',
    from: /^Shared by /,
    search: 'Search this folder',
    none: /Nothing matches/,
    list: 'List',
    grid: 'Grid',
    back: 'Back',
    next: 'Next file',
    open: 'Open the folder',
    spent: /can’t be used anymore/,
    notHere: 'This folder is no longer here',
    ask: /for a new one/,
    download: (name: string) => new RegExp(`^Download “.?${name}`),
    viewOnly: /View only/,
  },
} as const;

let made = 0;

async function playground(page: Page, world: World) {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const drive = await Drive.of(world.server, world.spaceId);
  const parent = await drive.folder(`عمومی ${Date.now()}-${made++}`);
  const shared = await drive.folder('برای مشتری', parent);
  const inner = await drive.folder('لوگوها', shared);
  await drive.file('یادداشت.txt', 'سلام از پوشه', shared);
  await drive.file('data.bin', 'no picture', shared);
  const [picture = new Uint8Array()] = (await samples(browser)).images;
  await drive.file('نمای شمالی.jpg', picture, inner);
  await drive.file('second note.txt', 'the second note', inner);
  await drive.file('outside note.txt', 'not shared', parent);
  return { drive, parent, shared, inner };
}

async function link(world: World, { parent, shared }: { parent: string; shared: string }, body: object = {}) {
  const { access } = await world.server.session();
  const { url } = await world.server.call<{ url: string }>(
    'POST',
    `download/space/${world.spaceId}/directory/${parent}/links`,
    { title: 'برای مشتری', directory_ids: [shared], duration: { value: 2, unit: 'day' }, ...body },
    access,
  );
  return new URL(url).pathname;
}

const entry = (page: Page, name: string) => page.locator('[data-entry]').filter({ hasText: name });

declare global {
  interface Window {
    /** The heights that the list had while it was scrolled, in px. */
    heights?: number[];
  }
}

/** Notes the height of the list of an entry now and at each scroll event. */
function watchHeight(entry: Element) {
  const list = entry.parentElement as Element;
  const height = () => list.getBoundingClientRect().height;
  window.heights = [height()];
  addEventListener('scroll', () => list.isConnected && window.heights?.push(height()), true);
}

for (const lang of ['fa', 'en'] as const) {
  const w = words[lang];

  test(`a folder of a link is looked through (${lang})`, { tag: [`@${lang}`, '@phone'] }, async ({ page, world }) => {
    await prefer(page, lang);
    const place = await playground(page, world);
    const path = await link(world, place);
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'برای مشتری', level: 1 })).toBeVisible();
    await expect(page.getByText(w.from)).toBeVisible();
    await expect(page.locator('[data-entry]')).toHaveCount(3);
    await expect(page.locator('[data-entry]').first()).toContainText('لوگوها');
    await expectAccessible(page);

    // A single file, a folder, and everything.
    for (const [button, name] of [
      [page.getByRole('button', { name: w.download('data.bin') }), 'data.bin'],
      [page.getByRole('button', { name: w.download('لوگوها') }), 'لوگوها.zip'],
      [page.getByRole('button', { name: w.all, exact: true }), 'برای مشتری.zip'],
    ] as const) {
      const download = page.waitForEvent('download');
      await button.click();
      expect((await download).suggestedFilename()).toBe(name);
    }

    // Into a folder, a picture and the file beside it, and back.
    await entry(page, 'لوگوها').getByRole('link').click();
    await expect(page.locator('[data-entry]')).toHaveCount(2);
    await page.getByRole('radio', { name: w.grid }).check({ force: true });
    await expect(async () => {
      await page.reload();
      await expect(entry(page, 'نمای شمالی').locator('img')).toBeVisible({ timeout: 1500 });
    }).toPass();
    await expectAccessible(page);
    await entry(page, 'second').getByRole('link').first().click();
    await expect(page.getByText('the second note')).toBeVisible();
    await page.getByRole('button', { name: w.next }).click();
    await expect(page.getByRole('heading', { name: 'نمای شمالی' })).toBeVisible();
    await page.getByRole('button', { name: w.back, exact: true }).click();
    await expect(page.locator('[data-entry]')).toHaveCount(2);
    await page.goto(path);

    // Names outside the folder are not found.
    await page.getByRole('searchbox', { name: w.search }).fill('note');
    await expect(page.locator('[data-entry]')).toHaveCount(1);
    await expect(entry(page, 'second note.txt')).toBeVisible();
    await page.getByRole('searchbox', { name: w.search }).fill('outside');
    await expect(page.getByText(w.none)).toBeVisible();
    await expectAccessible(page);

    // All of it was one visit.
    const { access } = await world.server.session();
    const { links } = await world.server.call<{ links: { url: string; used_count: number }[] }>(
      'GET',
      `download/space/${world.spaceId}/links`,
      undefined,
      access,
    );
    expect(links.find(({ url }) => url.endsWith(path))?.used_count).toBe(1);

    // A folder that went to the trash is said so.
    await page.goto(`${path}?directory=${place.inner}`);
    await expect(page.locator('[data-entry]')).toHaveCount(2);
    await place.drive.trash({ directories: [place.inner] });
    await page.reload();
    await expect(page.getByText(w.notHere)).toBeVisible();
  });

  test(
    `a long folder of a link draws only what is in sight (${lang})`,
    { tag: `@${lang}` },
    async ({ page, world }) => {
      await prefer(page, lang);
      const drive = await Drive.of(world.server, world.spaceId);
      const parent = await drive.folder(`دراز ${Date.now()}-${made++}`);
      await drive.folder('inner', parent);
      const names = Array.from({ length: 700 }, (_, n) => `file-${String(n + 1).padStart(4, '0')}.txt`);
      await drive.crowd(names, parent);
      await page.goto(await link(world, { parent, shared: parent }));
      const entries = page.locator('[data-entry]');
      for (const view of [w.list, w.grid]) {
        await page.getByRole('radio', { name: view }).check({ force: true });
        await expect(entries.first()).toContainText('inner');
        // Further pages come as the end comes near.
        await expect(async () => {
          await page.mouse.move(200, 400);
          await page.mouse.wheel(0, 60_000);
          await expect(entry(page, 'file-0700')).toBeVisible({ timeout: 700 });
        }).toPass();
        expect(await entries.count()).toBeLessThan(150);
        await expect(entry(page, 'file-0700')).toHaveAttribute('aria-posinset', '701');
        await entries.first().evaluate(watchHeight);
        await page.mouse.wheel(0, -200_000);
        await expect(entry(page, 'inner')).toBeInViewport();
        // Rows that come and go leave the height as it is, or scrolling would stop on its way.
        const heights = await page.evaluate(() => [...new Set(window.heights)]);
        expect(heights).toEqual([expect.any(Number)]);
      }
      await expect(entry(page, 'inner')).toBeVisible();
      const tile = await entry(page, 'inner').boundingBox();
      const card = await entry(page, 'file-0001').boundingBox();
      expect(tile?.height).toBeLessThan(70);
      expect(card?.height).toBeGreaterThan(120);
      // On paper there are all of them.
      await page.emulateMedia({ media: 'print' });
      await expect(entries).toHaveCount(701);
    },
  );

  test(
    `a limited folder waits, and its end shows whose it was (${lang})`,
    { tag: `@${lang}` },
    async ({ page, world }) => {
      await prefer(page, lang);
      const place = await playground(page, world);
      const once = await link(world, place, { count_limit: 1, view_only: true });
      await page.goto(once);
      await page.reload();
      await page.getByRole('button', { name: w.open }).click();
      await expect(page.locator('[data-entry]')).toHaveCount(3);
      await expect(page.getByText(w.viewOnly)).toBeVisible();
      await expect(page.getByRole('button', { name: w.all, exact: true })).toHaveCount(0);
      await expect(page.getByRole('button', { name: w.download('data.bin') })).toHaveCount(0);
      await entry(page, 'یادداشت').getByRole('link').first().click();
      await expect(page.getByText('سلام از پوشه')).toBeVisible();
      await page.evaluate(() => sessionStorage.clear());
      await page.goto(once);
      await expect(page.getByRole('heading', { name: w.spent })).toBeVisible();
      await expect(page.getByRole('banner')).toContainText('شرکت پارس‌نگار');
      await expect(page.getByText(w.ask)).toBeVisible();
      await expectAccessible(page);
    },
  );
}
