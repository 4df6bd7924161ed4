import type { Page } from '@playwright/test';
import { Drive, forgetUnfinished } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { choose, large } from './looks';

const MIB = 1024 * 1024;
const entry = (page: Page, name: string) => page.locator('[data-index]').filter({ hasText: name });
const row = (page: Page, name: string) => page.locator('[data-tray] li').filter({ hasText: name });
const done = (page: Page) => page.locator('[data-upload=UPLOAD_SUCCESS]');

async function emptyFolder(world: World) {
  const drive = await Drive.of(world.server, world.spaceId);
  const id = await drive.folder(`بارگذاری ${Date.now()}`);
  return { drive, id, url: `/workspace/${world.spaceId}/directory/${id}?view=list&sort=name:1` };
}

/** Files that the page itself makes: bytes that never repeat, so that nothing is known to the server. */
async function drop(page: Page, files: [name: string, length: number][], seed = Math.random()) {
  const transfer = await page.evaluateHandle(
    ([dropped, start]) => {
      const made = new DataTransfer();
      for (const [name, length] of dropped) {
        const bytes = new Uint8Array(length);
        let state = Math.floor(start * 2 ** 31) + length;
        for (let at = 0; at < length; at++) {
          state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
          bytes[at] = state >>> 16;
        }
        made.items.add(new File([bytes], name, { lastModified: 1_700_000_000_000 }));
      }
      return made;
    },
    [files, seed] as const,
  );
  const list = page.locator('[data-state], [data-entries]').first();
  await list.dispatchEvent('drop', { dataTransfer: transfer });
}

/** The list has come, empty or not: before that nothing may be uploaded. */
async function ready(page: Page) {
  await page.locator('[data-state], [data-entries]').first().waitFor();
}

async function pick(page: Page, files: Parameters<typeof choose>[2]) {
  await ready(page);
  await choose(page, 'Alt+u', files);
}

test.beforeEach(async ({ member, world }) => {
  await forgetUnfinished(world);
  await member.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
});

for (const lang of ['fa', 'en'] as const) {
  test(
    `${lang}: small and large files arrive, and the list shows them`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const { url } = await emptyFolder(world);
      await page.goto(url);
      await drop(page, [
        ['یادداشت.txt', 20],
        ['film.bin', 7 * MIB],
        ['خالی.txt', 0],
      ]);
      await expect(done(page)).toHaveCount(3);
      await expect(page.locator('[data-tray] [role=status]').first()).toContainText(
        lang === 'fa' ? '۳ فایل آپلود شد' : '3 files uploaded',
      );
      for (const name of ['یادداشت.txt', 'film.bin', 'خالی.txt']) await expect(entry(page, name)).toBeVisible();
    },
  );
}

test('many small files share a few requests', async ({ member: page, world }) => {
  const { url } = await emptyFolder(world);
  let bundles = 0;
  let others = 0;
  page.on('request', (request) => {
    if (request.url().includes('/upload/bundle')) bundles++;
    if (request.url().includes('/upload/initialize')) others++;
  });
  await page.goto(url);
  await drop(
    page,
    Array.from({ length: 300 }, (_, n): [string, number] => [`n${n}.txt`, 10 + n]),
  );
  await expect(page.locator('[data-tray] [role=status]').first()).toContainText('۳۰۰ فایل آپلود شد');
  expect([bundles, others]).toEqual([2, 0]);
});

test('a small file is one request', async ({ member: page, world }) => {
  const { url } = await emptyFolder(world);
  const calls: string[] = [];
  page.on('request', (request) => {
    const call = /\/upload\/(file|bundle|initialize|parts|complete)/.exec(request.url());
    if (call) calls.push(`${request.method()} ${call[1]}`);
  });
  await page.goto(url);
  await drop(page, [['یادداشت.txt', 10]]);
  await expect(entry(page, 'یادداشت.txt')).toBeVisible();
  expect(calls).toEqual(['PUT file']);
});

test('pause stops, resume goes on where it stopped', async ({ member: page, world }) => {
  const { url } = await emptyFolder(world);
  await page.goto(url);
  let sent = 0;
  const gate = new EventTarget();
  const held = new Promise((resolve) => gate.addEventListener('open', resolve));
  await page.route('**/api/upload/parts*', async (route) => {
    sent++;
    if (sent > 1) await held;
    await route.continue().catch(() => undefined);
  });
  await drop(page, [['film.bin', 12 * MIB]]);
  await expect.poll(() => sent).toBeGreaterThan(1);
  await row(page, 'film.bin').getByRole('button', { name: /توقف/ }).click();
  await expect(page.locator('[data-upload=PAUSE]')).toHaveCount(1);
  await expect(page.getByText('متوقف شد. آپلود در صف می‌ماند.')).toBeVisible();
  gate.dispatchEvent(new Event('open'));
  await row(page, 'film.bin').getByRole('button', { name: /ادامهٔ/ }).dispatchEvent('click');
  await expect(done(page)).toHaveCount(1);
  await expect(entry(page, 'film.bin')).toBeVisible();
});

test('cancel takes the upload away, here and on the server', async ({ member: page, world }) => {
  const { url, drive } = await emptyFolder(world);
  await page.goto(url);
  await page.route('**/api/upload/parts*', () => {});
  await drop(page, [['film.bin', 3 * MIB]]);
  const abort = page.waitForResponse('**/api/upload/abort');
  await page.locator('[data-upload=UPLOADING]').waitFor();
  await row(page, 'film.bin').getByRole('button', { name: /لغو/ }).click();
  expect((await abort).status()).toBe(204);
  await expect(page.locator('[data-tray]')).toHaveCount(0);
  expect(drive.spaceId).toBe(world.spaceId);
});

test('an upload outlives a reload: the same file goes on, another is refused', async ({ member: page, world }) => {
  const { url } = await emptyFolder(world);
  await page.goto(url);
  let held = true;
  const parts: string[] = [];
  await page.route('**/api/upload/parts*', async (route) => {
    const n = new URL(route.request().url()).searchParams.get('chunk_number') ?? '';
    if (held && n !== '0') return;
    parts.push(n);
    await route.continue();
  });
  const film = await large('film.bin', 12 * MIB, 'anbar-resume');
  const stored = page.waitForResponse('**/api/upload/parts*');
  await pick(page, film);
  expect((await stored).status()).toBe(204);
  expect(parts).toEqual(['0']);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  held = false;
  const again = async (file: string) => {
    await expect(page.locator('[data-tray]')).toBeVisible();
    const folded = page.locator('[data-tray] [aria-expanded=false]');
    if (await folded.isVisible()) await folded.click();
    const chooser = page.waitForEvent('filechooser');
    await row(page, 'film.bin')
      .getByRole('button', { name: /انتخاب دوبارهٔ/ })
      .dispatchEvent('click');
    await (await chooser).setFiles(file);
  };
  await again(await large('film.bin', 12 * MIB, 'something-else'));
  await expect(page.getByText(/این همان/)).toBeVisible();
  await again(film);
  await expect(done(page)).toHaveCount(1);
  expect(parts).toEqual(['0', '1', '2']);
});

test('a taken name asks once for all', async ({ member: page, world }) => {
  const { url, drive, id } = await emptyFolder(world);
  for (const name of ['a.txt', 'b.txt']) await drive.file(name, `first ${name}`, id);
  await page.goto(url);
  await entry(page, 'b.txt').waitFor();
  await drop(page, [
    ['a.txt', 30],
    ['b.txt', 40],
  ]);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('نگه داشتن هر دو').click();
  await dialog.getByRole('checkbox').click();
  await dialog.getByRole('button', { name: 'آپلود' }).click();
  await expect(done(page)).toHaveCount(2);
  await expect(page.locator('[data-index]')).toHaveCount(4);
});

test('a lost connection is shown, and the upload goes on when it is back', async ({ member: page, world }) => {
  const { url } = await emptyFolder(world);
  await page.goto(url);
  await page.route('**/api/upload/parts*', (route) => route.abort());
  await drop(page, [['film.bin', 2 * MIB]]);
  await expect(row(page, 'film.bin')).toContainText('در انتظار اتصال');
  await page.unroute('**/api/upload/parts*');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(done(page)).toHaveCount(1);
});

test('a dropped folder keeps its tree', async ({ member: page, world, isMobile }) => {
  test.skip(isMobile, 'phones have no folders to drop');
  const { url } = await emptyFolder(world);
  await page.goto(url);
  await ready(page);
  await choose(page, 'Alt+Shift+u', new URL('./shots', import.meta.url).pathname);
  await expect(page.locator('[data-tray] [role=status]').first()).toContainText('آپلود شد');
  await entry(page, 'shots').dblclick();
  await expect(entry(page, 'seed.ts')).toBeVisible();
});
