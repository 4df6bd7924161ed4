// Measures the user interface for `make bench`: node scripts/measure.mjs, after a build. The last line is JSON.
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { runnerImport } from 'vite';
import { pace } from './pace.mjs';
import { album } from './photographs.mjs';
import { react, reopen } from './react.mjs';
import { scroll } from './scroll.mjs';
import { opening, workbook } from './sheets.mjs';
import { longDocument, typing } from './typing.mjs';
import { weigh } from './weigh.mjs';

const ENTRIES = Number(process.env.ENTRIES ?? 100_000);
const ROUNDS = 5;
const PHOTOGRAPHS = 40;
/** Rounds of interactions. */
const REACTIONS = Number(process.env.REACTIONS ?? 3);
const wanted = process.env.ONLY?.split(',');

const e2e = async (name) => {
  const file = path.join(import.meta.dirname, '../e2e', name);
  return (await runnerImport(file, { configFile: false, logLevel: 'error' })).module;
};
const { Server } = await e2e('server.ts');
const { Drive } = await e2e('drive.ts');
const { chromium: use } = await e2e('chromium.ts');

const rows = [];
function row(what, bar, seen, ok) {
  rows.push({ what, bar, seen, ok });
  console.log(`${ok ? 'ok  ' : 'no  '} ${what}: ${seen}`);
}

/** Others who work on the same processors make every time longer. */
const load = () => `load ${os.loadavg()[0].toFixed(1)} on ${os.cpus().length} cores`;

/** A free port, for Lighthouse to speak to the browser. */
const port = await new Promise((resolve) => {
  const probe = net.createServer().listen(0, '127.0.0.1', () => {
    const address = probe.address();
    probe.close(() => resolve(address.port));
  });
});

function size() {
  const [{ size: kib, budget }] = weigh();
  row('first screen: JavaScript and CSS as they travel, KiB', `≤ ${budget}`, kib.toFixed(1), kib <= budget);
}

async function frames(context, server, spaceId) {
  const drive = await Drive.of(server, spaceId);
  const folder = await drive.folder('بایگانی');
  const begin = Date.now();
  await drive.crowd(
    Array.from({ length: ENTRIES }, (_, n) => `گزارش ${n + 1}.pdf`),
    folder,
  );
  console.log(`     ${ENTRIES} files in ${((Date.now() - begin) / 1000).toFixed(0)} s`);
  const address = `${server.url}/workspace/${spaceId}/directory/${folder}?view=list`;
  const { list, base, ratio, all } = await scroll(context, address, ROUNDS);
  console.log(`     ${JSON.stringify(all)}`);
  const what = `scrolling ${ENTRIES.toLocaleString('en')} entries by wheel, frames a second`;
  row(what, '≥ 50', `${list.toFixed(1)} (drawn without a GPU; plain rows, by turns: ${base.toFixed(1)})`, list >= 50);
  // 50 of the 60 frames that a screen shows.
  row(`${what}, over plain rows`, '≥ 0.83', ratio.toFixed(2), ratio >= 0.83);
}

/**
 * The performance of one page by Lighthouse's own measure, a phone on a slow line with nothing cached: the best of three,
 * because each is only lowered by what else the machine does.
 */
async function speed(context, name, url, bar) {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  const { origin } = new URL(url);
  let best = null;
  for (let n = 0; n < 3 && !(best?.score >= bar); n += 1) {
    await client.send('Network.clearBrowserCache');
    await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' });
    const options = { port, output: 'json', logLevel: 'error', disableStorageReset: true };
    const { lhr } = await lighthouse(url, { ...options, onlyCategories: ['performance'] });
    if (lhr.runtimeError) throw new Error(`${name}: ${lhr.runtimeError.message}`);
    const score = Math.round(lhr.categories.performance.score * 100);
    const of = (id) => lhr.audits[id].displayValue?.replaceAll('\u00a0', ' ');
    const parts = `first paint ${of('first-contentful-paint')}, largest ${of('largest-contentful-paint')}, blocked ${of('total-blocking-time')}`;
    if (!best || score > best.score) best = { score, parts };
  }
  await page.close();
  row(`Lighthouse, performance: ${name}`, `≥ ${bar}`, `${best.score} (${best.parts}; ${load()})`, best.score >= bar);
}

/** One page by Lighthouse, in the browser and with the session that are there. */
async function audit(name, url) {
  const options = { port, output: 'json', logLevel: 'error', disableStorageReset: true };
  const onlyCategories = ['accessibility', 'best-practices'];
  const { lhr } = await lighthouse(url, { ...options, onlyCategories }, desktopConfig);
  if (lhr.runtimeError) throw new Error(`${name}: ${lhr.runtimeError.message}`);
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname) {
    throw new Error(`${name}: ended at ${lhr.finalDisplayedUrl}`);
  }
  const scores = onlyCategories.map((category) => Math.round(lhr.categories[category].score * 100));
  const faults = onlyCategories
    .flatMap((category) => lhr.categories[category].auditRefs)
    .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1)
    .map(({ id }) => id);
  if (faults.length) console.log(`     ${faults.map((id) => JSON.stringify(lhr.audits[id])).join('\n     ')}`);
  const seen = [scores.join(' and '), ...faults].join(', ');
  row(
    `Lighthouse, accessibility and best practices: ${name}`,
    '100 and 100',
    seen,
    scores.every((score) => score === 100),
  );
}

async function audits(context, server, spaceId) {
  const { access, refresh } = await server.session();
  const page = await context.newPage();
  await page.goto(`${server.url}/icon.svg`);
  for (const [lang, code] of [
    ['Persian', 'fa-ir'],
    ['English', 'en-us'],
  ]) {
    for (const { name, route, tokens, bar } of [
      { name: 'login', route: '/login', tokens: null, bar: 95 },
      { name: 'a box’s code', route: '/u', tokens: null, bar: 95 },
      { name: 'workspaces', route: '/workspace', tokens: [access, refresh] },
      { name: 'files', route: `/workspace/${spaceId}`, tokens: [access, refresh], bar: 90 },
    ]) {
      await page.evaluate(
        ([chosen, held]) => {
          localStorage.clear();
          localStorage.setItem('lang', chosen);
          if (held) localStorage.setItem('access_token', held[0]);
          if (held) localStorage.setItem('refresh_token', held[1]);
        },
        [code, tokens],
      );
      await audit(`${name}, ${lang}`, server.url + route);
      if (bar) await speed(context, `${name}, ${lang}`, server.url + route, bar);
    }
  }
  await page.close();
}

/** A language, and a session or none, for whatever the context opens next. */
async function enter(context, server, code, tokens) {
  const page = await context.newPage();
  await page.goto(`${server.url}/icon.svg`);
  await page.evaluate(
    ([chosen, held]) => {
      localStorage.clear();
      localStorage.setItem('lang', chosen);
      if (held) localStorage.setItem('access_token', held[0]);
      if (held) localStorage.setItem('refresh_token', held[1]);
    },
    [code, tokens],
  );
  await page.close();
}

/** The first screen over a slow line, nothing cached, HTTP/1.1: the median of three by the largest paint. */
async function first(context, server, spaceId) {
  const { access, refresh } = await server.session();
  for (const [lang, code] of [
    ['Persian', 'fa-ir'],
    ['English', 'en-us'],
  ]) {
    for (const { name, route, tokens, bars } of [
      { name: 'login', route: '/login', tokens: null, bars: true },
      { name: 'a box’s code', route: '/u', tokens: null },
      { name: 'workspaces', route: '/workspace', tokens: [access, refresh] },
      { name: 'files', route: `/workspace/${spaceId}`, tokens: [access, refresh], bars: true },
    ]) {
      await enter(context, server, code, tokens);
      const runs = [];
      for (let n = 0; n < 3; n++) runs.push(await pace(context, server.url + route));
      const seen = runs.toSorted((a, b) => a.lcp - b.lcp)[1];
      const tells = `${seen.requests}; ${(seen.fcp / 1000).toFixed(1)}; ${(seen.lcp / 1000).toFixed(1)}; ${seen.cls.toFixed(3)}; ${seen.tbt.toFixed(0)}; ${seen.kib.toFixed(0)}`;
      const ok = seen.requests <= 25 && seen.fcp <= 1800 && seen.lcp <= 2500 && seen.cls <= 0.02;
      row(
        `${name}, ${lang}, at 1.6 Mbit/s, 150 ms, CPU ÷ 4: requests; first and largest paint, s; shift; blocked, ms; KiB`,
        bars ? '≤ 25; ≤ 1.8; ≤ 2.5; ≤ 0.02' : '',
        tells,
        !bars || ok,
      );
      if (process.env.CAUSES) console.log([...seen.urls, ...seen.causes].join('\n'));
    }
  }
}

/** How the grid comes over the slow line. */
async function paintGrid(context, address) {
  const paints = [];
  for (let n = 0; n < 3; n += 1) paints.push(await pace(context, address));
  const paint = paints.toSorted((a, b) => a.lcp - b.lcp)[paints.length >> 1];
  if (process.env.CAUSES) console.log([...paint.urls, ...paint.causes].join('\n'));
  row(
    `a grid of ${PHOTOGRAPHS} photographs, at 1.6 Mbit/s, 150 ms, CPU ÷ 4: largest paint, s`,
    '≤ 3.5',
    `${(paint.lcp / 1000).toFixed(2)} (first ${(paint.fcp / 1000).toFixed(1)}; ${paint.requests} requests, ${paint.kib.toFixed(0)} KiB; ${load()})`,
    paint.lcp <= 3500,
  );
}

/** How the workspace answers the hand, by itself and beside a plain page. */
async function reactions(context, address) {
  for (const { slowdown, what, bar, share, of } of [
    { slowdown: 4, what: 'p75', bar: 50, share: 2, of: ({ p75 }) => p75 },
    { slowdown: 6, what: 'the worst', bar: 100, share: 3, of: ({ worst }) => worst },
  ]) {
    const rounds = [];
    for (let n = 0; n < REACTIONS; n += 1) rounds.push(await react(context, address, slowdown));
    const [best] = rounds.toSorted((a, b) => of(a) - of(b));
    for (const { seen } of process.env.CAUSES ? rounds : [best]) console.log(`     ${JSON.stringify(seen)}`);
    row(
      `interaction to next paint, CPU ÷ ${slowdown}, ${what} of ${best.seen.length} actions in a workspace, the best of ${REACTIONS} rounds, ms`,
      `≤ ${bar}`,
      `${of(best).toFixed(0)} (${best.seen.map(({ name, took }) => `${name} ${took}`).join(', ')}; ${load()})`,
      of(best) <= bar,
    );
    const [plain] = rounds.map((round) => round.plain).toSorted((a, b) => of(a) - of(b));
    const ratio = of(best) / of(plain);
    row(
      `interaction to next paint, CPU ÷ ${slowdown}, ${what} as a multiple of a plain page’s in the same rounds`,
      `≤ ${share}`,
      `${ratio.toFixed(1)} (${of(best).toFixed(0)} and ${of(plain).toFixed(0)} ms; plain ones ${summary(plain.took)}, of ${plain.elements} elements; ${load()})`,
      ratio <= share,
    );
  }
}

/** A folder of photographs: how its grid comes over the slow line, and how it answers the hand. */
const summary = (took) => `${Math.min(...took)} to ${Math.max(...took)}`;

async function pictures(context, server, spaceId) {
  const { access, refresh } = await server.session();
  const drive = await Drive.of(server, spaceId);
  const folder = await album(context, drive, server, PHOTOGRAPHS);
  const year = await drive.folder('2026', folder);
  await drive.crowd(
    Array.from({ length: 200 }, (_, n) => `chapter ${n + 1}.txt`),
    year,
  );
  await enter(context, server, 'en-us', [access, refresh]);
  const address = `${server.url}/workspace/${spaceId}/directory/${folder}`;

  if (wants('pictures')) await paintGrid(context, `${address}?view=grid&sort=name:1`);
  if (wants('reactions')) await reactions(context, `${address}?view=list&sort=name:1`);
  if (!wants('pictures')) return;
  const again = await reopen(context, `${address}?view=list&sort=name:1`, '2026', 'chapter');
  row(
    'a folder of 200 that was open before, from the click until its rows are painted, ms',
    '≤ 50',
    `${again.toFixed(0)} (${load()})`,
    again <= 50,
  );
}

/** A document of three pages, from the address to its drawn pages, with the app's files in the browser's cache. */
async function documents(context, server, spaceId) {
  const drive = await Drive.of(server, spaceId);
  const folder = await drive.folder('اسناد');
  const sample = await fs.readFile(path.join(import.meta.dirname, '../../stories/testdata/documents/fa-report.docx'));
  const page = await context.newPage();
  const times = [];
  for (let n = 0; n <= ROUNDS; n += 1) {
    const file = await drive.file(`report ${n}.docx`, sample, folder);
    await page.goto(`${server.url}/workspace/${spaceId}/directory/${folder}/file/${file}/preview`, {
      waitUntil: 'commit',
    });
    await page.waitForFunction(() => document.querySelector('iframe[data-shown=true]'), null, { polling: 'raf' });
    times.push(await page.evaluate(() => performance.now()));
  }
  await page.close();
  // The first fetches the viewer.
  const [first, ...rest] = times;
  const best = Math.min(...rest);
  row(
    'a docx of 3 pages, from its address until it is drawn, the best of 5, ms',
    '≤ 800',
    `${best.toFixed(0)} (all ${rest.map((time) => time.toFixed(0)).join(', ')}; the first ${first.toFixed(0)}; ${load()})`,
    best <= 800,
  );
}

/** A key in a long document, from the key to the paint that shows it. */
async function keys(context, server, spaceId) {
  const drive = await Drive.of(server, spaceId);
  const folder = await drive.folder('قراردادهای بلند');
  const letter = await fs.readFile(path.join(import.meta.dirname, '../../stories/testdata/documents/fa-letter.docx'));
  for (const paragraphs of [600, 3600]) {
    const file = await drive.file(`contract ${paragraphs}.docx`, await longDocument(letter, paragraphs), folder);
    const address = `${server.url}/editor/onlyoffice?space=${spaceId}&directory=${folder}&file=${file}`;
    const { pages, opened, times } = await typing(context, address);
    const at = (share) => times[Math.floor((times.length - 1) * share)];
    if (paragraphs > 600)
      row(
        `a docx of ${pages} pages, from its address until its editor takes keys, s`,
        '≤ 5',
        `${(opened / 1000).toFixed(1)} (${load()})`,
        opened <= 5000,
      );
    row(
      `typing in a document of ${pages} pages, from a key to its paint, p50, ms`,
      '≤ 50',
      `${at(0.5)} (p95 ${at(0.95)}, most ${at(1)}; ${load()})`,
      at(0.5) <= 50,
    );
  }
}

/** A workbook of 100,000 cells, from its address until its editor shows it, with the app's files in the browser's cache. */
async function sheets(context, server, spaceId) {
  const drive = await Drive.of(server, spaceId);
  const folder = await drive.folder('دفترهای بزرگ');
  const page = await context.newPage();
  const best = {};
  const all = {};
  for (const cells of [10, 100_000]) {
    const content = await workbook(cells);
    const times = [];
    for (let n = 0; n <= ROUNDS; n += 1) {
      const file = await drive.file(`ledger ${cells} ${n}.xlsx`, content, folder);
      const address = `${server.url}/editor/onlyoffice?space=${spaceId}&directory=${folder}&file=${file}`;
      times.push(await opening(page, address));
    }
    // The first fetches the editor.
    all[cells] = times.slice(1).map((time) => time.toFixed(0));
    best[cells] = Math.min(...times.slice(1));
  }
  await page.close();
  row(
    'a workbook of 100,000 cells, from its address until its editor shows it, the best of 5, s',
    '≤ 1',
    `${(best[100_000] / 1000).toFixed(2)} (all ${all[100_000].join(', ')} ms; one of ten cells ${best[10].toFixed(0)} ms; ${load()})`,
    best[100_000] <= 1000,
  );
}

const wants = (name) => !wanted || wanted.includes(name);
const profile = await fs.mkdtemp(path.join(os.tmpdir(), 'anbar-measure-'));
const server = await Server.start();
const { executablePath, args } = use.launchOptions;
const context = await chromium.launchPersistentContext(profile, {
  executablePath,
  // Without the optimizing compiler the tests are faster; people have it.
  args: [...args.filter((arg) => !arg.includes('--no-opt')), `--remote-debugging-port=${port}`],
  viewport: null,
});
try {
  const { space_id: spaceId, access, refresh } = await server.setUp('شرکت پارس‌نگار');
  const drive = await Drive.of(server, spaceId);
  for (const name of ['قراردادها', 'Releases']) await drive.folder(name);
  await drive.crowd(['بودجهٔ ۱۴۰۵.xlsx', 'schema.sql', 'معرفی شرکت.pptx']);
  const page = await context.newPage();
  await page.goto(`${server.url}/icon.svg`);
  await page.evaluate(
    ([held, renews]) => {
      localStorage.setItem('access_token', held);
      localStorage.setItem('refresh_token', renews);
    },
    [access, refresh],
  );
  await page.close();
  if (wants('size')) size();
  if (wants('first')) await first(context, server, spaceId);
  if (wants('audits')) await audits(context, server, spaceId);
  if (wants('pictures') || wants('reactions')) await pictures(context, server, spaceId);
  if (wants('documents')) await documents(context, server, spaceId);
  if (wants('keys')) await keys(context, server, spaceId);
  if (wants('sheets')) await sheets(context, server, spaceId);
  if (wants('frames')) await frames(context, server, spaceId);
} finally {
  await context.close();
  await server.stop();
  await fs.rm(profile, { recursive: true, force: true });
}
console.log(JSON.stringify({ rows }));
