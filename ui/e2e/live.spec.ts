import { Drive } from './drive';
import { expect, prefer, signIn, test } from './fixtures';
import { letTimePass } from './waits';

test('what one does, another sees at once', async ({ browser, member: page, world, viewport, isMobile }) => {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`زنده ${isMobile}`);
  await drive.file('نخست.txt', 'یک', folder);
  const address = `/workspace/${world.spaceId}/directory/${folder}?view=list&sort=name:1`;
  const heard = page.waitForResponse((answer) => /\/api\/live\//.test(answer.url()) && answer.status() === 200);
  await page.goto(address);
  await expect(page.locator('[data-index]')).toHaveCount(1);
  await heard;
  await page.locator('[data-index="0"] [data-part=name]').click({ trial: true });

  await drive.file('دوم.txt', 'دو', folder);
  await expect(page.locator('[data-index]').filter({ hasText: 'دوم' })).toBeVisible();

  // Another tab of the same browser has no stream of its own, and still hears.
  const second = await page.context().newPage();
  const streams: string[] = [];
  second.on('request', (request) => {
    if (request.url().endsWith('/api/live')) streams.push(request.url());
  });
  await prefer(second, 'en');
  await signIn(second, await world.server.session());
  await second.setViewportSize(viewport ?? { width: 1280, height: 800 });
  await second.goto(address);
  await expect(second.locator('[data-index]')).toHaveCount(2);
  // It hears what the first tab passes on before it waits for the lock.
  const waits = () =>
    second.evaluate(async () => {
      const { pending = [] } = await navigator.locks.query();
      return pending.filter(({ name }) => name?.startsWith('anbar-live-')).length;
    });
  await expect.poll(waits).toBe(1);
  await drive.file('سوم.txt', 'سه', folder);
  await expect(second.locator('[data-index]').filter({ hasText: 'سوم' })).toBeVisible();
  expect(streams).toEqual([]);

  // When the tab that listens goes, the other takes over.
  const joined = second.waitForResponse((answer) => /\/api\/live\//.test(answer.url()) && answer.status() === 200);
  await page.close();
  await expect.poll(() => streams.length).toBe(1);
  await joined;
  await drive.file('چهارم.txt', 'چهار', folder);
  await expect(second.locator('[data-index]').filter({ hasText: 'چهارم' })).toBeVisible();
  await second.close();
  expect(browser.isConnected()).toBe(true);
});

test('what one does oneself is read once', async ({ member: page, world, isMobile }) => {
  test.skip(isMobile, 'the size decides nothing here');
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder('یک بار');
  await drive.file('نخست.txt', 'یک', folder);
  const heard = page.waitForResponse((answer) => /\/api\/live\//.test(answer.url()) && answer.status() === 200);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list&sort=name:1`);
  await expect(page.locator('[data-index]')).toHaveCount(1);
  await heard;
  await letTimePass(page, 500, 'what the page reads when the stream joins is not counted, and may be nothing');

  let reads = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname.endsWith(`/directory/${folder}`)) reads++;
  });
  await page.locator('[data-index="0"]').click();
  await page.keyboard.press('Delete');
  await expect(page.locator('[data-index]')).toHaveCount(0);
  await letTimePass(page, 1000, 'the stream says it too, within a quarter of a second');
  expect(reads).toBe(1);
});
