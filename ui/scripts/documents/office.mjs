// Sources that LibreOffice turns into documents: HTML for texts, flat OpenDocument for presentations.
const texts = {
  fa: [
    'این سند برای آزمودن نمایش نوشته شده است و هر بند آن چند جمله دارد تا شکستن سطرها دیده شود.',
    'درآمد شرکت در سال ۱۴۰۵ نسبت به سال گذشته ۲۳٪ رشد کرد و به ۱٬۲۵۰ میلیارد ریال رسید؛ هزینه‌ها اما تنها ۹٪ بیشتر شد.',
    'نسخهٔ تازهٔ API با نام Anbar 2.0 در بهار آماده می‌شود و می‌توان آن را از نشانی https://example.com گرفت.',
  ],
  en: [
    'This document was written to test how it is shown, and each paragraph has several sentences so that lines break.',
    'Revenue grew by 23% over the year before and reached 1,250 billion; costs, however, rose by only 9%.',
    'The word سلام stands inside an English sentence, and the sentence goes on after it.',
  ],
};

const look =
  'body{font-family:"B Nazanin","Calibri";font-size:13pt} h1,h2{font-family:"B Titr"} td,th{border:1px solid #555;padding:4px}';

export const html = (lang, body) =>
  `<html dir="${lang === 'fa' ? 'rtl' : 'ltr'}" lang="${lang}"><head><meta charset="utf-8"><style>${look}</style></head><body>${body}</body></html>`;

const times = (n, make) => Array.from({ length: n }, (_, at) => make(at)).join('');
const paragraphs = (lang, n) => times(n, (at) => `<p>${texts[lang][at % 3]} ${texts[lang][(at + 1) % 3]}</p>`);
const rows = (n, cells) =>
  times(
    n,
    (at) =>
      `<tr>${cells(at)
        .map((cell) => `<td>${cell}</td>`)
        .join('')}</tr>`,
  );

/** A picture: a gradient with a frame, as a PNG of 120 × 80. */
export const htmlSources = (picture) => ({
  'fa-letter': html(
    'fa',
    `<p>تاریخ: ۲۱ آبان ۱۴۰۵</p><p>جناب آقای رضایی،</p>${paragraphs('fa', 3)}<p>با احترام<br><b>مینا کریمی</b><br><i>مدیر مالی</i></p>`,
  ),
  'fa-report': html(
    'fa',
    `<h1>گزارش سالانهٔ شرکت پارس‌نگار</h1>${paragraphs('fa', 4)}<h2>فروش شهرها</h2><table><tr><th>شهر</th><th>بهار</th><th>تابستان</th></tr>` +
      `<tr><td>تهران</td><td>۱۲۳</td><td>۴۵۶</td></tr><tr><td>Shiraz</td><td>78</td><td>90</td></tr></table>${paragraphs('fa', 14)}` +
      `<h2>برنامه‌ها</h2><ul><li>راه‌اندازی شعبهٔ تبریز</li><li>نسخهٔ English سامانه<ul><li>ترجمه</li><li>آزمون</li></ul></li></ul>` +
      `<ol><li>بررسی</li><li>تصویب</li><li>اجرا</li></ol>${paragraphs('fa', 16)}`,
  ),
  'en-article': html(
    'en',
    `<h1>On showing documents</h1>${paragraphs('en', 12)}<h2>Second part</h2>${paragraphs('en', 12)}`,
  ),
  mixed: html(
    'fa',
    `<p>سفارش شمارهٔ INV-2026/17 در تاریخ 2026-11-21 با Visa پرداخت شد (۵۰٪ تخفیف).</p>${times(3, (at) => `<p dir="ltr" lang="en">${texts.en[at]}</p><p>${texts.fa[at]}</p>`)}`,
  ),
  'tables-merged': html(
    'fa',
    `<table><tr><th colspan="3">بودجهٔ سه‌ماهه</th></tr><tr><td rowspan="2">درآمد</td><td>فروش</td><td>۴۵۰</td></tr><tr><td>خدمات</td><td>۱۲۰</td></tr>` +
      `<tr><td>هزینه</td><td colspan="2" bgcolor="#ffeeaa">۳۱۰</td></tr></table>`,
  ),
  'lists-nested': html(
    'en',
    `<ol><li>First<ol><li>Inner one<ol><li>Innermost</li></ol></li><li>Inner two</li></ol></li><li>Second<ul><li>Point</li></ul></li></ol>`,
  ),
  'long-table': html(
    'fa',
    `<table>${rows(220, (at) => [at + 1, `کالای شمارهٔ ${at + 1}`, (at * 37) % 900, 'انبار مرکزی'])}</table>`,
  ),
  pictures: html(
    'fa',
    `<h1>عکس‌ها</h1><p><img src="data:image/png;base64,${picture}" width="240" height="160"></p>${paragraphs('fa', 2)}` +
      `<p align="center"><img src="data:image/png;base64,${picture}" width="400" height="260"></p>`,
  ),
});

const spaces = ['office', 'style', 'text', 'table', 'presentation']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  )
  .join(' ');

const frame = ([x, y, w, h], style, inner) =>
  `<draw:frame draw:style-name="box" svg:x="${x}cm" svg:y="${y}cm" svg:width="${w}cm" svg:height="${h}cm"><draw:text-box>${[
    inner,
  ]
    .flat()
    .map((text) => `<text:p text:style-name="${style}">${text}</text:p>`)
    .join('')}</draw:text-box></draw:frame>`;

const style = (name, size, rtl, bold) =>
  `<style:style style:name="${name}" style:family="paragraph"><style:paragraph-properties fo:text-align="${rtl ? 'end' : 'start'}" style:writing-mode="${rtl ? 'rl' : 'lr'}-tb"/>` +
  `<style:text-properties fo:font-size="${size}pt" style:font-size-complex="${size}pt" style:font-name-complex="B Nazanin" fo:font-family="Calibri"${bold ? ' fo:font-weight="bold" style:font-weight-complex="bold"' : ''}/></style:style>`;

/** A flat presentation: for each slide a title and its lines. */
export const slidesOf = (slides, rtl) =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document ${spaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.presentation">` +
  `<office:automatic-styles><style:page-layout style:name="screen"><style:page-layout-properties fo:page-width="28cm" fo:page-height="15.75cm"/></style:page-layout>` +
  `<style:style style:name="box" style:family="graphic"><style:graphic-properties draw:stroke="none" draw:fill="none"/></style:style>` +
  `<style:style style:name="bar" style:family="graphic"><style:graphic-properties draw:stroke="none" draw:fill="solid" draw:fill-color="#0b6b66"/></style:style>` +
  style('title', 32, rtl, true) +
  style('line', 20, rtl, false) +
  `</office:automatic-styles><office:master-styles><style:master-page style:name="Plain" style:page-layout-name="screen"/></office:master-styles>` +
  `<office:body><office:presentation>${slides
    .map(
      ([title, ...lines], at) =>
        `<draw:page draw:name="s${at + 1}" draw:master-page-name="Plain"><draw:rect draw:style-name="bar" svg:x="0cm" svg:y="0cm" svg:width="28cm" svg:height="0.6cm"/>` +
        frame([2, 1.5, 24, 2.5], 'title', title) +
        frame([2, 5, 24, 9], 'line', lines) +
        '</draw:page>',
    )
    .join('')}</office:presentation></office:body></office:document>`;

export const slideSources = {
  'fa-slides': slidesOf(
    [
      ['معرفی شرکت پارس‌نگار', 'ابزارهای ابری برای گروه‌های ایرانی', 'آبان ۱۴۰۵'],
      ['برنامهٔ سال آینده', 'شعبهٔ تبریز', 'نسخهٔ English سامانه', 'رشد ۲۳٪ درآمد'],
      ['سپاس از توجه شما', 'info@example.com'],
    ],
    true,
  ),
  'en-slides': slidesOf(
    [
      ['Quarterly review', 'Revenue up 23%', 'Two new offices'],
      ['Next steps', 'Hire', 'Ship'],
    ],
    false,
  ),
};
