import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { full } from './looks';
import { expect, prefer, test, type World } from './fixtures';
import { entry } from './sharing';
import { chooseItem } from './menus';

const family = '\u{1F468}\u{1F3FD}\u200D\u{1F469}\u{1F3FF}\u200D\u{1F467}';

/** As long as a name may be, of every kind of letter; each ends in `.txt`. */
const longest = {
  latin: 'long-report-'.repeat(21).slice(0, 228),
  persian: 'گزارش‌نهایی'.repeat(20).slice(0, 106),
  mixed: 'قرارداد (نسخهٔ 2) [final] ۱۴۰۵-Q3 {a} '.repeat(8).slice(0, 120).trim(),
  emoji: family.repeat(8),
};

let made = 0;

/** A name that no other test uses; at the start, so that what is cut in its middle still tells it. */
function named(kind: keyof typeof longest) {
  made += 1;
  const mark = `${(1e8 + (Date.now() % 1e8)).toString(36)}${made}`.slice(-6);
  return { mark, name: `${mark} ${longest[kind]}.txt` };
}

const bytesOf = (name: string) => new TextEncoder().encode(name).length;

async function folder(world: World) {
  const drive = await Drive.of(world.server, world.spaceId);
  made += 1;
  const id = await drive.folder(`نام‌ها ${Date.now()}-${made}`);
  return { drive, id, url: (view: string) => `/workspace/${world.spaceId}/directory/${id}?view=${view}` };
}

/** Nothing makes the page wider than the window, and no dialog or toast leaves it. */
async function expectInside(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const outside = [...document.querySelectorAll('[role=dialog], [role=menu], [aria-live] > * > *, main')].filter(
          (part) => {
            const { left, right } = part.getBoundingClientRect();
            return left < -1 || right > innerWidth + 1;
          },
        );
        const { scrollWidth, clientWidth } = document.documentElement;
        const spread = [...document.querySelectorAll('[role=dialog] *')].filter(
          (part) =>
            part.clientWidth > 0 && getComputedStyle(part).overflowX === 'auto' && part.scrollWidth > part.clientWidth,
        );
        return [scrollWidth - clientWidth, ...outside, ...spread].map((found) =>
          found instanceof Element ? found.outerHTML.slice(0, 80) : found,
        );
      }),
    )
    .toEqual([0]);
}

for (const lang of ['fa', 'en'] as const) {
  const say = (fa: string, en: string) => (lang === 'fa' ? fa : en);

  const kinds = full ? (['persian', 'mixed', 'latin', 'emoji'] as const) : (['mixed'] as const);
  for (const kind of kinds) {
    test(
      `a long name stays in its place: ${kind}, ${lang}`,
      { tag: `@${lang}` },
      async ({ member: page, world, isMobile }) => {
        await prefer(page, lang);
        const { drive, id, url } = await folder(world);
        const { mark, name } = named(kind);
        expect(bytesOf(name)).toBeLessThanOrEqual(240);
        const file = await drive.file(name, 'x', id);
        const item = entry(page, mark);
        for (const view of ['grid', 'list']) {
          await page.goto(url(view));
          await expect(item.locator('bdi').first()).toHaveText(/^\w+ .*…?.*\.txt$/u);
          await expect
            .poll(() =>
              item
                .locator('bdi')
                .first()
                .evaluate((text) => text.scrollWidth - text.parentElement!.clientWidth),
            )
            .toBeLessThanOrEqual(1);
          await expectInside(page);
        }

        // Its dialogs, and the toast that names it.
        const more = item.locator('[data-part=more]');
        const dialog = page.getByRole('dialog');
        for (const action of [say('اشتراک‌گذاری', 'Share'), say('انتقال به…', 'Move to…')]) {
          await more.click();
          await chooseItem(page, action);
          await expect(dialog).toHaveCount(1);
          await expect(dialog).toContainText(mark);
          await expectInside(page);
          await page.keyboard.press('Escape');
          await expect(dialog).toHaveCount(0);
        }
        await page.goto(`/workspace/${world.spaceId}/search?q=${mark}`);
        await expect(entry(page, mark)).toBeVisible();
        await expectInside(page);
        await page.goto(`/workspace/${world.spaceId}/directory/${id}/file/${file}/preview`);
        await expect(page.getByRole('heading', { level: 1 }).first()).toContainText('.txt');
        await expectInside(page);

        await page.goto(url('list'));
        if (!isMobile) {
          await item.click();
          await page.keyboard.press('i');
          await expect(page.getByRole('complementary').filter({ hasText: mark })).toBeVisible();
          await expectInside(page);
        }
        await more.click();
        await page.getByRole('menuitem', { name: say('حذف', 'Delete') }).click();
        await expect(page.getByRole('region', { name: say('اعلان‌ها', 'Notifications') })).toContainText(mark);
        await expectInside(page);
      },
    );

    test(
      `a folder of a long name is made and renamed: ${kind}, ${lang}`,
      { tag: `@${lang}` },
      async ({ member: page, world, isMobile }) => {
        await prefer(page, lang);
        const { url } = await folder(world);
        const { mark, name } = named(kind);
        await page.goto(url('list'));
        await page.locator('[data-state=empty]').waitFor();
        await page.keyboard.press('Alt+n');
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox').fill(name);
        await page.keyboard.press('Enter');
        await expect(entry(page, mark)).toBeVisible();
        await expect(dialog).toHaveCount(0);
        await expectInside(page);

        // Its own page, with the path.
        const shown = entry(page, mark).locator('[data-part=name]');
        await (isMobile ? shown.tap() : shown.dblclick());
        await page.locator('[data-state=empty]').waitFor();
        if (!isMobile) await expect(page.locator('[aria-current=page]').filter({ hasText: mark })).toBeVisible();
        await expectInside(page);
        await page.goBack();

        const renamed = `${mark} ${longest[kind].slice(0, 40)}`;
        await entry(page, mark).locator('[data-part=more]').click();
        await page.getByRole('menuitem', { name: say('تغییر نام', 'Rename') }).click();
        const field = page.locator('[data-entries] input, [role=dialog] input').first();
        await field.fill(renamed);
        await field.press('Enter');
        await expect(entry(page, mark).locator('bdi').first()).not.toContainText('.txt');
        await expectInside(page);
      },
    );
  }

  test(
    `a name that is too long is refused, in words: ${lang}`,
    { tag: `@${lang}` },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const { url } = await folder(world);
      await page.goto(url('list'));
      await page.locator('[data-state=empty]').waitFor();
      await page.keyboard.press('Alt+n');
      const dialog = page.getByRole('dialog');
      const field = dialog.getByRole('textbox');
      const refusal = dialog.getByRole('alert');
      for (const name of [
        'x'.repeat(242),
        'گ'.repeat(121),
        `${family.repeat(9)}${'x'.repeat(242 - 9 * bytesOf(family))}`,
      ]) {
        expect(bytesOf(name)).toBe(242);
        await field.fill(name);
        await expect(dialog).toContainText(
          say('بلندتر از آن است که همهٔ دستگاه‌ها بپذیرند', 'longer than all devices take'),
        );
        await field.press('Enter');
        await expect(refusal).toHaveText(
          say(
            'این نام بلند است. نام حداکثر ۱۲۰ حرف فارسی یا ۲۴۰ حرف لاتین دارد.',
            'This name is too long. Names have up to 240 Latin letters, or 120 Persian ones.',
          ),
        );
        await expectInside(page);
      }
      await field.fill('گ'.repeat(120));
      await field.press('Enter');
      await expect(dialog).toHaveCount(0);
      await expect(entry(page, 'گگگ')).toBeVisible();
      await expectInside(page);
    },
  );

  test(`a name that Windows cannot have is said: ${lang}`, { tag: `@${lang}` }, async ({ member: page, world }) => {
    await prefer(page, lang);
    const { drive, id, url } = await folder(world);
    const said = say('ویندوز این نام را نمی‌پذیرد', 'Windows doesn’t take this name');
    await page.goto(url('list'));
    await page.locator('[data-state=empty]').waitFor();
    await page.keyboard.press('Alt+n');
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox');
    await field.fill('plan');
    await expect(dialog).not.toContainText(said);
    await field.fill('plan: 1');
    await expect(dialog).toContainText(said);
    await expect(field).toHaveAccessibleDescription(new RegExp(said));
    await expectInside(page);
    await field.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(entry(page, 'plan: 1')).toBeVisible();

    await drive.file('notes.txt', 'x', id);
    await page.reload();
    await entry(page, 'notes.txt').locator('[data-part=more]').click();
    await page.getByRole('menuitem', { name: say('تغییر نام', 'Rename') }).click();
    const name = page.locator('[data-entries] input, [role=dialog] input').first();
    await name.fill('aux.txt');
    await expect(page.getByText(said)).toBeVisible();
    await expectInside(page);
    await name.fill('auxiliary.txt');
    await expect(page.getByText(said)).toBeHidden();
  });

  test(
    `the bar of a cut item stays in the window: ${lang}`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const { drive, id, url } = await folder(world);
      const { mark, name } = named('mixed');
      await drive.file(name, 'x', id);
      await page.goto(url('list'));
      await entry(page, mark).locator('[data-part=more]').click();
      await chooseItem(page, say('برش', 'Cut'));
      await expect(page.locator('[data-held="1"]')).toBeVisible();
      await expectInside(page);
    },
  );
}
