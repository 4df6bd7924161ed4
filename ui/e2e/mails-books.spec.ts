import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { zipOf } from './zips';

async function open(page: Page, world: World, name: string, content: Uint8Array | string) {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`read ${name} ${Date.now()}`);
  const file = await drive.file(name, content, folder);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`);
}

const mail = `From: =?utf-8?B?2LPYp9ix2Kcg2LHYttin24zbjA==?= <sara@example.org>
To: ali@example.org
Subject: =?utf-8?B?2K/YudmI2Kog2KjZhyDYrNmE2LPZhw==?=
Date: Mon, 02 Nov 2026 10:00:00 +0330
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html; charset=utf-8

<p>سلام، جلسه <b>دوشنبه</b> است.</p><script>document.title = 'run'</script>
<img src="https://outside.example/seen.png" alt="نقشه">
<table><tr><td>ساعت</td><td>جا</td></tr><tr><td>۱۰</td><td>سالن ب</td></tr></table>
--b
Content-Type: application/pdf
Content-Disposition: attachment; filename="agenda.pdf"

x
--b--
`.replaceAll('\n', '\r\n');

// «گزارش سال» in windows-1256, as old programs write it.
const letter =
  String.raw`{\rtf1\ansi\ansicpg1256{\stylesheet{\s1\outlinelevel0 heading 1;}}\pard\s1\rtlpar ` +
  String.raw`\'90\'d2\'c7\'d1\'d4 \'d3\'c7\'e1\par\pard\ltrpar Plain {\b bold} and {\i italic}.\par` +
  String.raw`\trowd\cellx1\cellx2\pard\intbl one\cell two\cell\row}`;

const chapter = (body: string) => `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`;

const book = zipOf([
  { name: 'mimetype', content: 'application/epub+zip' },
  {
    name: 'META-INF/container.xml',
    content: '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
  },
  {
    name: 'OPS/book.opf',
    content:
      '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>' +
      '<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest>' +
      '<spine><itemref idref="b"/><itemref idref="a"/></spine></package>',
  },
  { name: 'OPS/a.xhtml', content: chapter('<h1>فصل دوم</h1><ol><li>نخست</li><li>سپس</li></ol>'), deflated: true },
  { name: 'OPS/b.xhtml', content: chapter('<h1>فصل یکم</h1><p>آغاز داستان.</p>'), deflated: true },
]);

const words = (page: Page) => page.locator('main [role=document]');

for (const lang of ['fa', 'en'] as const) {
  const fa = lang === 'fa';

  test(
    `${lang}: a mail is shown with its head and its attachments`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const outside: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('outside.example')) outside.push(request.url());
      });
      await open(page, world, 'invitation.eml', mail);
      await expect(words(page).getByRole('heading', { name: 'دعوت به جلسه' })).toBeVisible();
      await expect(words(page)).toContainText(
        fa ? 'فرستنده:سارا رضایی <sara@example.org>' : 'From:سارا رضایی <sara@example.org>',
      );
      await expect(words(page)).toContainText(fa ? '۱۱ آبان ۱۴۰۵' : '2026');
      await expect(words(page)).toContainText('سلام، جلسه دوشنبه است.');
      await expect(words(page).getByRole('cell', { name: 'سالن ب' })).toBeVisible();
      await expect(words(page)).toContainText(fa ? 'پیوست:agenda.pdf' : 'Attachment:agenda.pdf');
      expect(outside).toEqual([]);
      expect(await page.title()).not.toBe('run');
    },
  );

  test(`${lang}: a letter of RTF is shown with its looks`, { tag: `@${lang}` }, async ({ member: page, world }) => {
    await prefer(page, lang);
    await open(page, world, 'letter.rtf', letter);
    const heading = words(page).getByRole('heading', { name: 'گزارش سال' });
    await expect(heading).toHaveAttribute('dir', 'rtl');
    await expect(words(page).getByText('bold', { exact: true })).toHaveCSS('font-weight', '700');
    await expect(words(page).getByText('italic', { exact: true })).toHaveCSS('font-style', 'italic');
    await expect(words(page).getByRole('cell')).toHaveText(['one', 'two']);
  });

  test(
    `${lang}: the chapters of a book are shown in their order`,
    { tag: `@${lang}` },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      await open(page, world, 'novel.epub', book);
      await expect(words(page).getByRole('heading')).toHaveText(['فصل یکم', 'فصل دوم']);
      await expect(words(page)).toContainText('۲.سپس');
    },
  );
}
