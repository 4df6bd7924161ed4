import { defineConfig } from '@playwright/test';
import { chromium } from './e2e/chromium.ts';
import { full } from './e2e/looks.ts';

// In these the size of the screen decides little, but in the tests that are tagged @phone: a desktop tries them in Persian.
const onDesktop =
  'accounts|billing|billing-states|changes|console|console-connections|console-money|console-outbox|console-people|console-proof|console-system|console-workspaces|gateway|interrupted|persian-keys|keyboard|live|odd-names|passkeys|passkey-settings|people|profile|providers|pwa|refresh|reset|security|setup|share-target|signin|spoken|spoken-places|stripe|tour|uploads|workspaces';
// And a phone tries these in English, but for the tests that are tagged @desktop.
const onPhone = 'boxes|find|offline';

const files = (names: string, but: string) => String.raw`\b(${names})\.spec\.ts(?!.*${but})`;

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
 * on one size and each size in one language, and flows on which the size bears little on one size alone. That loses only
 * defects that need one of either; FULL=1 tries all pairs, with two sizes more for axe.
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
    { name: 'desktop', ...(!full && { grepInvert: new RegExp(String.raw`@en\b|${files(onPhone, '@desktop')}`) }) },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      ...(!full && { grepInvert: new RegExp(String.raw`@fa\b|${files(onDesktop, '@phone')}`) }),
    },
    ...(full ? extremes : []),
  ],
});
