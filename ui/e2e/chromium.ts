import fs from 'node:fs';
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';

// The headless shell is the same engine without the windows of the full browser; it takes two thirds of the time.
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'];

type Use = Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>;

/** The system's Chromium, kept from talking to anyone but our server. */
export const chromium: Use = {
  locale: 'fa-IR',
  timezoneId: 'America/New_York',
  serviceWorkers: 'block',
  // Motion takes a seventh of the time; only the tests before a release have it.
  contextOptions: { reducedMotion: process.env.FULL ? 'no-preference' : 'reduce' },
  // A trace films every step, which takes as long as the step: TRACE=1 when a failure is looked for.
  trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  screenshot: 'only-on-failure',
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? browsers.find((path) => fs.existsSync(path)) ?? 'chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // The wrapper of Debian's package turns this on, which only costs where there is no GPU.
      '--disable-gpu-rasterization',
      '--disable-gpu-compositing',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages live for seconds: what the optimizing compiler gains, it takes.
      '--js-flags=--no-opt',
    ],
  },
};
