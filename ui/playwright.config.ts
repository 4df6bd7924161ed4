import { defineConfig } from '@playwright/test';
import { chromium } from './e2e/chromium.ts';
import { full } from './e2e/looks.ts';

// In these the size of the screen decides nothing, but in the tests that are tagged @phone.
const sizeless =
  'accounts|interrupted|persian-keys|keyboard|live|passkeys|passkey-settings|people|profile|providers|pwa|refresh|security|setup|share-target|signin|spoken|spoken-places|uploads|workspaces';

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
 * Against the real binary: ANBAR_BIN, or the one that `make build` leaves beside this folder. Each language is tried
 * on one size and each size in one language, which loses only defects that need one of either; FULL=1 tries all pairs, with
 * two sizes more for axe.
 */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: '**/shots/**',
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: { ...chromium, viewport: { width: 1440, height: 900 } },
  projects: [
    { name: 'desktop', ...(!full && { grepInvert: /@en\b/ }) },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      ...(!full && { grepInvert: new RegExp(String.raw`@fa\b|\b(${sizeless})\.spec\.ts(?!.*@phone)`) }),
    },
    ...(full ? extremes : []),
  ],
});
