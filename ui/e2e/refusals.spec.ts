import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';

async function open(page: Page, world: World, name: string, content: Uint8Array | string) {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`refused ${name} ${Date.now()}`);
  const file = await drive.file(name, content, folder);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`);
}

/** A compound file, which is what office programs make of a document with a password. */
const locked = Uint8Array.from({ length: 2048 }, (_, at) => [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1][at] ?? 0);
const nested = Array.from({ length: 200 }, () => 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n').join('');

for (const lang of ['fa', 'en'] as const) {
  const say = (fa: string, en: string) => (lang === 'fa' ? fa : en);
  test(`${lang}: files that are not shown say why`, { tag: `@${lang}` }, async ({ member: page, world }) => {
    await prefer(page, lang);
    const main = page.getByRole('main');
    const retry = page.getByRole('button', { name: say('تلاش دوباره', 'Try again') });

    // What was read and is damaged is not tried again, and a picture is called one.
    await open(page, world, 'scan.tiff', 'II*\0 and no more');
    await expect(main.getByRole('alert')).toContainText(
      say('این تصویر نمایش داده نمی‌شود', 'This picture can’t be shown'),
    );
    await open(page, world, 'book.epub', 'PK\x03\x04 and no more');
    await expect(main.getByRole('alert')).toContainText(say('شاید آسیب دیده باشد', 'damaged'));
    await expect(retry).toBeHidden();
    for (const name of ['a.docx', 'a.xlsx', 'a.pptx']) {
      await open(page, world, name, locked);
      await expect(main.getByRole('alert')).toContainText(say('رمز دارد', 'password'));
      await expect(retry).toBeHidden();
    }

    // A drawing of a kilobyte that no browser ends to draw.
    const uses = Array.from({ length: 12 }, (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(10)}</g>`);
    const bomb = `<svg xmlns="http://www.w3.org/2000/svg"><g id="g0"><rect width="1" height="1"/></g>${uses.join('')}</svg>`;
    await open(page, world, 'bomb.svg', bomb);
    await expect(main.getByRole('alert')).toContainText(say('بیش از اندازه طول می‌کشد', 'takes too long'));

    // An empty file is not damaged.
    for (const name of ['a.docx', 'a.eml', 'a.png', 'a.csv']) {
      await open(page, world, name, '');
      await expect(main.getByRole('heading', { name: say('این فایل خالی است', 'This file is empty') })).toBeVisible();
    }

    // A few bytes are no large file.
    await open(page, world, 'lies.rtf', String.raw`{\rtf1 before{\pict\bin2000000000 x}}`);
    await expect(main.getByRole('document')).toHaveText('before');
    await expect(main.getByRole('note')).toContainText(
      say('بخش‌هایی از این فایل خوانده نشد', 'Parts of this file can’t be read'),
    );
    await expect(main.getByRole('note')).not.toContainText(say('بزرگ', 'large'));
    await open(page, world, 'deep.eml', `Subject: deep\r\nMIME-Version: 1.0\r\n${nested}`);
    await expect(main.getByRole('note')).toContainText(
      say('بخش‌هایی از این فایل خوانده نشد', 'Parts of this file can’t be read'),
    );
  });
}
