// Uploads a file in a real browser, for the benchmark of a weak line: node scripts/weak.mjs URL ACCESS REFRESH SPACE DIRECTORY BYTES.
// The last line is JSON: how many seconds it took from the drop to the end, and which parts were sent from which byte.
import path from 'node:path';
import { chromium } from '@playwright/test';
import { runnerImport } from 'vite';

const [url, access, refresh, space, directory, bytes] = process.argv.slice(2);
const settings = path.join(import.meta.dirname, '../e2e/chromium.ts');
const { chromium: use } = (await runnerImport(settings, { configFile: false, logLevel: 'error' })).module;
const browser = await chromium.launch(use.launchOptions);
const page = await browser.newPage();
page.setDefaultTimeout(600_000);
await page.addInitScript(
  ([first, second]) => {
    localStorage.setItem('access_token', first);
    localStorage.setItem('refresh_token', second);
  },
  [access, refresh],
);
await page.goto(`${url}/workspace/${space}/directory/${directory}?view=list`, { timeout: 600_000 });
const list = page.locator('[data-state], [data-entries]').first();
await list.waitFor();
const parts = [];
page.on('request', (request) => {
  const { pathname, searchParams } = new URL(request.url());
  if (pathname.endsWith('/upload/parts')) parts.push([searchParams.get('chunk_number'), searchParams.get('offset')]);
});
const file = await page.evaluateHandle((size) => {
  const pieces = Array.from({ length: Math.ceil(size / 65_536) }, (_, n) =>
    crypto.getRandomValues(new Uint8Array(Math.min(65_536, size - n * 65_536))),
  );
  const made = new DataTransfer();
  made.items.add(new File(pieces, 'weak.bin'));
  return made;
}, Number(bytes));
console.log('begin');
const begin = Date.now();
await list.dispatchEvent('drop', { dataTransfer: file });
let waited = 0;
const watch = setInterval(async () => {
  const text = await page
    .locator('[data-tray]')
    .innerText()
    .catch(() => '');
  if (/Waiting for a connection|در انتظار اتصال|Connection lost|اتصال قطع شد/.test(text)) waited++;
}, 1000);
await page.locator('[data-upload=UPLOAD_SUCCESS]').waitFor({ state: 'attached', timeout: 1_800_000 });
clearInterval(watch);
console.log(JSON.stringify({ seconds: (Date.now() - begin) / 1000, parts, waited }));
await browser.close();
