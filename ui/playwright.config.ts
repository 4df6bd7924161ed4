import { defineConfig } from '@playwright/test';
import { chromium } from './e2e/chromium.ts';

/** Against the real binary: ANBAR_BIN, or the one that `make build` leaves beside this folder. */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: '**/shots/**',
  workers: 1,
  // A machine that is busy for a moment does not decide over a change; what needs a second try is named as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: { ...chromium, viewport: { width: 1440, height: 900 } },
  projects: [
    { name: 'desktop' },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
});
