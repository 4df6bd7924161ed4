import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { expectAccessible } from './looks';
import { entry, openDialog, withoutClipboard } from './sharing';

const words = {
  fa: {
    share: /^اشتراک‌گذاری/,
    make: 'ساختن و کپی لینک',
    made: 'لینک ساخته و کپی شد',
    copyLink: 'کپی لینک',
    linkCopied: 'لینک کپی شد',
    another: 'لینک جدید با تنظیمات دیگر',
    none: 'هنوز لینکی ندارد',
    noneWorks: 'لینک فعالی فقط برای این مورد ندارد',
    newLink: 'لینک جدید',
    newBox: 'صندوق جدید',
    pickThis: 'انتخاب این پوشه',
    makeBox: 'ساختن صندوق',
    status: 'وضعیت',
    expired: 'منقضی',
    noBoxes: 'صندوقی با این وضعیت نیست',
    items: '۲ مورد',
    shared: /مشترک/,
    address: 'نشانی',
    never: 'بدون انقضا',
  },
  en: {
    share: /^Share/,
    make: 'Create and copy link',
    made: 'Link created and copied',
    copyLink: 'Copy link',
    linkCopied: 'Link copied',
    another: 'New link with other settings',
    none: 'No link yet',
    noneWorks: 'No working link to just this',
    newLink: 'New link',
    newBox: 'New box',
    pickThis: 'Choose this folder',
    makeBox: 'Create box',
    status: 'Status',
    expired: 'Expired',
    noBoxes: 'No boxes with this status',
    items: '2 items',
    shared: /^Shared files/,
    address: 'Address',
    never: 'Never',
  },
} as const;

let made = 0;

async function playground(world: World) {
  const drive = await Drive.of(world.server, world.spaceId);
  const id = await drive.folder(`اشتراک ${Date.now()}-${made++}`);
  await drive.folder('مدارک', id);
  await drive.file('گزارش (نهایی).txt', 'سلام از انبار', id);
  return { id };
}

for (const lang of ['fa', 'en'] as const) {
  const w = words[lang];

  test(
    `one press makes a link and copies it, the next copies the same (${lang})`,
    { tag: [`@${lang}`, '@phone'] },
    async ({ member: page, world, isMobile }) => {
      await prefer(page, lang);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const place = await playground(world);
      await openDialog(page, world, place.id, 'گزارش', w.share);
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(w.none, { exact: true })).toBeVisible();
      // Everyone with access stands in the same dialog.
      await expect(dialog.locator('[data-access=owner], [data-access=role]').first()).toBeVisible();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: w.copyLink }).click();
      await expect(page.getByText(w.made)).toBeVisible();
      // A phone has no room for it beside the buttons; the message above has said it.
      if (!isMobile) await expect(dialog.getByText(w.linkCopied)).toBeVisible();
      const address = dialog.getByLabel(w.address, { exact: true });
      const url = await address.inputValue();
      const pasted = () => page.evaluate(() => navigator.clipboard.readText());
      expect(await pasted()).toBe(url);
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await dialog.getByRole('button', { name: w.copyLink }).click();
      await expect.poll(pasted).toBe(url);

      // Other terms for another link; the newest one is copied from then on.
      await dialog.getByRole('button', { name: w.another }).click();
      await dialog.getByText(w.never, { exact: true }).click();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: w.make }).click();
      await expect(dialog.locator('[data-link]')).toHaveCount(2);
      await expect(address).not.toHaveValue(url);
      await expect.poll(pasted).toBe(await address.inputValue());
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    },
  );

  test(`several items share one link (${lang})`, { tag: `@${lang}` }, async ({ member: page, world }) => {
    await prefer(page, lang);
    await withoutClipboard(page);
    const place = await playground(world);
    await page.goto(`/workspace/${world.spaceId}/directory/${place.id}?view=list`);
    await expect(entry(page, 'مدارک')).toBeVisible();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Alt+s');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(w.items).first()).toBeVisible();
    await expect(dialog.locator('[data-access]')).toHaveCount(0);
    await dialog.getByRole('button', { name: w.copyLink }).click();
    await expect(page.getByText(w.made)).toBeVisible();
    const url = await dialog.getByLabel(w.address, { exact: true }).inputValue();
    await expect(page.locator('body')).toHaveAttribute('data-copy', url);
    // A link that opens more is listed at each of its items, and not copied for one of them.
    await openDialog(page, world, place.id, 'گزارش', w.share);
    await expect(dialog.locator('[data-link]')).toHaveCount(1);
    await expect(dialog.getByText(w.noneWorks, { exact: true })).toBeVisible();
  });

  test(`a new link begins on the page of links (${lang})`, { tag: `@${lang}` }, async ({ member: page, world }) => {
    await prefer(page, lang);
    await withoutClipboard(page);
    const drive = await Drive.of(world.server, world.spaceId);
    const mark = Date.now();
    await drive.file(`گزارش فصل ${mark}.txt`, 'فصل', await drive.folder(`فصل‌ها ${mark}`));
    await page.goto(`/workspace/${world.spaceId}/download-link`);
    await page.getByRole('button', { name: w.newLink, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: w.shared }).click();
    await dialog.getByRole('button', { name: `فصل‌ها ${mark}` }).click();
    await expect(dialog.getByRole('button', { name: /گزارش فصل/ })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: /گزارش فصل/ }).click();
    await expect(dialog.getByText(w.none, { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: w.copyLink }).click();
    await expect(page.locator('body')).toHaveAttribute('data-copy', /\/download\//);
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-link]').filter({ hasText: `گزارش فصل ${mark}` })).toBeVisible();
  });

  test(`a new box begins on the page of boxes (${lang})`, { tag: `@${lang}` }, async ({ member: page, world }) => {
    await prefer(page, lang);
    const drive = await Drive.of(world.server, world.spaceId);
    const name = `رسیده‌ها ${Date.now()}`;
    await drive.folder(name);
    await page.goto(`/workspace/${world.spaceId}/uploadbox-link`);
    await page.getByRole('button', { name: w.newBox, exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: w.shared }).click();
    await dialog.getByRole('button', { name }).click();
    await dialog.getByRole('button', { name: w.pickThis }).click();
    // More than fits: the foot has an edge while the content goes on behind it, and at the end the head has one.
    await dialog.locator('summary').click();
    const scroll = (top: number) =>
      dialog.locator('form').evaluate((form, to) => form.parentElement?.scrollTo(0, to), top);
    await scroll(0);
    await expect(dialog.locator('footer')).toHaveAttribute('data-edge', 'true');
    await expect(dialog.locator('header')).not.toHaveAttribute('data-edge');
    await scroll(5000);
    await expect(dialog.locator('footer')).not.toHaveAttribute('data-edge');
    await expect(dialog.locator('header')).toHaveAttribute('data-edge', 'true');
    await dialog.getByRole('button', { name: w.makeBox }).click();
    await expect(dialog.locator('svg[role=img] path')).toHaveAttribute('d', /M/);
    await page.keyboard.press('Escape');
    const row = page.locator('[data-box]').filter({ hasText: name });
    await expect(row.first()).toBeVisible();
    await page.getByRole('combobox', { name: w.status }).click();
    await page.getByRole('option', { name: w.expired }).click();
    await expect(page).toHaveURL(/status=expired/);
    await expect(row).toHaveCount(0);
    await expect(page.getByText(w.noBoxes)).toBeVisible();
  });
}
