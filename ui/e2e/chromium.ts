import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';

type Use = Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>;

/** The system's Chromium, kept from talking to anyone but our server. */
export const chromium: Use = {
  locale: 'fa-IR',
  timezoneId: 'America/New_York',
  serviceWorkers: 'block',
  // A trace films every step, which takes as long as the step: TRACE=1 when a failure is looked for.
  trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  screenshot: 'only-on-failure',
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
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
    ],
  },
};
