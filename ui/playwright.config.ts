import { defineConfig } from '@playwright/test';
import { chromium } from './e2e/chromium.ts';
import { full } from './e2e/looks.ts';

// The narrowest phone, and a laptop whose page is enlarged to 200 %: axe alone looks at them.
const extremes = [
  {
    name: 'narrow',
    testMatch: '**/axe.spec.ts',
    use: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
  },
  { name: 'zoomed', testMatch: '**/axe.spec.ts', use: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 } },
];

/**
 * Against the real binary: ANBAR_BIN, or the one that `make build` leaves beside this folder. A desktop tries Persian and
 * all that knows no language; a phone tries the tests that are tagged @phone, in English where they know languages. That
 * loses only defects that need another pair. FULL=1 tries all pairs and the tests that are tagged @full, with two sizes
 * more for axe.
 */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: '**/shots/**',
  // One more than a small machine has cores: a test often waits.
  workers: 3,
  preserveOutput: 'failures-only',
  // A slow machine, or one with other work, makes no test fail.
  timeout: 120_000,
  expect: { timeout: 25_000 },
  // In CI a test that fails is run once more, and listed as flaky when it passes then: its cause is to be found, but one
  // chance in some hundred tests does not stop a change. At a desk every failure is seen.
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list'], ['./e2e/summary-reporter.ts']],
  use: { ...chromium, viewport: { width: 1440, height: 900 } },
  projects: [
    { name: 'desktop', ...(!full && { grepInvert: /@en\b|@full\b/ }) },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      ...(!full && { grep: /@phone\b/, grepInvert: /@fa\b|@full\b/ }),
    },
    ...(full ? extremes : []),
  ],
});
