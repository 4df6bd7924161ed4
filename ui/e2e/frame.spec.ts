import { Drive } from './drive';
import { expect, prefer, signIn, test } from './fixtures';
import { choose, expectAccessible, large } from './looks';
import { someone, Team } from './people';

const long = 'جزئیات اجرایی نما و پوشش بیرونی ساختمان مرکزی';

test.describe('on a desktop', () => {
  test.skip(({ isMobile }) => isMobile, 'sizes of windows');

  for (const lang of ['fa', 'en'] as const) {
    test(`the folder that is shown can be read in its path, ${lang}`, async ({ member: page, world }) => {
      await prefer(page, lang);
      const drive = await Drive.of(world.server, world.spaceId);
      const parent = await drive.folder(`Contracts and agreements with suppliers ${lang} ${Date.now()}`);
      const middle = await drive.folder('قراردادهای همکاری با پیمانکاران', parent);
      for (const width of [1280, 700]) {
        const id = await drive.folder(`Final (signed) ${width}`, middle);
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`/workspace/${world.spaceId}/directory/${id}?view=list`);
        const here = page.getByRole('navigation').locator('[aria-current=page]').last();
        await expect(here).toHaveText(`Final (signed) ${width}`);
        await expect
          .poll(() => here.evaluate((element) => element.scrollWidth - element.clientWidth))
          .toBeLessThanOrEqual(0);
      }
      // A name that no row has room for is cut at its own end.
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`/workspace/${world.spaceId}/directory/${await drive.folder(long.repeat(2), middle)}?view=list`);
      const here = page.getByRole('navigation').locator('[aria-current=page]').last();
      await expect(here).toContainText(long);
      await expect(here).toHaveCSS('direction', 'rtl');
      expect((await here.boundingBox())?.width).toBeGreaterThan(350);
    });
  }

  test('at 200 % zoom the places are in a drawer, and nothing is lost', async ({ member: page, world }) => {
    await page.setViewportSize({ width: 640, height: 400 });
    await page.goto(`/workspace/${world.spaceId}`);
    const menu = page.getByRole('button', { name: 'بخش‌ها' });
    await menu.click();
    const drawer = page.getByRole('dialog', { name: 'بخش‌ها' });
    await expectAccessible(page);
    await drawer.getByRole('link', { name: 'درایو من' }).click();
    await expect(drawer).toBeHidden();
    await expect(page).toHaveURL(/\/my$/);
    await expect(page.getByRole('button', { name: 'جست‌وجو' })).toBeVisible();
    for (const name of ['جزئیات', 'مرتب‌سازی و ستون‌ها']) await expect(page.getByRole('button', { name })).toBeVisible();
    await expectAccessible(page);
  });

  test('every place is in sight at 800 px', async ({ member: page, world }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/workspace/${world.spaceId}`);
    const list = page.locator('[data-place]').first().locator('..');
    await expect(page.locator('[data-place=tags]')).toBeInViewport({ ratio: 1 });
    await expect
      .poll(() => list.evaluate((element) => element.scrollHeight - element.clientHeight))
      .toBeLessThanOrEqual(0);
  });

  test('the name has the most room, and other columns can be chosen', async ({ member: page, world }) => {
    const drive = await Drive.of(world.server, world.spaceId);
    const id = await drive.folder(`ستون‌ها ${Date.now()}`);
    await drive.file('یادداشت.md', '# x', id);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/workspace/${world.spaceId}/directory/${id}?view=list&sort=name:1`);
    const heads = page.getByRole('columnheader');
    await expect(heads).toHaveText(['', 'نام', 'آخرین ویرایش', 'اندازه', 'سازنده', 'گزینه‌ها'], { ignoreCase: true });
    const name = await page.getByRole('columnheader', { name: 'نام', exact: true }).boundingBox();
    expect(name?.width).toBeGreaterThan(360);
    await page.getByRole('button', { name: 'مرتب‌سازی و ستون‌ها' }).click();
    // By keys: a pointer that leaps into the menu beside leaves the way that keeps it open.
    await page.getByRole('menuitem', { name: 'ستون‌ها' }).press('ArrowLeft');
    const columns = page.getByRole('menu').filter({ has: page.getByRole('menuitemcheckbox', { name: 'سازنده' }) });
    // Several can be chosen in a row.
    await columns.getByRole('menuitemcheckbox', { name: 'اندازه' }).press('Enter');
    await expect(columns.getByRole('menuitemcheckbox', { name: 'اندازه' })).not.toBeChecked();
    await columns.getByRole('menuitemcheckbox', { name: 'نوع' }).press('Enter');
    await expect(columns.getByRole('menuitemcheckbox', { name: 'نوع' })).toBeChecked();
    await expect(async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0, { timeout: 500 });
    }).toPass();
    await page.getByRole('columnheader', { name: 'نوع' }).getByRole('button').click();
    await expect(page).toHaveURL(/sort=type/);
    await expect(page.getByRole('row', { name: /یادداشت/ })).toContainText('MD');

    // An order by something that has no column is in sight, and can be turned round.
    await page.goto(`/workspace/${world.spaceId}/directory/${id}?view=list&sort=created_at:-1`);
    await page.getByRole('button', { name: 'به ترتیب تاریخ ساخت' }).click();
    await expect(page).toHaveURL(/sort=created_at(:|%3A)1/);
    // V works while the switch of the view has the focus.
    await page.getByRole('radio', { name: 'فهرست' }).focus();
    await page.keyboard.press('v');
    await expect(page).toHaveURL(/view=grid/);
  });
});

test(
  'an unfinished upload of an earlier visit lies over nothing',
  { tag: '@phone' },
  async ({ member: page, world }) => {
    test.slow();
    const drive = await Drive.of(world.server, world.spaceId);
    const id = await drive.folder(`چسباندن ${Date.now()}`);
    const inner = await drive.folder('مقصد', id);
    await drive.file('یادداشت.md', '# x', id);
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
    await page.route('**/api/upload/**', (route) =>
      route.request().method() === 'PUT' ? new Promise(() => undefined) : route.continue(),
    );
    await page.goto(`/workspace/${world.spaceId}/directory/${id}`);
    await page.locator('[data-entries]').waitFor();
    await choose(page, 'Alt+u', await large('film.mp4', 6_000_000, 7));
    await expect(page.locator('[data-tray] li')).toHaveCount(1);
    await expect(page.locator('[data-upload=UPLOADING]')).toHaveCount(1);

    await page.goto(`/workspace/${world.spaceId}/directory/${id}?view=list`);
    const tray = page.locator('[data-tray]');
    await expect(tray).toBeVisible();
    await expect(tray.locator('li')).toHaveCount(0);
    await page.locator('[data-index]').filter({ hasText: 'یادداشت' }).click();
    await page.keyboard.press('Control+x');
    await page.goto(`/workspace/${world.spaceId}/directory/${inner}?view=list`);
    const paste = page.getByRole('button', { name: /چسباندن این‌جا|چسباندن در این پوشه|Paste/ }).first();
    await expect(tray).toBeVisible();
    const [a, b] = [await tray.boundingBox(), await paste.boundingBox()];
    expect(a && b && (a.y + a.height <= b.y || a.x + a.width <= b.x || b.x + b.width <= a.x)).toBe(true);
    await page.goto(`/workspace/${world.spaceId}/teammates`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(tray).toHaveCount(0);
    // Uploads are recalled in every folder: the next test must not see this one.
    await page.goto(`/workspace/${world.spaceId}/directory/${id}?view=list`);
    await tray.locator('[aria-expanded=false]').click();
    await tray.getByRole('button', { name: /^لغو .*film/ }).click();
    await expect(tray).toHaveCount(0);
  },
);

for (const lang of ['fa', 'en'] as const) {
  test(
    `on a phone New has one place on all pages, ${lang}`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ page, world, isMobile }) => {
      test.skip(!isMobile, 'the bar of a phone');
      await prefer(page, lang);
      const fresh = lang === 'fa' ? 'جدید' : 'New';
      const bar = page.getByRole('navigation', { name: lang === 'fa' ? 'بخش‌ها' : 'Sections' });
      await signIn(page, await world.server.session());
      await page.goto(`/workspace/${world.spaceId}`);
      await expect(bar.getByRole('button', { name: fresh })).toBeVisible();
      const boxes = async () => [
        await bar.getByRole('button', { name: fresh }).boundingBox(),
        await bar.getByRole('link').last().boundingBox(),
      ];
      await expect(bar.getByRole('button', { name: fresh })).toBeEnabled();
      // The button is another element once the code of its menu has come.
      await expect.poll(boxes).not.toContain(null);
      const before = await boxes();
      for (const path of ['trash', 'teammates']) {
        await page.goto(`/workspace/${world.spaceId}/${path}`);
        await expect(bar.getByRole('link')).toHaveCount(3);
        await expect(bar.getByRole('button', { name: fresh })).toBeEnabled();
        await expect.poll(boxes, { message: path }).toEqual(before);
      }
      await bar.getByRole('button', { name: fresh }).tap();
      await page.getByRole('menuitem', { name: lang === 'fa' ? 'پوشهٔ جدید' : 'New folder' }).tap();
      await expect(page).toHaveURL(new RegExp(`/workspace/${world.spaceId}$`));
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();

      // A guest who may only look has no hole in the bar.
      const team = await Team.of(world);
      const visitor = someone(`bar-${lang}-${Date.now()}`, 'نیما', 'پارسا');
      const tokens = await world.server.add(visitor);
      const drive = await Drive.of(world.server, world.spaceId);
      const folder = await drive.folder(`برای مهمان ${Date.now()}`);
      await team.guest('viewer', folder, 'directory', visitor.email);
      await page.evaluate(
        ([access, refresh]) => {
          localStorage.setItem('access_token', access);
          localStorage.setItem('refresh_token', refresh);
        },
        [tokens.access, tokens.refresh] as const,
      );
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}`);
      await expect(bar.getByRole('link')).toHaveCount(4);
      await expect(bar.getByRole('button', { name: fresh })).toHaveCount(0);
    },
  );
}

for (const lang of ['fa', 'en'] as const) {
  test(
    `the button of roles and tags leaves the words their width, ${lang}`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ page, world, isMobile }) => {
      await prefer(page, lang);
      await signIn(page, await world.server.session());
      const team = await Team.of(world);
      const name = `${lang}-${Date.now()}`;
      const { role_id: role } = await team.customRole(name, ['read directory'], [], []);
      await team.call('POST', 'custom-field/space', { space_id: world.spaceId, title: name, type: 'text' });
      for (const [path, button] of [
        ['custom-roles', lang === 'fa' ? 'نقش جدید' : 'New role'],
        ['custom-fields', lang === 'fa' ? 'برچسب جدید' : 'New tag'],
      ] as const) {
        await page.goto(`/workspace/${world.spaceId}/${path}`);
        const add = page.getByRole('button', { name: button });
        const words = page.locator('header').filter({ has: add }).locator('p');
        await expect(add).toBeVisible();
        const below = await add.boundingBox();
        const above = await words.boundingBox();
        if (!below || !above) throw new Error('no boxes');
        expect(below.y >= above.y + above.height).toBe(isMobile);
        if (isMobile) expect(above.width).toBeGreaterThan(300);
      }
      await team.call('DELETE', `role/v1/space/${world.spaceId}/custom-role/${role}`);
    },
  );
}
