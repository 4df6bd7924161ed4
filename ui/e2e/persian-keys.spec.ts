import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, test, type World } from './fixtures';
import { entry } from './sharing';

/** The letters that a Persian keyboard gives for the keys of the shortcuts. */
const letters = {
  KeyA: 'ش',
  KeyC: 'ز',
  KeyD: 'ی',
  KeyI: 'ه',
  KeyM: 'پ',
  KeyN: 'د',
  KeyR: 'ق',
  KeyS: 'س',
  KeyU: 'ع',
  KeyV: 'ر',
  KeyX: 'ط',
  KeyZ: 'ظ',
  Enter: 'Enter',
  Slash: '.',
  ShiftedSlash: '؟',
};

type Modifiers = { ctrlKey?: boolean; altKey?: boolean; shiftKey?: boolean };

const press = (page: Page, key: keyof typeof letters, how: Modifiers = {}) =>
  page.evaluate(
    (init) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })),
    { ...how, key: letters[key], code: key.replace('Shifted', '') },
  );

const rows = (page: Page) => page.locator('[data-index]');

/** A folder with two files and one folder, shown as a list. */
async function open(page: Page, world: World) {
  const drive = await Drive.of(world.server, world.spaceId);
  const id = await drive.folder(`کلیدها ${Date.now()}`);
  const inner = await drive.folder('مقصد', id);
  await drive.file('a.txt', 'a', id);
  await drive.file('b.txt', 'b', id);
  const url = (directory: string) => `/workspace/${world.spaceId}/directory/${directory}?view=list&sort=name:1`;
  await page.goto(url(id));
  await expect(rows(page)).toHaveCount(3);
  return { id, inner, url };
}

const choose = (page: Page, name: string) => entry(page, name).locator('[data-part=name]').click();

test('shortcuts of looking are keys, whatever letter a Persian keyboard gives', async ({ member: page, world }) => {
  await open(page, world);
  const dialog = page.getByRole('dialog');
  const versions = page.getByRole('tab', { name: 'نسخه‌ها' });
  await press(page, 'KeyA', { ctrlKey: true });
  await expect(page.locator('[data-index][aria-selected=true]')).toHaveCount(3);
  await choose(page, 'a.txt');
  await press(page, 'KeyI');
  await expect(versions).toBeVisible();
  await press(page, 'KeyI');
  await expect(versions).toHaveCount(0);
  await press(page, 'Enter', { altKey: true });
  await expect(versions).toBeVisible();
  await press(page, 'Enter', { altKey: true });
  await expect(versions).toHaveCount(0);
  await press(page, 'ShiftedSlash', { shiftKey: true });
  await expect(page.getByRole('dialog', { name: 'میان‌برهای صفحه‌کلید' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await press(page, 'Slash');
  await expect(page.getByRole('combobox', { name: 'جست‌وجو در فایل‌ها' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  const again = page.waitForRequest(/\/directory\/[^/]+\?.*sort=name/);
  await press(page, 'KeyR', { altKey: true });
  await again;
  await press(page, 'KeyV');
  await expect(page).toHaveURL(/view=grid/);
});

test('shortcuts of changing are keys as well', async ({ member: page, world }) => {
  await page.addInitScript(() => {
    // Files can only be asked for after a real press: what would be asked for stands at the body.
    Reflect.deleteProperty(window, 'showOpenFilePicker');
    Object.defineProperty(HTMLInputElement.prototype, 'click', {
      value(this: HTMLInputElement) {
        document.body.dataset.asked = this.webkitdirectory ? 'a folder' : 'files';
      },
    });
  });
  await open(page, world);
  const dialog = page.getByRole('dialog');
  const asked = page.locator('body');
  await press(page, 'KeyU', { altKey: true });
  await expect(asked).toHaveAttribute('data-asked', 'files');
  await press(page, 'KeyU', { altKey: true, shiftKey: true });
  await expect(asked).toHaveAttribute('data-asked', 'a folder');
  await choose(page, 'a.txt');
  for (const [key, name] of [
    ['KeyS', /^اشتراک‌گذاری/],
    ['KeyM', /^انتقال/],
    ['KeyC', /^کپی/],
    ['KeyN', /^پوشهٔ جدید/],
  ] as const) {
    await press(page, key, { altKey: true });
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await press(page, 'KeyS');
  await expect(entry(page, 'a.txt').getByRole('img', { name: 'نشان‌شده' })).toBeVisible();
  const download = page.waitForEvent('download');
  await press(page, 'KeyD', { altKey: true });
  expect((await download).suggestedFilename()).toBe('a.txt');
  await choose(page, 'b.txt');
  await page.keyboard.press('Delete');
  await expect(entry(page, 'b.txt')).toHaveCount(0);
  await press(page, 'KeyZ', { ctrlKey: true });
  await expect(entry(page, 'b.txt')).toBeVisible();
});

test('what is copied or cut comes where it is pasted', async ({ member: page, world }) => {
  const { id, inner, url } = await open(page, world);
  const held = page.locator('[data-held="1"]');
  await choose(page, 'a.txt');
  await press(page, 'KeyC', { ctrlKey: true });
  await expect(held).toContainText(/a\.txt.*آمادهٔ چسباندن است/);
  await choose(page, 'b.txt');
  await press(page, 'KeyX', { ctrlKey: true });
  await expect(held).toContainText(/b\.txt.*آمادهٔ انتقال است/);
  await page.goto(url(inner));
  await expect(page.locator('[data-state=empty]')).toBeVisible();
  await press(page, 'KeyV', { ctrlKey: true });
  await expect(entry(page, 'b.txt')).toBeVisible();
  await expect(held).toHaveCount(0);
  await page.goto(url(id));
  await expect(rows(page)).toHaveCount(2);
  await expect(entry(page, 'b.txt')).toHaveCount(0);
  await choose(page, 'a.txt');
  await press(page, 'KeyC', { ctrlKey: true });
  await expect(held).toBeVisible();
  await page.goto(url(inner));
  await expect(entry(page, 'b.txt')).toBeVisible();
  await press(page, 'KeyV', { ctrlKey: true });
  await expect(rows(page)).toHaveCount(2);
  await expect(entry(page, 'a.txt')).toBeVisible();
  await page.goto(url(id));
  await expect(entry(page, 'a.txt')).toBeVisible();
});
