import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';

type Use = Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> & { trace: 'retain-on-failure' };

/** The system's Chromium, kept from talking to anyone but our server. */
export const chromium: Use = {
  locale: 'fa-IR',
  timezoneId: 'America/New_York',
  serviceWorkers: 'block',
  trace: 'retain-on-failure',
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
};
