import type { Page } from '@playwright/test';
import { Drive, forgetUnfinished } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { full } from './looks';
import { entry } from './sharing';
import { addReader, Listener, menusCame } from './spoken';

let made = 0;

/** A folder with files, open in a list. */
async function folder(page: Page, { server, spaceId }: World, ...names: string[]) {
  const drive = await Drive.of(server, spaceId);
  const id = await drive.folder(`گفتار ${Date.now()}-${(made += 1)}`);
  if (names.length > 0) await drive.crowd(names, id);
  const show = async () => {
    await page.goto(`/workspace/${spaceId}/directory/${id}?view=list&sort=name:1`);
    await page
      .locator(names.length > 0 ? '[data-index]' : '[data-state=empty]')
      .first()
      .waitFor();
    return Listener.on(page);
  };
  return { drive, id, show };
}

// The other half of the flows speaks English; before a release all speak both.
for (const lang of full ? (['fa', 'en'] as const) : (['fa'] as const)) {
  const say = (fa: string, en: string) => (lang === 'fa' ? fa : en);

  test.describe(`in ${lang}`, () => {
    test.beforeEach(async ({ page }) => {
      await addReader(page);
      await prefer(page, lang);
    });

    test('signing in', async ({ page }) => {
      await page.goto('/login');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await menusCame(page);
      const listener = await Listener.on(page);
      await listener.tab(6);
      listener.expect(`sign-in.${lang}`);
    });

    test('a list, a new name, deleting and undoing', async ({ member: page, world }) => {
      const { show } = await folder(page, world, 'a.txt', 'b.txt');
      const listener = await show();
      const first = entry(page, 'a.txt');
      const second = entry(page, 'b.txt');
      const field = page.locator('[data-entries] input');
      await listener.press('ArrowDown', () => expect(first).toHaveAttribute('aria-selected', 'true'));
      await listener.press('ArrowDown', () => expect(second).toHaveAttribute('aria-selected', 'true'));
      await listener.press('F2', () => expect(field).toBeFocused());
      await page.keyboard.press('Control+a');
      await page.keyboard.type('a.txt');
      await listener.press('Enter', () => expect(field).toHaveAttribute('aria-invalid', 'true'));
      await listener.press('Escape', () => expect(field).toHaveCount(0));
      await listener.press('Delete', () => expect(second).toHaveCount(0));
      await listener.press('Control+z', () => expect(second).toBeVisible());
      listener.expect(`list.${lang}`);
    });

    test('the menu of new things and a new folder', async ({ member: page, world }) => {
      const { show } = await folder(page, world, 'a.txt');
      const listener = await show();
      const button = page.getByRole('button', { name: say('جدید', 'New'), exact: true });
      const dialog = page.getByRole('dialog');
      await listener.hear('New', () => button.focus());
      await listener.press('Enter', () => expect(page.getByRole('menuitem').first()).toBeVisible());
      await listener.press('ArrowDown');
      await listener.press('ArrowUp');
      await listener.press('Enter', () => expect(dialog.getByRole('textbox')).toBeFocused());
      await listener.tab(2);
      await dialog.getByRole('textbox').focus();
      await page.keyboard.type('plans');
      await listener.press('Enter', async () => {
        await expect(dialog).toHaveCount(0);
        await expect(entry(page, 'plans')).toBeVisible();
      });
      listener.expect(`new-folder.${lang}`);
    });

    test('moving by the picker', async ({ member: page, world }) => {
      const { drive, id, show } = await folder(page, world, 'memo.txt');
      await drive.folder('archive', id);
      const listener = await show();
      const dialog = page.getByRole('dialog');
      const file = entry(page, 'memo.txt');
      await listener.press('End', () => expect(file).toHaveAttribute('aria-selected', 'true'));
      const archive = dialog.getByRole('button', { name: 'archive' });
      await listener.press('Alt+m', () => expect(archive).toBeVisible());
      await listener.tab(5);
      await archive.focus();
      const here = dialog.getByRole('button', { name: say('انتقال به این‌جا', 'Move here') });
      await listener.press('Enter', () => expect(here).toBeEnabled());
      await listener.hear('Move here', () => here.focus());
      await listener.press('Enter', async () => {
        await expect(file).toHaveCount(0);
        await expect(page.getByText(say('منتقل شد', 'moved'))).toBeVisible();
      });
      listener.expect(`move.${lang}`);
    });

    test('the trash, and an item that is restored', async ({ member: page, world }) => {
      const { drive, id } = await folder(page, world);
      const name = `lost ${Date.now()}.txt`;
      await drive.trash({ files: [await drive.file(name, 'x', id), await drive.file(`other ${name}`, 'x', id)] });
      await page.goto(`/workspace/${world.spaceId}/trash?view=list`);
      const item = entry(page, name).filter({ hasNotText: 'other' });
      await item.waitFor();
      const listener = await Listener.on(page);
      await listener.hear('a click on the item', () => item.locator('[data-part=name]').click());
      await listener.press('Shift+F10', () => expect(page.getByRole('menuitem').first()).toBeVisible());
      const restore = page.getByRole('menuitem', { name: say('بازگرداندن', 'Restore') });
      await listener.hear('Restore', () => restore.focus());
      await listener.press('Enter', () => expect(item).toHaveCount(0));
      listener.expect(`trash.${lang}`);
    });

    test('an upload is not read with each per cent', async ({ member: page, world }) => {
      await forgetUnfinished(world);
      const { show } = await folder(page, world);
      const listener = await show();
      const files = await page.evaluateHandle(() => {
        const transfer = new DataTransfer();
        const bytes = crypto.getRandomValues(new Uint8Array(60_000));
        transfer.items.add(new File(Array<Uint8Array<ArrayBuffer>>(60).fill(bytes), 'film.bin'));
        return transfer;
      });
      await listener.hear(
        'a file is dropped',
        () => page.locator('[data-state]').first().dispatchEvent('drop', { dataTransfer: files }),
        () => expect(page.locator('[data-upload=UPLOAD_SUCCESS]')).toHaveCount(1),
      );
      const tray = page.locator('[data-tray]');
      await listener.hear('the tray', () => tray.getByRole('button').first().focus());
      await listener.tab(3);
      listener.expect(`upload.${lang}`);
    });
  });
}
