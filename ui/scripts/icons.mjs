// Draws the png icons from icon.svg with the system's Chromium: node scripts/icons.mjs
import fs from 'node:fs';
import { chromium } from '@playwright/test';

const svg = fs.readFileSync(new URL('../public/icon.svg', import.meta.url), 'utf8');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

/** `shape`: 'maskable' leaves the corners to the system; 'square' fills them, as iOS cuts them and knows no transparency. */
async function draw(name, size, shape) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  // A maskable icon fills its square; the system cuts the corners, so the mark keeps to the inner 80 %.
  const full = shape ? svg.replace('rx="116"', '') : svg;
  const inner =
    shape === 'maskable'
      ? full.replace(/(<path[\s\S]*)<\/svg>/, '<g transform="translate(51 51) scale(.8)">$1</g></svg>')
      : full;
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${inner}`);
  await page.screenshot({ path: new URL(`../public/${name}`, import.meta.url).pathname, omitBackground: true });
  await page.close();
}

await draw('icon-180.png', 180, 'square');
await draw('icon-192.png', 192);
await draw('icon-512.png', 512);
await draw('icon-maskable-512.png', 512, 'maskable');
await browser.close();
