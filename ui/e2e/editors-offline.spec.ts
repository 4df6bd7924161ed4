import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base, type BrowserContext, type Page } from '@playwright/test';
import JSZip from 'jszip';
import { Drive } from './drive';
import { expect, prefer, signIn, type World } from './fixtures';
import { open as openLetter, put as putLetter, saved, saving, shown, stored, type Put } from './letters';
import { Server } from './server';
import { letTimePass } from './waits';

const workbook = readFileSync(fileURLToPath(new URL('../../stories/testdata/documents/sales.xlsx', import.meta.url)));

/** A document that is typed into with real keys, whatever its editor is. */
interface Desk {
  readonly address: string;
  readonly open: (page: Page) => Promise<void>;
  /** Types on where the caret is; the first time it is put into the document. */
  readonly type: (page: Page, words: string) => Promise<void>;
  readonly stored: () => Promise<string>;
}

type Make = (world: World) => Promise<Desk>;

const letter: Make = async (world) => {
  const document: Put = await putLetter(world, 'offline');
  let placed = false;
  return {
    address: document.address,
    open: async (page) => {
      placed = false;
      await openLetter(page, document.address);
    },
    type: async (page, words) => {
      const frame = await shown(page);
      if (!placed) {
        await frame
          .locator('.layout-page')
          .first()
          .click({ position: { x: 300, y: 130 } });
        await page.keyboard.press('Control+Home');
        placed = true;
      }
      // Real keys: each is answered by what had the focus before.
      await page.keyboard.type(`${words}x`);
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Enter');
      await expect(frame.locator('.layout-page').first()).toContainText(words);
    },
    stored: () => stored(world, document),
  };
};

const sheet: Make = async (world) => {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`sheet ${Date.now()}`);
  const file = await drive.file('sheet.xlsx', workbook, folder);
  const address = `/editor/onlyoffice?space=${world.spaceId}&directory=${folder}&file=${file}`;
  let placed = false;
  return {
    address,
    open: async (page) => {
      placed = false;
      await page.goto(address);
      await expect(page.getByRole('grid')).toBeVisible();
    },
    type: async (page, words) => {
      if (!placed) {
        await page.locator('#cell-30-2').click();
        placed = true;
      }
      await page.keyboard.type(`${words}x`);
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('grid')).toContainText(words);
    },
    stored: async () => {
      const { access } = await world.server.session();
      const path = `download/space/${world.spaceId}/directory/${folder}/file/${file}`;
      const { url } = await world.server.call<{ url: string }>('GET', path, undefined, access);
      const zip = await JSZip.loadAsync(await (await fetch(new URL(url, world.server.url))).arrayBuffer());
      const parts = await Promise.all(
        zip.file(/xl\/(worksheets\/sheet\d+|sharedStrings)\.xml/).map((part) => part.async('text')),
      );
      return parts.join('\n');
    },
  };
};

const test = base.extend<{ world: World; member: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  world: async ({}, use) => {
    const server = await Server.start();
    const tokens = await server.setUp('شرکت پارس‌نگار');
    await use({ server, spaceId: tokens.space_id, tokens });
    await server.stop();
  },
  baseURL: async ({ world }, use) => use(world.server.url),
  member: async ({ page, world }, use) => {
    await prefer(page, 'en');
    await signIn(page, await world.server.session());
    await use(page);
  },
});

const isSaved = (page: Page) => expect(saving(page, 'clean')).toContainText(/Saved (just now|at)/, { timeout: 90_000 });

/** The two ways to have no server: the device has no connection, or the server is gone. */
const cuts = {
  'the connection': {
    cut: (context: BrowserContext) => context.setOffline(true),
    mend: (context: BrowserContext) => context.setOffline(false),
  },
  'the server': {
    cut: (_: BrowserContext, server: Server) => server.down(),
    mend: (_: BrowserContext, server: Server) => server.up(),
  },
} as const;

for (const [kind, make] of Object.entries({ document: letter, sheet })) {
  for (const [what, { cut, mend }] of Object.entries(cuts)) {
    test(`a ${kind}: ${what} is lost before, between and after typing, and nothing else is`, async ({
      context,
      member: page,
      world,
      isMobile,
    }) => {
      test.skip(isMobile, 'the keys are the same');
      test.slow();
      const desk = await make(world);
      await desk.open(page);
      await desk.type(page, 'First');
      await isSaved(page);

      // Typed and not saved yet when the line goes; then typed on, with the caret where it was.
      await desk.type(page, 'Before');
      await cut(context, world.server);
      await desk.type(page, 'During');
      await expect(saving(page, 'offline')).toHaveText('Offline: changes stay on this device', saved);
      await desk.type(page, 'Later');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await mend(context, world.server);
      await desk.type(page, 'After');
      await isSaved(page);
      const text = await desk.stored();
      for (const words of ['First', 'Before', 'During', 'Later', 'After']) expect(text).toContain(words);

      // No key before the line went: the first one comes when there is none.
      await cut(context, world.server);
      await desk.type(page, 'Alone');
      await expect(saving(page, 'offline')).toBeVisible(saved);
      await mend(context, world.server);
      await isSaved(page);
      expect(await desk.stored()).toContain('Alone');
    });
  }

  test(`a ${kind}: the connection is lost during a save`, async ({ context, member: page, world, isMobile }) => {
    test.skip(isMobile, 'the keys are the same');
    test.slow();
    const desk = await make(world);
    await desk.open(page);
    await desk.type(page, 'Sent');
    const asked = page.waitForRequest(/\/save\?lease_id=/);
    world.server.pause(true);
    await page.keyboard.press('Control+s');
    await asked;
    await context.setOffline(true);
    await desk.type(page, 'Unsent');
    world.server.pause(false);
    await letTimePass(page, 4000, 'the editor tries to save by itself, without a line');
    await desk.type(page, 'Last');
    await context.setOffline(false);
    await isSaved(page);
    const text = await desk.stored();
    for (const words of ['Sent', 'Unsent', 'Last']) expect(text).toContain(words);
  });

  test(`a ${kind}: a tab that dies while one types without a rest loses the last seconds at most`, async ({
    context,
    member: page,
    world,
    isMobile,
  }) => {
    test.skip(isMobile, 'the keys are the same');
    test.slow();
    const desk = await make(world);
    await desk.open(page);
    await desk.type(page, 'Before');
    const began = Date.now();
    while (Date.now() - began < 9000) {
      await letTimePass(page, 700, 'whoever types without a rest types on, sooner than a change is saved');
      await desk.type(page, 'More');
    }
    expect(await desk.stored()).not.toContain('Before');
    const browser = await context.newCDPSession(page);
    const dead = page.waitForEvent('crash');
    void browser.send('Page.crash').catch(() => undefined);
    await dead;

    const next = await context.newPage();
    await prefer(next, 'en');
    await signIn(next, await world.server.session());
    await next.goto(desk.address);
    await expect(next.getByRole('heading', { name: 'Unsaved changes on this device' })).toBeVisible();
    await next.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(() => desk.stored()).toContain('Before');
  });

  test(`a ${kind}: a tab that is closed offline keeps what was typed, and it is offered on return`, async ({
    context,
    member: page,
    world,
    isMobile,
  }) => {
    test.skip(isMobile, 'the keys are the same');
    test.slow();
    const desk = await make(world);
    await desk.open(page);
    await context.setOffline(true);
    await desk.type(page, 'Closed');
    // At once: what is not kept yet is asked about, and kept meanwhile.
    const asks = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asks;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await expect(saving(page, 'offline')).toHaveText('Offline: changes stay on this device', saved);
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => page.isClosed()).toBe(true);
    expect(await desk.stored()).not.toContain('Closed');

    await context.setOffline(false);
    const next = await context.newPage();
    await prefer(next, 'en');
    await signIn(next, await world.server.session());
    await next.goto(desk.address);
    await expect(next.getByRole('heading', { name: 'Unsaved changes on this device' })).toBeVisible();
    await next.getByRole('button', { name: 'Save changes' }).click();
    await expect(next.getByRole('heading', { name: 'Unsaved changes on this device' })).toHaveCount(0);
    await expect.poll(() => desk.stored()).toContain('Closed');
  });
}
