// How fast a page comes over a slow line: node scripts/pace.mjs, after a build. Used by measure.mjs.

/** 1.6 Mbit/s, 150 ms there and back, a processor a quarter as fast. */
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowdown = 4;

/** Runs in the page: keeps the largest paint, the shifts and the long tasks as they come. */
const watch = `{
  const seen = (window.__pace = { lcp: 0, cls: 0, tbt: 0, causes: [] });
  const name = (node) => node?.outerHTML?.slice(0, 120) ?? String(node);
  const observe = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  observe('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
    seen.causes.push('paint ' + entry.startTime.toFixed(0) + ': ' + name(entry.element));
  });
  observe('layout-shift', (entry) => {
    if (entry.hadRecentInput) return;
    seen.cls += entry.value;
    seen.causes.push('shift ' + entry.value.toFixed(3) + ': ' + entry.sources.map(({ node }) => name(node)).join(' + '));
  });
  observe('longtask', (entry) => (seen.tbt += Math.max(0, entry.duration - 50)));
}`;

/**
 * Opens an address in a page of its own with nothing cached. Answers times in milliseconds, the number of requests
 * until the page is quiet for a while, the KiB that travelled, and the causes of paints and shifts.
 */
export async function pace(context, url) {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  await client.send('Network.setBypassServiceWorker', { bypass: true });
  await client.send('Network.emulateNetworkConditions', line);
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const seen = { requests: 0, bytes: 0, at: Date.now(), urls: [] };
  const begun = new Map();
  client.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    if (!request.url.startsWith('http')) return;
    seen.requests++;
    seen.from ??= timestamp;
    begun.set(requestId, { path: new URL(request.url).pathname, at: timestamp });
    seen.at = Date.now();
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    seen.bytes += encodedDataLength;
    seen.at = Date.now();
    const { path, at } = begun.get(requestId) ?? {};
    const ms = (time) => ((time - seen.from) * 1000).toFixed(0);
    if (path) seen.urls.push(`${ms(at)} to ${ms(timestamp)}, ${encodedDataLength} bytes: ${path.slice(0, 60)}`);
  });
  await page.addInitScript({ content: watch });
  await page.goto(url, { waitUntil: 'load' });
  const end = Date.now() + 20_000;
  // What a page fetches after it came to rest (kit/when-rested.ts) is not of its first screen.
  while (Date.now() - seen.at < 1000 && Date.now() < end) await page.waitForTimeout(100);
  const { lcp, cls, tbt, fcp, causes } = await page.evaluate(() => ({
    ...window.__pace,
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
  }));
  await page.close();
  return { fcp, lcp, cls, tbt, requests: seen.requests, kib: seen.bytes / 1024, urls: seen.urls, causes };
}
