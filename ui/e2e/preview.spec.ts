import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { goCode, markdown, samples, tone } from './samples';

async function fill(page: Page, world: World) {
  const drive = await Drive.of(world.server, world.spaceId);
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const { images, pdf } = await samples(browser);
  const id = await drive.folder(`نمایش ${Date.now()}`);
  const put = (name: string, content: Uint8Array | string) => drive.file(name, content, id);
  const files = {
    image: await put('1-منظره.jpg', images[0] ?? new Uint8Array()),
    pdf: await put('2-گزارش.pdf', pdf),
    text: await put('3-main.go', goCode),
    markdown: await put('4-یادداشت.md', markdown),
    audio: await put('5-صدا.wav', tone()),
    none: await put('6-نقشه.dwg', 'dwg'),
    large: await put('7-large.log', `${'0123456789 سطر\n'.repeat(150_000)}the end`),
    broken: await put('8-broken.png', 'this is no picture'),
  };
  const address = (file: keyof typeof files) =>
    `/workspace/${world.spaceId}/directory/${id}/file/${files[file]}/preview?sort=name:1`;
  return { id, address };
}

for (const lang of ['fa', 'en'] as const) {
  test(`${lang}: each kind has its viewer`, { tag: `@${lang}` }, async ({ member: page, world }) => {
    await prefer(page, lang);
    const { address } = await fill(page, world);

    await page.goto(address('image'));
    await expect(page.locator('main img')).toHaveCSS('opacity', '1');

    await page.goto(address('pdf'));
    await expect(page.locator('.textLayer').first()).toHaveText(/\p{Script=Arabic}/u);
    await expect(page.getByText(lang === 'fa' ? 'صفحهٔ ۱ از ۳' : 'Page 1 of 3')).toBeVisible();

    await page.goto(address('text'));
    await expect(page.locator('.cm-content')).toContainText('package main');

    await page.goto(address('markdown'));
    await expect(page.locator('article h1')).toHaveAttribute('dir', 'auto');
    await expect(page.locator('article table')).toContainText('گزارش');
    expect(await page.evaluate(() => Reflect.has(window, 'hacked'))).toBe(false);

    await page.goto(address('audio'));
    await expect(page.locator('media-play-button')).toHaveAttribute('aria-label', lang === 'fa' ? 'پخش' : /play/i);

    await page.goto(address('none'));
    const download = page.waitForEvent('download');
    await page
      .locator('main')
      .getByRole('button', { name: lang === 'fa' ? 'دانلود' : 'Download' })
      .click();
    expect((await download).suggestedFilename()).toBe('6-نقشه.dwg');

    await page.goto(address('large'));
    await expect(page.getByRole('note')).toBeVisible();

    await page.goto(address('broken'));
    await expect(page.getByRole('alert')).toBeVisible();
  });
}

test('arrow keys go from file to file the way the text runs, Escape goes back', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'keys');
  const { id, address } = await fill(page, world);
  await page.goto(address('pdf'));
  await expect(page.getByText('۲ از ۸', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('3-main.go');
  await page.locator('header').click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('منظره');
  await page.keyboard.press('i');
  await page.getByRole('tab', { name: 'نسخه‌ها' }).click();
  await expect(page.getByRole('complementary')).toContainText('نسخهٔ ۱');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`/directory/${id}\\?`));
});

test('a file that is not there says so', async ({ member: page, world }) => {
  const { address } = await fill(page, world);
  await page.goto(address('text').replace(/file\/[^/]+/, 'file/0000000000001'));
  await expect(page.getByRole('alert')).toBeVisible();
});
