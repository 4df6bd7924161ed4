import type { BrowserContext, Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, signIn, test, type World } from './fixtures';
import { Team } from './people';
import { entry } from './sharing';

const lost = 'پاسخی از سرور نرسید';

/** The network swallows every change; what is read still comes. */
async function cut(context: BrowserContext) {
  await context.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort('connectionfailed'),
  );
  return () => context.unrouteAll({ behavior: 'ignoreErrors' });
}

let made = 0;

async function folder(page: Page, { server, spaceId }: World, ...names: string[]) {
  const drive = await Drive.of(server, spaceId);
  made += 1;
  const id = await drive.folder(`قطع ${Date.now()}-${made}`);
  if (names.length > 0) await drive.crowd(names, id);
  const url = `/workspace/${spaceId}/directory/${id}?view=list&sort=name:1`;
  await page.goto(url);
  await page
    .locator(names.length > 0 ? '[data-index]' : '[data-state=empty]')
    .first()
    .waitFor();
  return { drive, id, url };
}

test('a folder is made once the connection is back', async ({ context, member: page, world }) => {
  await folder(page, world);
  const back = await cut(context);
  await page.keyboard.press('Alt+n');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('plans');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText(lost);
  await expect(entry(page, 'plans')).toHaveCount(0);
  await back();
  await dialog.getByRole('button', { name: 'ساختن' }).click();
  await expect(entry(page, 'plans')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('a call without a connection fails at once and is not sent later', async ({ context, member: page, world }) => {
  await folder(page, world);
  await page.keyboard.press('Alt+n');
  const dialog = page.getByRole('dialog', { name: 'پوشهٔ جدید' });
  await dialog.getByRole('textbox').fill('later');
  await context.setOffline(true);
  // An open dialog hides it from screen readers, as it hides all of the page.
  await expect(page.locator('[data-offline="true"]')).toBeVisible();
  await dialog.getByRole('textbox').press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('به اینترنت وصل نیستید');
  await context.setOffline(false);
  await expect(page.getByRole('status').filter({ hasText: 'آفلاین' })).toHaveCount(0);
  await expect(entry(page, 'later')).toHaveCount(0);
  await dialog.getByRole('textbox').press('Enter');
  await expect(entry(page, 'later')).toBeVisible();
});

test('a new name, a deletion and a move that are lost leave the list as it was', async ({
  context,
  member: page,
  world,
}) => {
  const { drive, id } = await folder(page, world, 'a.txt');
  await drive.folder('archive', id);
  const file = entry(page, 'a.txt');
  await expect(entry(page, 'archive')).toBeVisible();
  const back = await cut(context);
  await file.locator('[data-part=name]').click();
  await page.keyboard.press('F2');
  const field = page.locator('[data-entries] input');
  await field.fill('b.txt');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toContainText(lost);
  await expect(field).toHaveValue('b.txt');
  await back();
  await field.press('Enter');
  const renamed = entry(page, 'b.txt');
  await expect(renamed).toBeVisible();

  const again = await cut(context);
  await renamed.locator('[data-part=name]').click();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('alert').filter({ hasText: lost })).toBeVisible();
  await expect(renamed).toBeVisible();
  await renamed.locator('[data-part=name]').click();
  await page.keyboard.press('Alt+m');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'archive' }).click();
  const here = dialog.getByRole('button', { name: 'انتقال به این‌جا' });
  await expect(here).toBeEnabled();
  await here.click();
  await expect(page.getByRole('alert').filter({ hasText: lost })).toHaveCount(2);
  await expect(renamed).toBeVisible();
  await again();
  await renamed.locator('[data-part=name]').click();
  await page.keyboard.press('Delete');
  await expect(renamed).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(renamed).toBeVisible();
});

test('a link and a member are tried again', async ({ context, page, world }) => {
  const team = await Team.of(world);
  await signIn(page, team.admin);
  await folder(page, world, 'a.txt');
  const back = await cut(context);
  await entry(page, 'a.txt').locator('[data-part=name]').click();
  await page.keyboard.press('Alt+s');
  const dialog = page.getByRole('dialog');
  const copy = dialog.getByRole('button', { name: 'کپی لینک' }).last();
  await copy.click();
  await expect(dialog.getByText(lost)).toBeVisible();
  await expect(dialog.locator('[data-link]')).toHaveCount(0);
  await back();
  await copy.click();
  await expect(dialog.locator('[data-link]')).toHaveCount(1);
  await expect(dialog.getByText(lost)).toHaveCount(0);

  await page.goto(`/workspace/${world.spaceId}/teammates`);
  await page.getByRole('button', { name: 'افزودن عضو' }).click();
  const again = await cut(context);
  const email = `lost${Date.now()}@example.org`;
  await dialog.getByRole('textbox').fill(email);
  await page.keyboard.press('Enter');
  const add = dialog.getByRole('button', { name: /^افزودن/ }).last();
  await add.click();
  await expect(dialog.getByText(lost)).toBeVisible();
  await again();
  await add.click();
  await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible();
});

test('two tabs show the same, and a dialog on a deleted item says so', async ({ context, member: page, world }) => {
  const { url } = await folder(page, world, 'a.txt', 'b.txt');
  const second = await context.newPage();
  await prefer(second, 'fa');
  await second.goto(url);
  await expect(second.locator('[data-index]')).toHaveCount(2);

  await page.keyboard.press('Alt+n');
  await page.getByRole('dialog').getByRole('textbox').fill('plans');
  await page.keyboard.press('Enter');
  await expect(entry(second, 'plans')).toBeVisible();
  await entry(second, 'a.txt').locator('[data-part=name]').click();
  await second.keyboard.press('F2');
  await second.locator('[data-entries] input').fill('c.txt');
  await second.keyboard.press('Enter');
  await expect(entry(page, 'c.txt')).toBeVisible();

  const dialog = page.getByRole('dialog');
  await entry(page, 'c.txt').locator('[data-part=name]').click();
  await page.keyboard.press('Alt+m');
  await dialog.getByRole('button', { name: 'plans' }).click();
  const here = dialog.getByRole('button', { name: 'انتقال به این‌جا' });
  await expect(here).toBeEnabled();
  await entry(second, 'c.txt').locator('[data-part=name]').click();
  await second.keyboard.press('Delete');
  await expect(entry(second, 'c.txt')).toHaveCount(0);
  await here.click();
  await expect(page.getByRole('alert')).toHaveText(/دیگر|وجود ندارد|پیدا نشد/);
  await expect(entry(page, 'c.txt')).toHaveCount(0);
});
