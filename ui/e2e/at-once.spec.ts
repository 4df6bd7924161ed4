import type { Page, Route } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { entry } from './sharing';

interface Held {
  /** Waits until the call has left the page, which is then without an answer. */
  readonly sent: () => Promise<void>;
  readonly letGo: () => Promise<void>;
  /** Answers as the server does that refuses it. */
  readonly refuse: (status: number, key: string) => Promise<void>;
}

/** Keeps the calls that change something from being answered. */
async function hold(page: Page): Promise<Held> {
  const pattern = '**/api/{storage,custom-field}/**';
  let resolve!: (answer: (route: Route) => Promise<void>) => void;
  const answered = new Promise<(route: Route) => Promise<void>>((done) => (resolve = done));
  let calls = 0;
  let isOver = false;
  const handler = async (route: Route) => {
    if (route.request().method() === 'GET' || isOver) return route.fallback();
    calls += 1;
    return (await answered)(route);
  };
  await page.route(pattern, handler);
  const sent = () => expect.poll(() => calls).toBeGreaterThan(0);
  const free = async (answer: (route: Route) => Promise<void>) => {
    await sent();
    isOver = true;
    resolve(answer);
  };
  return {
    sent,
    letGo: () => free((route) => route.fallback()),
    refuse: (status, key) => free((route) => route.fulfill({ status, json: { error_code: key, message: '' } })),
  };
}

let made = 0;

async function openFolder(page: Page, { server, spaceId }: World, ...names: string[]): Promise<Drive> {
  const drive = await Drive.of(server, spaceId);
  made += 1;
  const id = await drive.folder(`فوری ${Date.now()}-${made}`);
  for (const name of names) await drive.file(name, name, id);
  await page.goto(`/workspace/${spaceId}/directory/${id}?view=list&sort=name:1`);
  await page
    .locator(names.length > 0 ? '[data-index]' : '[data-state=empty]')
    .first()
    .waitFor();
  return drive;
}

const texts = {
  fa: {
    taken: /این نام/,
    denied: /اجازه/,
    favorite: 'نشان‌شده',
    tag: 'پروژه',
    addTag: 'افزودن برچسب',
    value: 'مقدار',
    unset: /^حذف «/,
  },
  en: {
    taken: /name/i,
    denied: /permission|allowed/i,
    favorite: 'Favorite',
    tag: 'Project',
    addTag: 'Add a tag',
    value: 'Value',
    unset: /^Remove “/,
  },
} as const;

for (const lang of ['fa', 'en'] as const) {
  test.describe(lang, () => {
    test.beforeEach(({ member }) => prefer(member, lang));

    test('what a key chooses shows it before anything is drawn anew', async ({ member: page, world }) => {
      await openFolder(page, world, 'alpha.txt', 'beta.txt', 'gamma.txt');
      const chosen = page.locator('[data-index][aria-selected=true]');
      type Key = { key: string; code: string; ctrlKey?: boolean; shiftKey?: boolean };
      const pressed = (init: Key) =>
        page.evaluate(async (key) => {
          document
            .querySelector('[data-entries]')
            ?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...key }));
          // Behind all promises of the key, and before the next task and so any paint.
          const { port1, port2 } = new MessageChannel();
          await new Promise((resolve) => {
            port1.addEventListener('message', resolve);
            port1.start();
            port2.postMessage(null);
          });
          const rows = [...document.querySelectorAll('[data-index]')];
          return {
            chosen: rows.filter((row) => row.ariaSelected === 'true').length,
            cursor: rows.findIndex((row) => row.matches('[data-cursor]')),
          };
        }, init);
      expect(await pressed({ key: 'ArrowDown', code: 'ArrowDown' })).toEqual({ chosen: 1, cursor: 0 });
      expect(await pressed({ key: 'ArrowDown', code: 'ArrowDown', shiftKey: true })).toEqual({ chosen: 2, cursor: 1 });
      expect(await pressed({ key: 'a', code: 'KeyA', ctrlKey: true })).toEqual({ chosen: 3, cursor: 1 });
      await expect(page.locator('[data-count="3"]')).toBeVisible();
      expect(await pressed({ key: 'Escape', code: 'Escape' })).toEqual({ chosen: 0, cursor: 1 });
      await expect(page.locator('[data-count]')).toHaveCount(0);
      await expect(chosen).toHaveCount(0);

      // What is pressed looks chosen before it is let go.
      const row = entry(page, 'beta.txt');
      const background = () => row.evaluate((element) => getComputedStyle(element).backgroundColor);
      await row.hover();
      await page.mouse.down();
      const pressedLook = await background();
      await page.mouse.up();
      await expect(row).toHaveAttribute('aria-selected', 'true');
      expect(pressedLook).toBe(await background());
    });

    test('a new name is shown before the server answers, and a refused one comes back with the reason', async ({
      member: page,
      world,
    }) => {
      await openFolder(page, world, 'alpha.txt', 'beta.txt');
      await entry(page, 'alpha.txt').locator('[data-part=name]').click();
      let held = await hold(page);
      await page.keyboard.press('F2');
      await page.locator('[data-part=rename]').fill('gamma.txt');
      await page.keyboard.press('Enter');
      await held.sent();
      await expect(page.locator('[data-part=rename]')).toHaveCount(0);
      await expect(entry(page, 'gamma.txt')).toHaveAttribute('aria-busy', 'true');
      await held.letGo();
      await expect(entry(page, 'gamma.txt')).not.toHaveAttribute('aria-busy', 'true');
      await page.reload();
      await expect(entry(page, 'gamma.txt')).toBeVisible();

      await entry(page, 'gamma.txt').locator('[data-part=name]').click();
      held = await hold(page);
      await page.keyboard.press('F2');
      await page.locator('[data-part=rename]').fill('delta.txt');
      await page.keyboard.press('Enter');
      await expect(entry(page, 'delta.txt')).toBeVisible();
      await held.refuse(409, 'duplicate_field');
      await expect(page.locator('[data-part=rename]')).toHaveValue('delta.txt');
      await expect(page.locator('[data-part=rename]')).toBeFocused();
      await expect(page.getByRole('alert')).toContainText(texts[lang].taken);
      await page.keyboard.press('Escape');
      await expect(entry(page, 'gamma.txt')).toBeVisible();
      await expect(entry(page, 'delta.txt')).toHaveCount(0);
    });

    test('a new folder stands at its place before the server answers, and can be opened after', async ({
      member: page,
      world,
    }) => {
      await openFolder(page, world, 'alpha.txt');
      let held = await hold(page);
      const dialog = page.getByRole('dialog');
      await page.keyboard.press('Alt+n');
      await dialog.getByRole('textbox').fill('plans');
      await page.keyboard.press('Enter');
      await held.sent();
      await expect(dialog).toHaveCount(0);
      await expect(page.locator('[data-index]').first()).toContainText('plans');
      await expect(page.locator('[data-index]').first()).toHaveAttribute('aria-busy', 'true');
      // Nothing is there yet that could be opened.
      const here = page.url();
      await entry(page, 'plans').locator('[data-part=name]').dblclick();
      expect(page.url()).toBe(here);
      await held.letGo();
      await expect(entry(page, 'plans')).not.toHaveAttribute('aria-busy', 'true');
      await entry(page, 'plans').locator('[data-part=name]').dblclick();
      await expect(page.locator('[data-state=empty]')).toBeVisible();
      await page.goto(here);
      await expect(entry(page, 'plans')).toBeVisible();

      held = await hold(page);
      await page.keyboard.press('Alt+n');
      await dialog.getByRole('textbox').fill('secret');
      await page.keyboard.press('Enter');
      await expect(entry(page, 'secret')).toBeVisible();
      await held.refuse(403, 'permission_denied');
      await expect(dialog.getByRole('textbox')).toHaveValue('secret');
      await expect(dialog.getByRole('alert')).toContainText(texts[lang].denied);
      await dialog.getByRole('textbox').press('Escape');
      await expect(entry(page, 'secret')).toHaveCount(0);
    });

    test('a mark, the trash and another order are shown before the server answers', async ({ member: page, world }) => {
      await openFolder(page, world, 'alpha.txt', 'beta.txt', 'gamma.txt');
      await entry(page, 'beta.txt').locator('[data-part=name]').click();
      let held = await hold(page);
      await page.keyboard.press('s');
      await expect(entry(page, 'beta.txt').getByRole('img', { name: texts[lang].favorite })).toBeVisible();
      await held.refuse(403, 'permission_denied');
      await expect(entry(page, 'beta.txt').getByRole('img', { name: texts[lang].favorite })).toHaveCount(0);
      await expect(
        page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: texts[lang].denied }),
      ).toBeVisible();

      held = await hold(page);
      await page.keyboard.press('Delete');
      await expect(entry(page, 'beta.txt')).toHaveCount(0);
      await held.refuse(403, 'permission_denied');
      await expect(entry(page, 'beta.txt')).toBeVisible();

      // All of the list is here: it needs no answer to be put in another order.
      await page.route('**/api/storage/space/*/directory/*?**', () => undefined);
      const sort = page.getByRole('columnheader').getByRole('button', { name: lang === 'fa' ? 'نام' : 'Name' });
      await sort.click();
      await expect(page.locator('[data-index]').first()).toContainText('gamma.txt');
      await expect(page.locator('[data-index]').last()).toContainText('alpha.txt');
    });

    test('a tag is shown and taken off before the server answers', async ({ member: page, world }) => {
      const drive = await openFolder(page, world, 'alpha.txt');
      const title = `${texts[lang].tag} ${made}`;
      const { access } = await world.server.session();
      const field = { space_id: drive.spaceId, title, type: 'text', description: '' };
      await world.server.call('POST', 'custom-field/space', field, access);
      await page.goto(`${page.url()}&details=tags`);
      await entry(page, 'alpha.txt').locator('[data-part=name]').click();
      let held = await hold(page);
      await page.getByRole('button', { name: texts[lang].addTag }).click();
      await page.locator('form').getByRole('combobox').click();
      await page.getByRole('option', { name: title }).click();
      await page.getByRole('textbox', { name: texts[lang].value, exact: true }).fill('البرز');
      await page.keyboard.press('Enter');
      await held.sent();
      const shown = page.getByRole('definition').filter({ hasText: 'البرز' });
      await expect(shown).toBeVisible();
      await held.letGo();
      held = await hold(page);
      await page.getByRole('button', { name: texts[lang].unset }).click();
      await expect(shown).toHaveCount(0);
      await held.refuse(403, 'permission_denied');
      await expect(shown).toBeVisible();
      await expect(
        page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: texts[lang].denied }),
      ).toBeVisible();
    });
  });
}
