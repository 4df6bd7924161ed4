import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { expectAccessible } from './looks';
import { lockedZip, zipOf } from './zips';

const words = {
  fa: {
    back: 'بازگشت به فایل فشرده',
    save: 'دانلود این فایل',
    files: '۳ فایل',
    damaged: /فایل فشرده آسیب دیده است/,
    fileDamaged: /در فایل فشرده آسیب دیده/,
    bomb: /بیش از اندازه بزرگ/,
    large: /بزرگ‌تر از ۵۰ مگابایت/,
    cut: /۱۰۰٬۰۰۰ مورد/,
    password: 'رمز عبور',
    show: 'نمایش فایل',
    wrong: 'این رمز عبور درست نیست.',
    open: /مشاهده|باز کردن/,
  },
  en: {
    back: 'Back to the archive',
    save: 'Download this file',
    files: '3 files',
    damaged: /archive is damaged/,
    fileDamaged: /damaged inside/,
    bomb: /unpacks to far more/,
    large: /over 50 MB/,
    cut: /100,000 items/,
    password: 'Password',
    show: 'Show file',
    wrong: 'That password isn’t correct.',
    open: /view|open/i,
  },
} as const;

async function put(world: World, name: string, content: Uint8Array | string) {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`archives ${name} ${Date.now()}`);
  return { folder, file: await drive.file(name, content, folder) };
}

async function open(page: Page, world: World, name: string, content: Uint8Array | string) {
  const { folder, file } = await put(world, name, content);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`);
}

const row = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const list = (page: Page) => page.getByRole('listbox');

/** «گزارش.txt» as old programs on Persian Windows write it. */
const oldName = Uint8Array.from([0x90, 0xd2, 0xc7, 0xd1, 0xd4, ...Buffer.from('.txt')]);
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><script>window.hacked = 1</script><rect width="40" height="30" fill="teal"/></svg>';
const html = '<!doctype html><script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">';

/** Files that nothing but opening them should fetch. */
const ballast = Uint8Array.from({ length: 6_000_000 }, (_, at) => (at * 2654435761) >>> 24);

const sample = () =>
  zipOf([
    { name: 'big.bin', content: ballast },
    { name: 'اسناد/قرارداد.txt', content: 'متن قرارداد فروش', deflated: true },
    { name: 'اسناد/سال ۱۴۰۳/data.csv', content: 'نام,مبلغ\nمینا,12000\n', deflated: true },
    { name: 'اسناد/10.docx', content: 'no matter' },
    { name: 'page.html', content: html, deflated: true },
    { name: 'drawing.svg', content: svg, deflated: true },
    { name: oldName, content: 'نام قدیمی' },
    { name: '../../escape.txt', content: 'outside' },
    { name: '/absolute.txt', content: 'absolute' },
  ]);

for (const lang of ['fa', 'en'] as const) {
  const w = words[lang];

  test(
    `${lang}: an archive is a list whose files open by range`,
    { tag: `@${lang}` },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      let fetched = 0;
      page.on('response', (response) => {
        if (response.url().includes('/download/content/')) fetched += Number(response.headers()['content-length'] ?? 0);
      });
      await open(page, world, 'پروژه.zip', sample());
      await expect(row(page, 'اسناد')).toContainText(w.files);
      await expect(row(page, 'گزارش.txt')).toBeVisible();
      await expectAccessible(page);

      await row(page, 'اسناد').click();
      await row(page, 'قرارداد.txt').click();
      await expect(page.getByText('متن قرارداد فروش')).toBeVisible();
      await expectAccessible(page);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: w.save }).click();
      const saved = await download;
      expect(saved.suggestedFilename()).toBe('قرارداد.txt');
      expect(readFileSync(await saved.path(), 'utf8')).toBe('متن قرارداد فروش');
      await page.getByRole('button', { name: w.back }).click();
      await expect(row(page, '10.docx')).toBeVisible();

      await row(page, '10.docx').click();
      await expect(page.locator('main').getByRole('button', { name: w.save })).toHaveCount(2);
      await page.keyboard.press('Escape');
      await row(page, 'سال ۱۴۰۳').click();
      await row(page, 'data.csv').click();
      await expect(page.locator('#cell-2-1')).toHaveText('مینا');
      // All of it would be six million bytes.
      expect(fetched).toBeLessThan(600_000);
    },
  );

  test(`${lang}: keys walk through an archive`, { tag: `@${lang}` }, async ({ member: page, world }) => {
    await prefer(page, lang);
    await open(page, world, 'keys.zip', sample());
    await expect(row(page, 'اسناد')).toBeVisible();
    const address = page.url();
    await expect(list(page)).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    const first = page.getByRole('option').first();
    await expect(first).toHaveAttribute('aria-selected', 'true');
    // "..", "/" and the documents: numbers and signs come first.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(row(page, 'اسناد')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(row(page, 'سال ۱۴۰۳')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page.getByText('متن قرارداد فروش')).toBeVisible();
    // The arrows of the page would lead to another file.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(row(page, 'قرارداد.txt')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Backspace');
    await expect(row(page, 'اسناد')).toHaveAttribute('aria-selected', 'true');
    expect(page.url()).toBe(address);
  });

  test(`${lang}: files with a password`, { tag: [`@${lang}`, '@full'] }, async ({ member: page, world }) => {
    await prefer(page, lang);
    for (const old of [false, true]) {
      const files = { 'secret.txt': 'the hidden words', 'second.txt': 'more of them', 'letter.docx': 'a letter' };
      await open(page, world, `locked-${old}.zip`, await lockedZip(files, 'درست-42', old));
      await row(page, 'secret.txt').click();
      await page.getByLabel(w.password, { exact: true }).fill('wrong');
      await page.getByRole('button', { name: w.show }).click();
      await expect(page.getByText(w.wrong)).toBeVisible();
      if (!old) await expectAccessible(page);
      await page.getByLabel(w.password, { exact: true }).fill('درست-42');
      await page.getByRole('button', { name: w.show }).click();
      await expect(page.getByText('the hidden words')).toBeVisible();
      // The other file of the archive asks no more.
      await page.keyboard.press('Escape');
      await row(page, 'second.txt').click();
      await expect(page.getByText('more of them')).toBeVisible();
      await page.keyboard.press('Escape');
      // A file that is only saved needs the password, too.
      await page.reload();
      await row(page, 'letter.docx').click();
      await page.getByLabel(w.password, { exact: true }).fill('درست-42');
      await page.getByRole('button', { name: w.show }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: w.save }).last().click();
      expect(readFileSync(await (await download).path(), 'utf8')).toBe('a letter');
    }
  });

  test(
    `${lang}: archives that are broken, lie or are too much`,
    { tag: [`@${lang}`, '@full'] },
    async ({ member: page, world }) => {
      test.setTimeout(120_000);
      await prefer(page, lang);
      await open(page, world, 'broken.zip', 'this is no archive');
      await expect(page.getByRole('alert')).toContainText(w.damaged);
      const whole = sample();
      await open(page, world, 'cut.zip', whole.slice(0, whole.length - 200));
      await expect(page.getByRole('alert')).toContainText(w.damaged);

      const bad = zipOf([
        { name: 'bomb.txt', content: new Uint8Array(40_000_000), deflated: true },
        { name: 'large.txt', content: new Uint8Array(60_000_000), deflated: true },
        { name: 'liar.txt', content: new Uint8Array(60_000_000), deflated: true, says: 1000 },
        { name: 'good.txt', content: 'all is well' },
      ]);
      await open(page, world, 'bad.zip', bad);
      for (const [name, told] of [
        ['bomb.txt', w.bomb],
        ['large.txt', w.large],
        ['liar.txt', w.fileDamaged],
        ['good.txt', 'all is well'],
      ] as const) {
        await row(page, name).click();
        await expect(page.getByText(told)).toBeVisible();
        await page.keyboard.press('Escape');
      }

      const many = Array.from({ length: 100_000 }, (_, at) => ({ name: `file ${at + 1}.txt`, content: `n${at + 1}` }));
      await open(page, world, 'many.zip', zipOf(many));
      await expect(page.getByRole('note')).toContainText(w.cut);
      await list(page).press('End');
      await expect(row(page, 'file 10000.txt')).toBeVisible();
      expect(await page.getByRole('option').count()).toBeLessThan(80);
      await page.keyboard.press('Enter');
      await expect(page.getByText('n10000', { exact: true })).toBeVisible();
    },
  );
}

test('nothing of an archive runs, and names that lead out of it stay in it', async ({ member: page, world }) => {
  await prefer(page, 'en');
  await open(page, world, 'hostile.zip', sample());
  await row(page, 'page.html').click();
  await expect(page.locator('.cm-content')).toContainText('window.hacked');
  await page.keyboard.press('Escape');
  await row(page, 'drawing.svg').click();
  await expect(page.locator('main img')).toHaveCSS('opacity', '1');
  await expect(page.locator('main img')).toHaveAttribute('src', /^data:image\/svg/);
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeVisible();
  expect(await page.evaluate(() => Reflect.has(window, 'hacked'))).toBe(false);

  await row(page, '..').first().click();
  await row(page, '..').click();
  await row(page, 'escape.txt').click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: words.en.save }).click();
  expect((await download).suggestedFilename()).toBe('escape.txt');
});

test('a link for viewing shows an archive and saves nothing of it', async ({ page, world }) => {
  await prefer(page, 'en');
  const { folder, file } = await put(world, 'shared.zip', sample());
  const { access } = await world.server.session();
  const { url } = await world.server.call<{ url: string }>(
    'POST',
    `download/space/${world.spaceId}/directory/${folder}/links`,
    { title: 'for viewing', file_ids: [file], view_only: true, duration: { value: 2, unit: 'day' } },
    access,
  );
  await page.goto(new URL(url).pathname);
  await page.getByRole('button', { name: words.en.open }).click();
  await row(page, 'اسناد').click();
  await row(page, 'قرارداد.txt').click();
  await expect(page.getByText('متن قرارداد فروش')).toBeVisible();
  await expect(page.getByRole('button', { name: words.en.save })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await row(page, '10.docx').click();
  await expect(page.getByRole('heading', { name: 'No preview for this file' })).toBeVisible();
  await expect(page.getByRole('button', { name: words.en.save })).toHaveCount(0);
});

/** An archive of the system's tar: a large file, and a letter in a folder. */
function tarOf(): Buffer {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'archive-'));
  mkdirSync(path.join(folder, 'اسناد'));
  writeFileSync(path.join(folder, 'اسناد', 'قرارداد.txt'), 'متن قرارداد فروش');
  writeFileSync(path.join(folder, 'big.bin'), Buffer.concat([ballast, ballast]));
  const bytes = execFileSync('tar', ['-C', folder, '-cf', '-', 'big.bin', 'اسناد'], { maxBuffer: 2 ** 26 });
  rmSync(folder, { recursive: true });
  return bytes;
}

for (const lang of ['fa', 'en'] as const) {
  const w = words[lang];

  test(
    `${lang}: archives of tar are lists too, packed or not`,
    { tag: `@${lang}` },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      let fetched = 0;
      page.on('response', (response) => {
        if (response.url().includes('/download/content/')) fetched += Number(response.headers()['content-length'] ?? 0);
      });
      const tar = tarOf();
      await open(page, world, 'پروژه.tar', tar);
      await row(page, 'اسناد').click();
      await row(page, 'قرارداد.txt').click();
      await expect(page.getByText('متن قرارداد فروش')).toBeVisible();
      // The large file in front of it is not fetched.
      expect(fetched).toBeLessThan(1_000_000);

      const packed = gzipSync(tar, { level: 1 });
      await open(page, world, 'پروژه.tar.gz', packed);
      await expect(row(page, 'big.bin')).toBeVisible();
      await row(page, 'اسناد').click();
      await row(page, 'قرارداد.txt').click();
      await expect(page.getByText('متن قرارداد فروش')).toBeVisible();

      await open(page, world, 'broken.tgz', packed.subarray(0, 100_000));
      await expect(page.getByText(w.damaged)).toBeVisible();
      await open(page, world, 'none.tar', 'no archive'.repeat(100));
      await expect(page.getByText(w.damaged)).toBeVisible();
    },
  );
}

const raw = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

test('fa: names in old encodings of other languages are read', { tag: '@fa' }, async ({ member: page, world }) => {
  for (const [hex, name] of [
    ['b1a8b8e6d5fdcec42e747874', '报告正文.txt'], // GBK
    ['93fa967b8cea2e747874', '日本語.txt'], // Shift-JIS
    ['cfd4dec5d42e747874', 'отчет.txt'], // KOI8-R
    ['8ee2e7f1e22e747874', 'Отчёт.txt'], // DOS in Russian
    ['a2e7a9efa92e747874', 'تقرير.txt'], // DOS in Arabic
  ] as const) {
    await open(page, world, 'names.zip', zipOf([{ name: raw(hex), content: name }]));
    await expect(row(page, name)).toBeVisible();
  }
});
