import type { Browser, Page } from '@playwright/test';

const pictures = [
  ['#c9683b', '#3b4f7a'],
  ['#3b7fc9', '#2f5d50'],
  ['#d9a441', '#7a3b4f'],
  ['#8a5ac9', '#3b6a7a'],
] as const;

const landscape = (sky: string, land: string, sun: number) => `
  <svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" viewBox="0 0 480 320">
    <defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky}"/><stop offset="1" stop-color="#fff1dc"/></linearGradient></defs>
    <rect width="480" height="320" fill="url(#g)"/><circle cx="${sun}" cy="86" r="34" fill="#fff6c9"/>
    <path d="M0 320V220l90-80 70 60 90-110 120 140 110-60v150z" fill="${land}" opacity=".85"/>
    <path d="M0 320v-60l140-50 160 60 180-70v120z" fill="#1f3a2c" opacity=".75"/>
  </svg>`;

const report = `
  <html dir="rtl" lang="fa"><body style="font-family: Vazirmatn, sans-serif; font-size: 15px; line-height: 2; margin: 48px">
    <h1 style="color: #0b6b66">گزارش مالی سه‌ماههٔ سوم</h1>
    <p>در این سه‌ماهه درآمد شرکت نسبت به دورهٔ پیشین ۱۸ درصد بیشتر شد و هزینه‌ها در همان اندازه ماند.</p>
    <table border="1" cellpadding="8" style="border-collapse: collapse; width: 100%">
      <tr><th>بخش</th><th>درآمد</th><th>هزینه</th></tr>
      <tr><td>فروش</td><td>۱٬۲۴۰</td><td>۶۲۰</td></tr>
      <tr><td>پشتیبانی</td><td>۴۱۰</td><td>۱۹۰</td></tr>
    </table>
    <div style="break-before: page"><h2>پیوست</h2><p>English text inside the same document, for the bidirectional test.</p></div>
    <div style="break-before: page"><h2>پیوست دوم</h2><p>پایان گزارش.</p></div>
  </body></html>`;

interface Samples {
  images: Uint8Array[];
  pdf: Uint8Array;
}

const made = new WeakMap<Browser, Promise<Samples>>();

/** Real pictures and a real PDF, made by the browser itself; once for all tests of a worker. */
export function samples(browser: Browser): Promise<Samples> {
  const known = made.get(browser) ?? make(browser);
  made.set(browser, known);
  return known;
}

/** Draws an SVG as a JPEG of its size. Through a canvas: a screenshot can fail where the machine is busy. */
async function jpegOf(page: Page, svg: string): Promise<Uint8Array> {
  const url = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser has no canvas');
    context.drawImage(image, 0, 0);
    return canvas.toDataURL('image/jpeg', 0.88);
  }, svg);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

async function make(browser: Browser): Promise<Samples> {
  const page = await browser.newPage();
  const images: Uint8Array[] = [];
  for (const [index, [sky, land]] of pictures.entries()) {
    images.push(await jpegOf(page, landscape(sky, land, 90 + index * 90)));
  }
  await page.setContent(report);
  const pdf = await page.pdf({ format: 'A4' });
  await page.close();
  return { images, pdf };
}

/** Two seconds of a tone as a WAV file. */
export function tone(): Uint8Array {
  const rate = 8000;
  const samplesCount = rate * 2;
  const bytes = new Uint8Array(44 + samplesCount);
  const view = new DataView(bytes.buffer);
  const text = (at: number, word: string) => bytes.set(new TextEncoder().encode(word), at);
  text(0, 'RIFF');
  view.setUint32(4, 36 + samplesCount, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(36, 'data');
  view.setUint32(40, samplesCount, true);
  for (let at = 0; at < samplesCount; at++) bytes[44 + at] = 128 + 60 * Math.sin((at / rate) * 440 * 2 * Math.PI);
  return bytes;
}

export const markdown = `# یادداشت جلسهٔ هفتگی

این متن به **فارسی** است و \`code\` هم دارد.

- کار نخست: بازبینی قرارداد
- کار دوم: [پیوند](https://example.com)

## English section

A paragraph in English, with a list:

1. First
2. Second

| نام | اندازه |
|---|---|
| گزارش | ۱٫۲ |

> نقل‌قولی کوتاه.

<script>window.hacked = true</script>
<img src="x" onerror="window.hacked = true">
`;

export const goCode = `package main

import "fmt"

// main greets. سلام
func main() {
	for i := 0; i < 3; i++ {
		fmt.Println("hello", i)
	}
}
`;

export const prose = `صورت‌جلسهٔ هفتگی، دوشنبه ۲۵ آبان ۱۴۰۵

حاضران: سارا محمدی، Dara Karimi، رضا ناصری
۱. قرارداد با شرکت Northwind تا پایان ماه بازبینی می‌شود؛ نسخهٔ 2.1 در پوشهٔ «قراردادها» است.
۲. بودجهٔ سال آینده تا ۱۵ آذر نوشته می‌شود.

Minutes in English follow.
The next meeting is on Monday at 10:00 (اتاق ۳).
`;

export const sales = `تاریخ,کالا,شمار,قیمت,توضیح
1405-08-01,کالای ۱,12,"1,250,000",ارسال به تهران
1405-08-02,Cable USB-C,3,"420,000","دو رنگ، سیاه و سفید"
1405-08-03,کالای ۰,0,0,ناموجود
1405-08-04,Monitor 27",5,"98,000,000",Delivered late
`;

/** Taller than any window. */
export const poster = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="2400" viewBox="0 0 160 240">
  <rect width="160" height="240" fill="#3b4f7a"/><circle cx="80" cy="80" r="48" fill="#d9a441"/>
  <path d="M0 240V190l60-50 40 40 60-60v120z" fill="#1f3a2c"/><rect x="2" y="2" width="156" height="236" fill="none" stroke="#fff" stroke-width="2"/>
</svg>`;
