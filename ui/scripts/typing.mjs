// How fast the editor of documents answers a key in a long document. Used by measure.mjs.
import JSZip from 'jszip';

const KEYS = 40;
/** Between two keys, as somebody types who is fast: ms. */
const PAUSE = 150;

const lorem =
  'The parties agree that the goods are delivered within thirty days, and that a delay is announced at once. ' +
  'طرفین توافق می‌کنند که کالا ظرف سی روز تحویل شود و هر تأخیر بی‌درنگ اعلام گردد. ';

const run = (text, bold) => `<w:r>${bold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${text}</w:t></w:r>`;

/** A letter made long by paragraphs, some twelve a page: headings, plain and bold text in two directions. */
export async function longDocument(letter, paragraphs) {
  const zip = await JSZip.loadAsync(letter);
  const main = await zip.file('word/document.xml').async('text');
  const body = Array.from({ length: paragraphs }, (_, n) => {
    const head = n % 12 === 0;
    return `<w:p>${head ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : ''}${run(`${n + 1}. `, true)}${run(
      head ? 'Delivery and payment' : lorem.repeat(1 + (n % 2)),
    )}</w:p>`;
  }).join('');
  const at = main.lastIndexOf('<w:sectPr');
  zip.file('word/document.xml', main.slice(0, at) + body + main.slice(at));
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

/** Runs in the frame: from each key to the paint that shows it, in ms, as the browser measures it. */
const watch = () => {
  window.keys = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') window.keys.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });
};

/**
 * Opens a document and types into a paragraph of its first page; answers its pages, how long it took to open in ms, and the
 * times of all keys, sorted, in ms; a key that is faster than the browser reports counts as 16.
 */
export async function typing(context, address) {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  const begin = performance.now();
  await page.goto(address);
  await page.locator('main iframe[data-shown=true]').waitFor({ timeout: 120_000 });
  const opened = performance.now() - begin;
  const frame = page.frames().find((one) => one !== page.mainFrame());
  const pages = await frame.locator('.layout-page').count();
  await frame
    .locator('.layout-page')
    .first()
    .click({ position: { x: 300, y: 130 } });
  await page.keyboard.type('warm up ', { delay: PAUSE });
  await page.waitForTimeout(3000);
  await frame.evaluate(watch);
  await page.keyboard.type('k'.repeat(KEYS), { delay: PAUSE });
  await page.waitForTimeout(1000);
  const seen = await frame.evaluate(() => window.keys);
  const text = await frame.locator('.layout-page').first().textContent();
  if (!text.includes('k'.repeat(KEYS)) || seen.length === 0)
    throw new Error('the keys did not arrive, or none was measured');
  await page.close();
  return { pages, opened, times: [...seen, ...Array(Math.max(0, KEYS - seen.length)).fill(16)].sort((a, b) => a - b) };
}
