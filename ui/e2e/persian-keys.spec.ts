import { Drive } from './drive';
import { expect, test } from './fixtures';
import { entry } from './sharing';

/** The letters that a Persian keyboard gives for the keys of the shortcuts. */
const letters = { KeyA: 'ش', KeyC: 'ز', KeyI: 'ه', KeyM: 'پ', KeyN: 'د', KeyS: 'س', KeyV: 'ر', KeyX: 'ط', KeyZ: 'ظ' };

test('shortcuts are keys, whatever letter a Persian keyboard gives', async ({ member: page, world }) => {
  const drive = await Drive.of(world.server, world.spaceId);
  const id = await drive.folder(`کلیدها ${Date.now()}`);
  await drive.crowd(['a.txt', 'b.txt'], id);
  await page.goto(`/workspace/${world.spaceId}/directory/${id}?view=list&sort=name:1`);
  const rows = page.locator('[data-index]');
  const chosen = page.locator('[data-index][aria-selected=true]');
  const dialog = page.getByRole('dialog');
  await expect(rows).toHaveCount(2);
  const press = (code: keyof typeof letters, how: { ctrlKey?: boolean; altKey?: boolean } = {}) =>
    page.evaluate(
      (init) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })),
      { ...how, key: letters[code], code },
    );
  const shut = async () => {
    await expect(dialog).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  };

  await press('KeyA', { ctrlKey: true });
  await expect(chosen).toHaveCount(2);
  await entry(page, 'a.txt').locator('[data-part=name]').click();
  await press('KeyS', { altKey: true });
  await shut();
  for (const code of ['KeyM', 'KeyC'] as const) {
    await press(code, { altKey: true });
    await shut();
  }
  await press('KeyN', { altKey: true });
  await shut();
  await press('KeyS');
  await expect(entry(page, 'a.txt').getByRole('img', { name: 'نشان‌شده' })).toBeVisible();
  await press('KeyI');
  await expect(page.getByRole('tab', { name: 'نسخه‌ها' })).toBeVisible();
  await press('KeyI');
  await expect(page.getByRole('tab', { name: 'نسخه‌ها' })).toHaveCount(0);
  await press('KeyC', { ctrlKey: true });
  const paste = page.getByRole('button', { name: 'چسباندن' });
  await expect(paste).toBeVisible();
  await press('KeyV', { ctrlKey: true });
  await expect(dialog.or(rows.nth(2))).toBeVisible();
  await page.reload();
  await entry(page, 'b.txt').locator('[data-part=name]').click();
  await page.keyboard.press('Delete');
  await expect(entry(page, 'b.txt')).toHaveCount(0);
  await press('KeyZ', { ctrlKey: true });
  await expect(entry(page, 'b.txt')).toBeVisible();
  await press('KeyV');
  await expect(page).toHaveURL(/view=grid/);
});
