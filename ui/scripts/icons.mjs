// Draws the png icons from icon.svg with the system's Chromium: node scripts/icons.mjs
import fs from 'node:fs';
import { chromium } from '@playwright/test';

const svg = fs.readFileSync(new URL('../public/icon.svg', import.meta.url), 'utf8');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

async function draw(name, size, maskable) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  // A maskable icon fills its square; the system cuts the corners, so the mark keeps to the inner 80 %.
  const inner = maskable
    ? svg
        .replace('rx="116"', '')
        .replace(/(<path[\s\S]*)<\/svg>/, '<g transform="translate(51 51) scale(.8)">$1</g></svg>')
    : svg;
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${inner}`);
  await page.screenshot({ path: new URL(`../public/${name}`, import.meta.url).pathname, omitBackground: true });
  await page.close();
}

await draw('icon-192.png', 192, false);
await draw('icon-512.png', 512, false);
await draw('icon-maskable-512.png', 512, true);
await browser.close();
