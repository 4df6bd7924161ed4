// Writes stories/testdata/documents anew: node scripts/documents/make.mjs. It needs LibreOffice.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { hostileDocx, hostilePptx } from './hostile.mjs';
import { htmlSources, slideSources } from './office.mjs';
import { box, grid, image, line, pptx } from './powerpoint.mjs';
import { docx, el, fa, pack, paragraph, part, run, table } from './word.mjs';

const target = path.join(import.meta.dirname, '../../../stories/testdata/documents');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'anbar-documents-'));

const crc = (bytes) => zlib.crc32?.(bytes) ?? crcOf(bytes);
function crcOf(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum >>> 0;
}

const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
};

/** A PNG: hills before a sky. */
function png(width, height) {
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const hill = height * (0.6 + 0.15 * Math.sin(x / 15));
      rows.set(y > hill ? [60, 130, 90] : [120 + y, 180, 230], y * (1 + 3 * width) + 1 + 3 * x);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', zlib.deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const picture = png(120, 80);
const put = (name, bytes) => {
  if (bytes.length > 60 * 1024) throw new Error(`${name} has ${bytes.length} bytes`);
  fs.writeFileSync(path.join(target, name), bytes);
};

function convert(names, to, filter, infilter) {
  const profile = `-env:UserInstallation=file://${path.join(work, 'profile')}`;
  const files = names.map((name) => path.join(work, name));
  const more = infilter ? [`--infilter=${infilter}`] : [];
  const as = filter ? `${to}:${filter}` : to;
  execFileSync('soffice', [profile, '--headless', ...more, '--convert-to', as, '--outdir', work, ...files], {
    stdio: 'ignore',
  });
  return names.map((name) => name.replace(/\.\w+$/, `.${to}`));
}

const keep = (name) => put(name, fs.readFileSync(path.join(work, name)));

const sentence = 'این بند را Word نوشته است و اندازه و قلم حرف‌های فارسی در ویژگی‌های جداگانه‌ای نگه داشته می‌شود. ';
const pageBreak = el('r', {}, '<w:lastRenderedPageBreak/>');

const word = {
  'word-rtl.docx': () =>
    docx(
      [
        paragraph(run('قرارداد همکاری', { rtl: true }), { bidi: true, style: 'Heading1' }),
        fa(sentence),
        fa('این سطر درشت و با قلم دیگری است', { size: 40, bold: true, font: 'B Titr' }),
        fa('وسط‌چین', { align: 'center' }),
        fa('در پایان سطر', { align: 'right' }),
        paragraph([run('شمارهٔ ', { rtl: true }), run('INV-2026/17'), run(' صادر شد.', { rtl: true })], { bidi: true }),
        paragraph(run('An English paragraph in a Persian document.')),
        table(
          [
            [fa('ستون نخست'), fa('ستون دوم')],
            [fa('۱'), fa('۲')],
          ],
          { bidi: true },
        ),
      ].join(''),
    ),
  'word-pages.docx': () =>
    docx(
      [1, 2, 3]
        .map((page) =>
          [
            paragraph([page > 1 ? pageBreak : '', run(`صفحهٔ ${page}`, { rtl: true })], {
              bidi: true,
              style: 'Heading1',
            }),
            fa(sentence.repeat(8)),
          ].join(''),
        )
        .join(''),
    ),
  'word-notes.docx': () =>
    docx(
      paragraph(
        [
          run('متنی با پانویس', { rtl: true }),
          '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>',
        ],
        { bidi: true },
      ) + fa(sentence.repeat(3)),
      {
        overrides: {
          '/word/footnotes.xml': 'wordprocessingml.footnotes',
          '/word/header1.xml': 'wordprocessingml.header',
          '/word/footer1.xml': 'wordprocessingml.footer',
        },
        links: { rN: ['footnotes', 'footnotes.xml'], rH: ['header', 'header1.xml'], rF: ['footer', 'footer1.xml'] },
        section: '<w:headerReference w:type="default" r:id="rH"/><w:footerReference w:type="default" r:id="rF"/>',
        parts: {
          'word/footnotes.xml': part(
            'footnotes',
            `<w:footnote w:id="2">${fa('پانویس: منبع این عدد گزارش سالانه است.')}</w:footnote>`,
          ),
          'word/header1.xml': part('hdr', fa('شرکت پارس‌نگار — محرمانه', { align: 'center' })),
          'word/footer1.xml': part('ftr', fa('نشانی: تهران، خیابان ولیعصر', { align: 'center' })),
        },
      },
    ),
  'word-macro.docm': () => docx(fa('این سند ماکرو دارد و ماکروی آن اجرا نمی‌شود.')),
  'word-empty.docx': () => docx(''),
  'word-huge.docx': () => docx(fa(sentence).repeat(26_000)),
  'hostile.docx': hostileDocx,
  'deck.pptx': () =>
    pptx(
      [
        box([0, 0, 12_192_000, 900_000], [line('گزارش فروش', { rtl: true, size: 3200, bold: true, color: 'FFFFFF' })], {
          fill: '0B6B66',
        }) +
          box(
            [900_000, 1_500_000, 10_300_000, 3_000_000],
            [line('رشد ۲۳٪ در تهران', { rtl: true }), line('نسخهٔ English سامانه', { rtl: true })],
            { bullets: true },
          ) +
          box([900_000, 5_000_000, 2_600_000, 1_200_000], [line('OK', { color: 'FFFFFF', align: 'ctr' })], {
            fill: 'E0A030',
            shape: 'roundRect',
          }) +
          image([8_200_000, 4_600_000, 2_700_000, 1_800_000], 'rPicture'),
        grid(
          [900_000, 900_000, 10_300_000, 2_400_000],
          [
            ['شهر', 'بهار', 'تابستان'],
            ['تهران', '۱۲۳', '۴۵۶'],
            ['شیراز', '۷۸', '۹۰'],
          ],
          true,
        ),
        box([900_000, 900_000, 10_300_000, 1_500_000], [line('An English slide with سلام inside')]),
      ],
      { links: { rPicture: ['image', '../media/hills.png'] }, parts: { 'ppt/media/hills.png': picture } },
    ),
  'many-slides.pptx': () =>
    pptx(
      Array.from({ length: 50 }, (_, at) =>
        box([900_000, 900_000, 10_300_000, 1_500_000], [line(`اسلاید شمارهٔ ${at + 1}`, { rtl: true })]),
      ),
    ),
  'hostile.pptx': hostilePptx,
};

try {
  for (const [name, make] of Object.entries(word)) put(name, await make());
  const whole = fs.readFileSync(path.join(target, 'word-pages.docx'));
  put('damaged.docx', whole.subarray(0, Math.floor(whole.length / 2)));
  put('damaged.pptx', await pack({ '[Content_Types].xml': '<Types', 'ppt/presentation.xml': '<p:presentation' }));
  // How an encrypted document begins: a compound file of Microsoft's, with the names of its streams.
  const locked = Buffer.alloc(2048);
  locked.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  locked.write('EncryptedPackage', 1024, 'utf16le');
  put('locked.docx', locked);

  const texts = htmlSources(picture.toString('base64'));
  for (const [name, source] of Object.entries(texts)) fs.writeFileSync(path.join(work, `${name}.html`), source);
  const pages = Object.keys(texts).map((name) => `${name}.html`);
  convert(pages, 'docx', 'MS Word 2007 XML', 'HTML (StarWriter)').forEach(keep);
  convert(['fa-report.html', 'tables-merged.html'], 'odt', 'writer8', 'HTML (StarWriter)').forEach(keep);
  for (const [name, source] of Object.entries(slideSources)) fs.writeFileSync(path.join(work, `${name}.fodp`), source);
  const decks = Object.keys(slideSources).map((name) => `${name}.fodp`);
  convert(decks, 'pptx', 'Impress MS PowerPoint 2007 XML').forEach(keep);
  convert(['fa-slides.fodp'], 'odp', 'impress8').forEach(keep);
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
for (const name of fs.readdirSync(target)) console.log(`${fs.statSync(path.join(target, name)).size} ${name}`);
