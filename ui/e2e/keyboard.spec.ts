import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, test } from './fixtures';
import { choose, tabTo, typeAtOnce } from './keys';
import { owner } from './server';

const entry = (page: Page, name: string) => page.locator('[data-index]').filter({ hasText: name });

/** Types the first letters of a name in the list: those typed within a second count as one word. */
async function jumpTo(page: Page, letters: string) {
  await page.clock.fastForward(1200);
  await typeAtOnce(page, letters);
  await expect(page.locator('[aria-selected=true][data-index]')).toContainText(letters);
}

test('everyday work needs no mouse', async ({ page, world }) => {
  const drive = await Drive.of(world.server, world.spaceId);
  // Playwright has no keys for Persian letters.
  const home = `keys-${Date.now()}`;
  const folder = await drive.folder(home);
  await drive.file('memo.txt', 'x', folder);
  await drive.folder('archive', folder);

  await page.clock.install();

  // Sign in.
  await page.goto(
    `/login?redirect_to=${encodeURIComponent(`/workspace/${world.spaceId}?view=list&sort=created_at:-1`)}`,
  );
  await page.getByRole('heading', { name: 'ورود به حساب' }).waitFor();
  await tabTo(page, 'textbox', /ایمیل/);
  await page.keyboard.type(owner.email);
  await page.keyboard.press('Tab');
  await tabTo(page, 'textbox', /رمز عبور/);
  await page.keyboard.type(owner.password);
  await page.keyboard.press('Enter');

  // Open a folder.
  await expect(entry(page, home)).toBeVisible();
  await jumpTo(page, home);
  await page.keyboard.press('Enter');
  await expect(entry(page, 'memo.txt')).toBeVisible();

  // A new folder.
  await page.keyboard.press('Alt+n');
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('bundle');
  await page.keyboard.press('Enter');
  await expect(entry(page, 'bundle')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  // Rename it.
  await jumpTo(page, 'bundle');
  await page.keyboard.press('F2');
  await expect(page.locator('[data-entries] input:focus')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('plans');
  await page.keyboard.press('Enter');
  await expect(entry(page, 'plans')).toBeVisible();

  // Move a file by its menu.
  await jumpTo(page, 'memo');
  await page.keyboard.press('Shift+F10');
  await choose(page, 'کپی و انتقال');
  await choose(page, 'انتقال به…');
  const picker = page.getByRole('dialog');
  await expect(picker.getByRole('button', { name: 'archive' })).toBeVisible();
  await tabTo(page, 'button', 'archive');
  await page.keyboard.press('Enter');
  await expect(picker.getByText('این‌جا پوشه‌ای وجود ندارد.')).toBeVisible();
  await tabTo(page, 'button', /انتقال به این‌جا|انتقال/);
  await page.keyboard.press('Enter');
  await expect(entry(page, 'memo.txt')).toBeHidden();

  // Delete a folder and undo it.
  await jumpTo(page, 'plan');
  await page.keyboard.press('Delete');
  await expect(entry(page, 'plans')).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(entry(page, 'plans')).toBeVisible();
});
