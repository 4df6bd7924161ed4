import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromium } from './e2e/chromium.ts';

/** Pictures of every screen, for looking at: npm run shots. */
export default defineConfig({
  testDir: 'e2e/shots',
  testMatch: '*.shots.ts',
  workers: 1,
  timeout: 600_000,
  // As long as for an action: on a busy machine five seconds are not enough.
  expect: { timeout: 20_000 },
  reporter: 'list',
  // Apart from the specs, which may run at the same time.
  outputDir: path.join(os.tmpdir(), 'anbar-shots'),
  // An element that never appears must not hold up the other pictures for half an hour.
  use: { ...chromium, trace: 'off', actionTimeout: 20_000 },
});
