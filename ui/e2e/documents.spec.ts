import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FrameLocator, Page, Request } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';

const sample = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../stories/testdata/documents/${name}`, import.meta.url)));

async function put(world: World, name: string, content?: Uint8Array | string) {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`documents ${name} ${Date.now()}`);
  const file = await drive.file(name, content ?? sample(name), folder);
  return `/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`;
}

/** Opens a document and waits until it is drawn. */
async function open(page: Page, world: World, name: string, query = ''): Promise<FrameLocator> {
  await page.goto((await put(world, name)) + query);
  await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
  return page.frameLocator('main iframe');
}

const leftOf = async (frame: FrameLocator, text: string) =>
  (await frame.getByText(text, { exact: true }).first().boundingBox())?.x ?? Number.NaN;

for (const lang of ['fa', 'en'] as const) {
  const fa = lang === 'fa';

  test(
    `${lang}: a document of Word is shown page by page`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ member: page, world, isMobile }) => {
      await prefer(page, lang);
      const frame = await open(page, world, 'word-pages.docx');
      const bar = page.getByRole('status').filter({ hasText: fa ? /^صفحهٔ/ : /^Page/ });
      await expect(bar).toHaveText(fa ? 'صفحهٔ ۱ از ۳' : 'Page 1 of 3');
      const first = frame.getByRole('region', { name: fa ? 'صفحهٔ ۱' : 'Page 1', exact: true });
      await expect(first).toContainText('این بند را Word نوشته است');
      if (isMobile) {
        // A phone begins with text as wide as its window.
        await page.getByRole('button', { name: fa ? 'نمایش صفحه‌ها مانند چاپ' : 'Show pages as printed' }).click();
        await expect(first).toHaveCSS('box-shadow', /rgb/);
      }
      // All of its width is in sight.
      const [sheet, stage] = [await first.boundingBox(), await page.locator('main').boundingBox()];
      expect(sheet?.width).toBeLessThanOrEqual(stage?.width ?? 0);
      await page.getByRole('button', { name: fa ? 'بزرگ‌نمایی' : 'Zoom in', exact: true }).click();
      await expect.poll(async () => (await first.boundingBox())?.width).toBeGreaterThan((sheet?.width ?? 0) * 1.1);
      await frame.getByText('صفحهٔ 3').scrollIntoViewIfNeeded();
      await expect(bar).toHaveText(fa ? 'صفحهٔ ۳ از ۳' : 'Page 3 of 3');
    },
  );

  test(
    `${lang}: a presentation is shown slide by slide`,
    { tag: `@${lang}` },
    async ({ member: page, world, isMobile }) => {
      await prefer(page, lang);
      const frame = await open(page, world, 'deck.pptx');
      await expect(page.getByText(fa ? 'اسلاید ۱ از ۳' : 'Slide 1 of 3')).toBeVisible();
      await expect(frame.getByText('رشد ۲۳٪ در تهران')).toBeVisible();
      await frame.getByRole('region').nth(2).scrollIntoViewIfNeeded();
      await expect(frame.getByText('An English slide')).toBeVisible();
      // A phone has room for all three, so nothing is scrolled there.
      if (!isMobile) await expect(page.getByText(fa ? 'اسلاید ۳ از ۳' : 'Slide 3 of 3')).toBeVisible();
    },
  );

  test(`${lang}: a locked and a damaged document say so`, { tag: `@${lang}` }, async ({ member: page, world }) => {
    await prefer(page, lang);
    await page.goto(await put(world, 'locked.docx'));
    await expect(page.getByRole('alert')).toContainText(fa ? 'این سند رمز دارد' : 'protected with a password');
    for (const name of ['damaged.docx', 'damaged.pptx']) {
      await page.goto(await put(world, name));
      await expect(page.getByRole('alert')).toContainText(fa ? 'این سند خوانده نمی‌شود' : 'can’t be read');
    }
    await page.goto(await put(world, 'no-zip.docx', 'this is no document'));
    await expect(page.getByRole('alert')).toContainText(fa ? 'این سند خوانده نمی‌شود' : 'can’t be read');
  });
}

test('tables that run from the right have their first column there', async ({ member: page, world }) => {
  const word = await open(page, world, 'word-rtl.docx');
  expect(await leftOf(word, 'ستون نخست')).toBeGreaterThan(await leftOf(word, 'ستون دوم'));
  const slides = await open(page, world, 'deck.pptx');
  expect(await leftOf(slides, 'شهر')).toBeGreaterThan(await leftOf(slides, 'تابستان'));
});

test('lists have bullets that every device can draw', async ({ member: page, world }) => {
  const frame = await open(page, world, 'fa-report.docx');
  const bullet = await frame
    .getByText('راه‌اندازی شعبهٔ تبریز')
    .evaluate((item) => getComputedStyle(item.closest('p') ?? item, '::before').content);
  expect(bullet).toMatch(/^"[•◦▪]/);
});

test('letters written from the right have their own size and weight', async ({ member: page, world }) => {
  const frame = await open(page, world, 'word-rtl.docx');
  const loud = frame.getByText('این سطر درشت');
  await expect(loud).toHaveCSS('font-weight', '700');
  await expect(loud).toHaveCSS('font-size', /^26\.6/);
});

test('a long table is broken into pages', async ({ member: page, world }) => {
  await prefer(page, 'en');
  const frame = await open(page, world, 'long-table.docx');
  await expect(page.getByText(/^Page 1 of [5-9]$/)).toBeVisible();
  await expect(frame.getByRole('region', { name: 'Page 1', exact: true }).getByRole('row').first()).toContainText(
    'کالای شمارهٔ 1',
  );
  await expect(frame.getByRole('row')).toHaveCount(220);
});

test('a document that is too large is shown as text', async ({ member: page, world }) => {
  await prefer(page, 'en');
  await page.goto(await put(world, 'word-huge.docx'));
  await expect(page.getByRole('note')).toContainText('too large to be shown page by page');
  await expect(page.getByRole('document', { name: 'word-huge.docx' })).toContainText('این بند را Word نوشته است');
});

/** Runs in the page: the place that is shown of the words. */
const marked = () => [...(CSS.highlights.get('found-now') ?? [])].map(String);

test('words of the address are marked, in documents, slides and texts', async ({ member: page, world }) => {
  await prefer(page, 'en');
  const places = page.getByRole('search', { name: 'Search in the document' }).getByRole('status');

  await open(page, world, 'fa-report.docx', `?find=${encodeURIComponent('گل سرخ')}`);
  await expect(places).toHaveText('Not found in the document');
  let frame = await open(page, world, 'fa-report.docx', `?find=${encodeURIComponent('راه اندازي شعبهٔ تبريز')}`);
  await expect(places).toHaveText('1 of 1');
  await expect(frame.getByText('راه‌اندازی شعبهٔ تبریز')).toBeInViewport();
  await expect.poll(() => frame.locator('body').evaluate(marked)).toEqual(['راه‌اندازی شعبهٔ تبریز']);

  frame = await open(page, world, 'many-slides.pptx', `?find=${encodeURIComponent('شمارهٔ ۴۷')}`);
  await expect(places).toHaveText('1 of 1');
  await expect(frame.getByText('اسلاید شمارهٔ 47')).toBeInViewport();

  await page.goto(`${await put(world, 'fa-report.odt')}?find=${encodeURIComponent('درآمد شرکت')}`);
  await expect(places).toHaveText(/^1 of [1-9]\d+$/);
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect(places).toHaveText(/^2 of/);
  await expect.poll(() => page.evaluate(marked)).toEqual(['درآمد شرکت']);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(places).toBeHidden();
  await expect.poll(() => page.evaluate(marked)).toEqual([]);
});

test('keys reach the page around a document', async ({ member: page, world, isMobile }) => {
  test.skip(isMobile, 'keys');
  await prefer(page, 'en');
  const frame = await open(page, world, 'fa-letter.docx');
  await frame.getByText('با احترام').click();
  await page.keyboard.press('Control+Equal');
  await expect(page.getByRole('status').filter({ hasText: '%' })).toHaveText('145%');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/directory\/\w+\/?(\?|$)/);
});

for (const name of ['hostile.docx', 'hostile.pptx']) {
  test(`${name} reaches nothing`, async ({ member: page, world, context }) => {
    await prefer(page, 'en');
    const asked: Request[] = [];
    const onRequest = (request: Request) => asked.push(request);
    context.on('request', onRequest);
    const address = await put(world, name);
    await page.goto(address);
    await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
    const frame = page.frameLocator('main iframe');
    await expect(frame.getByText('the end')).toBeVisible();
    const title = await page.title();
    for (const label of ['script link', 'data link']) {
      if (await frame.getByText(label).isVisible()) await frame.getByText(label).click();
    }
    // A link that is good opens beside the page, which does not tell its address.
    await context.route('https://example.com/**', (route) => route.fulfill({ body: 'good' }));
    const opened = context.waitForEvent('page');
    await frame.getByText('good link').click();
    const other = await opened;
    await other.waitForURL('https://example.com/good');
    expect(await other.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
    await other.close();

    await expect(page).toHaveTitle(title);
    expect(page.url()).toContain(address);
    const inner = frame.locator('body');
    const reached = await inner.evaluate(async () => {
      const tries: Record<string, () => unknown> = {
        parent: () => window.parent.document.title,
        storage: () => localStorage.length,
        session: () => sessionStorage.length,
        cookie: () => document.cookie,
        database: () => indexedDB.open('x'),
        fetch: () => fetch('/api/user/profile'),
        outside: () => fetch('http://hostile.invalid/fetch'),
        attribute: () => {
          const element = document.body.appendChild(document.createElement('b'));
          element.setAttribute('onclick', 'window.ran = 1');
          element.click();
          if (!Reflect.has(window, 'ran')) throw new Error('did not run');
        },
        script: () =>
          new Promise((done, fail) => {
            const script = document.createElement('script');
            script.textContent = 'window.ran = 1';
            document.head.append(script);
            if (Reflect.has(window, 'ran')) done(1);
            else fail(new Error('did not run'));
          }),
      };
      const through: string[] = [];
      for (const [what, attempt] of Object.entries(tries)) {
        try {
          await attempt();
          through.push(what);
        } catch {
          // It was refused.
        }
      }
      return [
        ...through,
        ...(window.origin === 'null' ? [] : ['origin']),
        ...(Reflect.has(window, 'stolen') ? ['script'] : []),
      ];
    });
    expect(reached).toEqual([]);
    expect(await page.evaluate(() => Reflect.has(window, 'stolen'))).toBe(false);
    context.off('request', onRequest);
    const own = new URL(world.server.url).origin;
    // Requests that the policy refuses are reported, too, but never leave the browser.
    const strange = asked.filter(
      (request) => !/^(blob|data|about):/.test(request.url()) && request.failure()?.errorText !== 'csp',
    );
    expect(strange.map((request) => request.url()).filter((url) => !url.startsWith(own))).toEqual([
      'https://example.com/good',
    ]);
  });
}

test('a frame that hangs is replaced, and the text is offered', { tag: '@full' }, async ({ member: page, world }) => {
  test.slow();
  await prefer(page, 'en');
  await open(page, world, 'fa-letter.docx');
  await page
    .frameLocator('main iframe')
    .locator('body')
    .evaluate(() => {
      // From now on it answers nobody.
      Reflect.set(window, 'parent', { postMessage: () => undefined });
    });
  await expect(page.getByRole('alert')).toContainText('takes too long');
  await page.getByRole('button', { name: 'Show the text' }).click();
  await expect(page.getByRole('document', { name: 'fa-letter.docx' })).toContainText('جناب آقای رضایی');
});

test('a font shows its letters and weights; a damaged one says so', async ({ member: page, world }) => {
  await prefer(page, 'en');
  const font = readFileSync(
    fileURLToPath(
      new URL(
        '../node_modules/@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2',
        import.meta.url,
      ),
    ),
  );
  await page.goto(await put(world, 'Vazirmatn.woff2', font));
  await expect(page.getByRole('heading', { name: /^Persian and Arabic/ })).toBeVisible();
  await expect(page.getByTitle('U+067E')).toHaveText('پ');
  await expect(page.getByTitle('U+00E9')).toHaveCount(0);
  await expect(page.getByText('The quick brown fox')).toHaveCount(0);
  const weight = page.getByRole('slider', { name: 'Weight' });
  await weight.fill('900');
  await expect(page.getByTitle('U+067E')).toHaveCSS('font-weight', '900');
  await page.goto(await put(world, 'broken.ttf', 'this is no font'));
  await expect(page.getByRole('alert')).toContainText('This font can’t be read');
});

test('a HEIC picture is decoded', async ({ member: page, world }) => {
  await prefer(page, 'en');
  await page.goto(await put(world, 'hills.heic'));
  const image = page.locator('main img');
  await expect(image).toHaveCSS('opacity', '1');
  expect(await image.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight])).toEqual([400, 300]);
  await page.goto(await put(world, 'broken.heic', sample('hills.heic').subarray(0, 400)));
  await expect(page.getByRole('alert')).toBeVisible();
});

test('a photo of a phone shows the small picture of the camera until it is decoded', async ({
  member: page,
  world,
}) => {
  await prefer(page, 'en');
  const address = await put(world, 'phone.heic');
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const before = document.querySelector<HTMLImageElement>('main img[data-before]');
      if (before && seen.length === 0 && before.complete) seen.push(`${before.naturalWidth} × ${before.naturalHeight}`);
      if (before && seen.length === 0)
        before.addEventListener('load', () => seen.push(`${before.naturalWidth} × ${before.naturalHeight}`));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(address);
  const image = page.locator('main img:not([data-before])');
  await expect(image).toHaveCSS('opacity', '1');
  expect(await image.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight])).toEqual([4032, 3024]);
  expect(await page.evaluate<string[]>('seen')).toContain('96 × 64');
});

for (const lang of ['fa', 'en'] as const) {
  const fa = lang === 'fa';
  test(`${lang}: a scan is shown page by page`, { tag: `@${lang}` }, async ({ member: page, world }) => {
    await prefer(page, lang);
    await page.goto(await put(world, 'scan.tiff'));
    const image = page.locator('main img');
    await expect(image).toHaveCSS('opacity', '1');
    const corner = () =>
      image.evaluate(async (one: HTMLImageElement) => {
        const canvas = new OffscreenCanvas(one.naturalWidth, one.naturalHeight);
        const context = canvas.getContext('2d');
        context?.drawImage(one, 0, 0);
        return [...(context?.getImageData(5, 5, 1, 1).data ?? [])].map((value) => Math.round(value / 255));
      });
    expect(await corner()).toEqual([0, 0, 0, 1]);
    await expect(page.getByText(fa ? 'صفحهٔ ۱ از ۲' : 'Page 1 of 2')).toBeVisible();
    await expect(page.getByRole('button', { name: fa ? 'صفحهٔ قبلی' : 'Previous page' })).toBeDisabled();
    await page.getByRole('button', { name: fa ? 'صفحهٔ بعدی' : 'Next page' }).click();
    await expect(page.getByText(fa ? 'صفحهٔ ۲ از ۲' : 'Page 2 of 2')).toBeVisible();
    await expect(image).toHaveCSS('opacity', '1');
    expect(await corner()).toEqual([1, 0, 0, 1]);
  });
}

test('a link for viewing shows the documents of a folder', async ({ page, world }) => {
  await prefer(page, 'en');
  const drive = await Drive.of(world.server, world.spaceId);
  const parent = await drive.folder(`documents of a link ${Date.now()}`);
  const shared = await drive.folder('for visitors', parent);
  await drive.file('letter.docx', sample('fa-letter.docx'), shared);
  await drive.file('deck.pptx', sample('deck.pptx'), shared);
  const { access } = await world.server.session();
  const { url } = await world.server.call<{ url: string }>(
    'POST',
    `download/space/${world.spaceId}/directory/${parent}/links`,
    { title: 'documents', directory_ids: [shared], duration: { value: 2, unit: 'day' }, view_only: true },
    access,
  );
  for (const [name, words] of [
    ['letter.docx', 'جناب آقای رضایی'],
    ['deck.pptx', 'رشد ۲۳٪ در تهران'],
  ] as const) {
    await page.goto(new URL(url).pathname);
    await page.locator('[data-entry]').filter({ hasText: name }).getByRole('link').first().click();
    await expect(page.frameLocator('main iframe').getByText(words)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  }
});
