import { test as base, type Page } from '@playwright/test';
import { buyer } from './console-samples';
import { prefer, signIn } from './fixtures';
import { Server, type Tokens } from './server';

/** A service of its own with staff and one more person, who has a workspace. */
export const test = base.extend<{ desk: { server: Server; tokens: Tokens }; staff: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  desk: async ({}, use) => {
    const server = await Server.start();
    const tokens = await server.setUp('شرکت پارس‌نگار');
    const others = await server.add(buyer);
    await server.call('POST', 'storage/workspace', { title: 'Alborz Studio' }, others.access);
    await use({ server, tokens });
    await server.stop();
  },
  baseURL: async ({ desk }, use) => use(desk.server.url),
  staff: async ({ page, desk }, use, { project }) => {
    await prefer(page, project.name.includes('phone') ? 'en' : 'fa');
    await signIn(page, desk.tokens);
    await use(page);
  },
});
