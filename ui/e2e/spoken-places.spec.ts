import { Drive } from './drive';
import { expect, prefer, signIn, test, type World } from './fixtures';
import { full } from './looks';
import { someone, Team } from './people';
import { entry, withoutClipboard } from './sharing';
import { addReader, Listener, menusCame } from './spoken';

let made = 0;

async function folder({ server, spaceId }: World) {
  const drive = await Drive.of(server, spaceId);
  return { drive, id: await drive.folder(`مکان ${Date.now()}-${(made += 1)}`) };
}

// The other half of the flows speaks Persian; before a release all speak both.
for (const lang of full ? (['fa', 'en'] as const) : (['en'] as const)) {
  const say = (fa: string, en: string) => (lang === 'fa' ? fa : en);

  test.describe(`in ${lang}`, () => {
    test.beforeEach(async ({ page }) => {
      await addReader(page);
      await prefer(page, lang);
    });

    test('the share dialog makes a link and copies it', async ({ member: page, world }) => {
      await withoutClipboard(page);
      const { drive, id } = await folder(world);
      await drive.file('a.txt', 'x', id);
      await page.goto(`/workspace/${world.spaceId}/directory/${id}?view=list`);
      await entry(page, 'a.txt').waitFor();
      const listener = await Listener.on(page);
      const dialog = page.getByRole('dialog');
      await page.keyboard.press('ArrowDown');
      const copy = dialog.getByRole('button', { name: say('کپی لینک', 'Copy link') });
      await listener.press('Alt+s', () => expect(copy).toBeEnabled());
      await expect(dialog.locator('[data-access]').first()).toBeVisible();
      await listener.tab(8);
      await listener.hear('Copy link', () => copy.first().focus());
      await listener.press('Enter', () => expect(dialog.locator('[data-link]')).toHaveCount(1));
      await listener.press('Escape', () => expect(dialog).toHaveCount(0));
      listener.expect(`share.${lang}`);
    });

    test('a search, its results, and one of them', async ({ member: page, world }) => {
      const { drive, id } = await folder(world);
      const word = `zq${Date.now().toString(36)}`;
      await drive.file(`${word} one.txt`, 'x', id);
      await page.goto(`/workspace/${world.spaceId}/directory/${id}?view=list&sort=name:1`);
      await entry(page, 'one.txt').waitFor();
      const listener = await Listener.on(page);
      const field = page.getByRole('combobox').first();
      const options = page.getByRole('option');
      const called = (phrase: string) => phrase.replaceAll(word, 'word');
      await listener.press('/', () => expect(field).toBeFocused());
      await listener.hear(
        'typing',
        () => field.fill(word),
        () => expect(options.filter({ hasText: 'one.txt' })).toBeVisible(),
      );
      await listener.press('ArrowDown', () => expect(options.first()).toHaveAttribute('aria-selected', 'true'));
      await listener.press('ArrowDown', () => expect(options.nth(1)).toHaveAttribute('aria-selected', 'true'));
      await listener.press('ArrowUp', () => expect(options.first()).toHaveAttribute('aria-selected', 'true'));
      await listener.press('Enter', () => expect(page).toHaveURL(/\/preview/));
      await listener.hear('the preview', () => page.getByRole('heading', { level: 1 }).waitFor());
      listener.expect(`search.${lang}`, called);
    });

    test('a member is added', async ({ page, world }) => {
      const team = await Team.of(world);
      await signIn(page, team.admin);
      await page.goto(`/workspace/${world.spaceId}/teammates`);
      const add = page.getByRole('button', { name: say('افزودن عضو', 'Add members') });
      await add.waitFor();
      const person = someone(`heard${Date.now()}`, 'کیان', 'فرهمند');
      const listener = await Listener.on(page);
      const dialog = page.getByRole('dialog');
      await listener.hear('Add', () => add.focus());
      await listener.press('Enter', () => expect(dialog.getByRole('textbox')).toBeFocused());
      await page.keyboard.type('nobody');
      await listener.press('Enter', () => expect(dialog.getByRole('alert')).toBeVisible());
      await dialog.getByRole('textbox').fill(person.email);
      await listener.press('Enter', () => expect(dialog.getByText(person.email)).toBeVisible());
      await listener.tab(4);
      await dialog.getByRole('button').last().focus();
      await listener.press('Enter', () => expect(dialog).toHaveCount(0));
      listener.expect(`member.${lang}`);
    });

    test('the preview: open, next, close', async ({ member: page, world }) => {
      const { drive, id } = await folder(world);
      await drive.crowd(['a.txt', 'b.txt'], id);
      await page.goto(`/workspace/${world.spaceId}/directory/${id}?view=list&sort=name:1`);
      await entry(page, 'a.txt').waitFor();
      const listener = await Listener.on(page);
      const heading = page.getByRole('heading', { level: 1 }).first();
      await listener.press('ArrowDown', () => expect(entry(page, 'a.txt')).toHaveAttribute('aria-selected', 'true'));
      await listener.press('Enter', async () => {
        await expect(heading).toHaveText('a.txt');
        await expect(page.locator('article')).toContainText('a.txt');
      });
      await listener.press(say('ArrowLeft', 'ArrowRight'), async () => {
        await expect(heading).toHaveText('b.txt');
        await expect(page.locator('article')).toContainText('b.txt');
      });
      await listener.tab(7);
      await listener.press('Escape', () => expect(entry(page, 'a.txt')).toBeVisible());
      listener.expect(`preview.${lang}`);
    });

    test('the page of an upload box, for a visitor', async ({ page, world }) => {
      const { drive, id } = await folder(world);
      const target = await drive.folder('مدارک', id);
      const { access } = await world.server.session();
      const route = `upload/space/${world.spaceId}/directory/${target}/box-link`;
      const body = { title: 'مدارک', duration: { value: 1, unit: 'day' } };
      const box = await world.server.call<{ upload_id: string }>('POST', route, body, access);
      await page.goto(`/u/${box.upload_id}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const next = page.getByRole('button', { name: say('ادامه', 'Continue') });
      await next.waitFor();
      const listener = await Listener.on(page);
      await listener.tab(4);
      await next.focus();
      const choose = page.getByRole('button', { name: say('انتخاب فایل', 'Choose files') });
      await listener.press('Enter', () => expect(choose).toBeVisible());
      const chooser = page.waitForEvent('filechooser');
      await choose.press('Enter');
      await listener.hear(
        'a file is chosen',
        async () =>
          (await chooser).setFiles([{ name: 'memo.txt', mimeType: 'text/plain', buffer: Buffer.from('memo') }]),
        async () => {
          await expect(page.locator('[data-receipts]')).toContainText('memo.txt');
          await expect(page.locator('[data-upload=UPLOAD_SUCCESS]')).toHaveCount(1);
        },
      );
      await listener.tab(4);
      listener.expect(`box.${lang}`);
    });

    test('another language', async ({ page }) => {
      await page.goto('/login');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await menusCame(page);
      const listener = await Listener.on(page);
      const button = page.getByRole('button', { name: say('زبان', 'Language') });
      await listener.hear('Language', () => button.focus());
      await listener.press('Enter', () => expect(page.getByRole('menuitemcheckbox').first()).toBeVisible());
      await listener.press('ArrowDown');
      const other = page.getByRole('menuitemcheckbox', { name: say('English', 'فارسی') });
      await listener.hear('the other one', () => other.focus());
      await listener.press('Enter', () => expect(page.locator('html')).toHaveAttribute('lang', say('en', 'fa')));
      await listener.tab(2);
      // The focus comes back to the button before or after it has its other name.
      listener.expect(`language.${lang}`, (text) => text.replaceAll(/^button, (زبان|Language),/gm, 'button, @,'));
    });
  });
}
