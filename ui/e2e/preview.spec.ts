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

const filled = new WeakMap<World, ReturnType<typeof fill>>();

/** The same folder for all tests of a worker that change nothing in it. */
function shared(page: Page, world: World) {
  const known = filled.get(world) ?? fill(page, world);
  filled.set(world, known);
  return known;
}

for (const lang of ['fa', 'en'] as const) {
  test(`${lang}: each kind has its viewer`, { tag: [`@${lang}`, '@phone'] }, async ({ member: page, world }) => {
    await prefer(page, lang);
    const { address } = await shared(page, world);

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
  const { id, address } = await shared(page, world);
  await page.goto(address('pdf'));
  await expect(page.getByText('۲ از ۸', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('header').first().getByRole('heading')).toContainText('3-main.go');
  await page.locator('header').click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('header').first().getByRole('heading')).toContainText('منظره');
  // The place of I on a Persian keyboard.
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ه', code: 'KeyI', bubbles: true, cancelable: true }),
    ),
  );
  await page.getByRole('tab', { name: 'نسخه‌ها' }).click();
  await expect(page.getByRole('complementary')).toContainText('نسخهٔ ۱');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`/directory/${id}\\?`));
});

test('a file that is not there says so', async ({ member: page, world }) => {
  const { address } = await shared(page, world);
  await page.goto(address('text').replace(/file\/[^/]+/, 'file/0000000000001'));
  await expect(page.getByRole('alert')).toBeVisible();
});

const svg = (size: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="100%" height="100%" fill="#3b7fc9"/></svg>`;

test('the whole of a picture is shown, with its true scale', async ({ member: page, world }) => {
  const drive = await Drive.of(world.server, world.spaceId);
  const id = await drive.folder(`عکس‌ها ${Date.now()}`);
  const pictures = {
    large: await drive.file('large.svg', svg('width="2400" height="3600"'), id),
    sizeless: await drive.file('sizeless.svg', svg('viewBox="0 0 240 120"'), id),
  };
  const open = (name: keyof typeof pictures) =>
    page.goto(`/workspace/${world.spaceId}/directory/${id}/file/${pictures[name]}/preview`);
  const image = page.locator('main img');
  const boxes = async () => {
    const [inner, outer] = [await image.boundingBox(), await page.locator('main').boundingBox()];
    if (!inner || !outer) throw new Error('not drawn');
    return { inner, outer };
  };
  await open('large');
  await expect(image).toHaveCSS('opacity', '1');
  const { inner, outer } = await boxes();
  expect(inner.y).toBeGreaterThanOrEqual(outer.y);
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
  expect(inner.height / inner.width).toBeCloseTo(1.5, 1);
  await expect(page.locator('main').getByRole('status').first()).not.toHaveText('۱۰۰٪');
  await page
    .getByRole('button', { name: 'اندازهٔ واقعی' })
    .or(page.getByRole('button', { name: 'Actual size' }))
    .click();
  await expect(page.locator('main').getByRole('status').first()).toHaveText(/۱۰۰٪|100%/);
  await expect.poll(async () => Math.round((await boxes()).inner.width)).toBe(2400);

  await open('sizeless');
  await expect(image).toHaveCSS('opacity', '1');
  expect(Math.round((await boxes()).inner.width)).toBe(240);
});

test('an old text is read in its own letters, and in others that somebody chooses', async ({ member: page, world }) => {
  await prefer(page, 'fa');
  const drive = await Drive.of(world.server, world.spaceId);
  const id = await drive.folder(`کدگذاری ${Date.now()}`);
  // «Это русский текст для проверки.» in KOI8-R.
  const russian = 'fcd4cf20d2d5d3d3cbc9ca20d4c5cbd3d420c4ccd120d0d2cfd7c5d2cbc92e';
  const file = await drive.file('old.txt', Uint8Array.from(Buffer.from(russian, 'hex')), id);
  await page.goto(`/workspace/${world.spaceId}/directory/${id}/file/${file}/preview`);
  const block = page.locator('.prose-block').first();
  await expect(block).toContainText('Это русский текст для проверки.');
  const choice = page.getByRole('combobox', { name: 'کدگذاری' });
  await expect(choice).toContainText('KOI8\u2011R');
  await choice.click();
  await page.getByRole('option', { name: 'فارسی و عربی (Windows\u20111256)' }).click();
  await expect(block).not.toContainText('русский');
  await choice.click();
  await page.getByRole('option', { name: 'سیریلیک (KOI8\u2011R)' }).click();
  await expect(block).toContainText('Это русский текст');
  const plain = await drive.file('new.txt', 'یونیکد', id);
  await page.goto(`/workspace/${world.spaceId}/directory/${id}/file/${plain}/preview`);
  await expect(block).toContainText('یونیکد');
  await expect(choice).toHaveCount(0);
});

test('each line of a text runs in its own direction, and a table keeps its columns', async ({
  member: page,
  world,
}) => {
  const drive = await Drive.of(world.server, world.spaceId);
  const id = await drive.folder(`متن‌ها ${Date.now()}`);
  const text = await drive.file('notes.txt', 'سلام به همه\nHello everyone\n', id);
  const table = await drive.file('sales.csv', 'نام,تاریخ,شمار\nکالای ۰,1405-08-01,0\n"الف، ب",x,"1,2"\n', id);
  const open = (file: string) => page.goto(`/workspace/${world.spaceId}/directory/${id}/file/${file}/preview`);
  await open(text);
  const block = page.locator('.prose-block').first();
  await expect(block).toContainText('سلام');
  const starts = await block.evaluate((element) => {
    const node = element.firstChild;
    const box = element.getBoundingClientRect();
    return [0, (node?.textContent ?? '').indexOf('Hello')].map((at) => {
      const range = document.createRange();
      if (node) range.setStart(node, at);
      if (node) range.setEnd(node, at + 4);
      const letters = range.getBoundingClientRect();
      return { fromEnd: box.right - letters.right, fromStart: letters.left - box.left };
    });
  });
  expect(starts[0]?.fromEnd).toBeLessThan(5);
  expect(starts[1]?.fromStart).toBeLessThan(5);
  expect(await block.evaluate((element) => getComputedStyle(element).fontFamily)).toContain('Vazirmatn');
  await page.getByText(/هم‌عرض|Monospace/).click();
  expect(await block.evaluate((element) => getComputedStyle(element).fontFamily)).toContain('mono');

  await open(table);
  const cells = (row: number) => page.locator(`[role=gridcell][data-row="${row}"]`);
  await expect(cells(2)).toHaveText(['کالای ۰', '1405-08-01', '0']);
  await expect(page.getByRole('grid')).toHaveCSS('direction', 'rtl');
  await expect(cells(3)).toHaveText(['الف، ب', 'x', '1,2']);
});

test('the preview has the actions of a chosen file', async ({ member: page, world, isMobile }) => {
  test.skip(isMobile, 'keys');
  const { address } = await fill(page, world);
  await page.goto(address('text'));
  const bar = page.locator('header').first();
  await expect(bar.getByRole('button', { name: /اشتراک|در میان/ })).toBeVisible();
  await bar
    .getByRole('button', { name: 'ستاره' })
    .or(bar.locator('button').filter({ has: page.locator('.lucide-star') }))
    .first()
    .click();
  await expect(bar.locator('.lucide-star-off')).toBeVisible();
  await page.keyboard.press('F2');
  const field = page.getByRole('dialog').getByRole('textbox');
  await expect(field).toBeFocused(); // the first focus selects the name without its extension
  await field.fill('4-یادداشت.md');
  await field.press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await field.fill('3-renamed.go');
  await field.press('Enter');
  await expect(bar.getByRole('heading', { level: 1 })).toContainText('3-renamed.go');
  await expect(page.getByRole('dialog')).toHaveCount(0); // the keys are the dialog's until it is gone
  await page.keyboard.press('Delete');
  await expect(bar.getByRole('heading', { level: 1 })).toContainText('یادداشت');
});

test('paper has the content alone', async ({ member: page, world }) => {
  const { id, address } = await shared(page, world);
  await page.goto(`/workspace/${world.spaceId}/directory/${id}?view=list`);
  await expect(page.locator('[data-index]').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('[data-print] td').filter({ hasText: '4-یادداشت.md' })).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeHidden();
  await expect(page.locator('[data-entries] [role=rowgroup]')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  // The whole list is named as its page is.
  await page.goto(`/workspace/${world.spaceId}?view=list`);
  await expect(page.locator('[data-index]').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('[data-print] h1')).toHaveText('فایل‌های مشترک');
  await page.emulateMedia({ media: 'screen' });
  await page.goto(address('markdown'));
  await expect(page.locator('article h1')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('article h1')).toBeVisible();
  await expect(page.locator('header').first()).toBeHidden();
});
