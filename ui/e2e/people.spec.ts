import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { menuItem } from './menus';
import { expect, test } from './fixtures';
import { enter, newcomer, Team } from './people';

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const entry = (page: Page, name: string) => page.locator('[data-index]').filter({ hasText: name });

test(
  'people are added, get another role, and are removed',
  { tag: '@phone' },
  async ({ browser, world, viewport, isMobile }) => {
    const team = await Team.of(world);
    const { person } = await newcomer(world, 'پونه', 'رستگار');
    const page = await enter(browser, world, { viewport, isMobile }, team.admin);
    await page.goto(`/workspace/${world.spaceId}/teammates`);
    await page.getByRole('button', { name: 'افزودن عضو' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('نشانی‌های ایمیل');
    const stranger = `new-${Date.now()}@example.org`;
    await field.fill(`${person.email},`);
    await field.fill(person.email);
    await field.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('قبلاً اضافه شده است');
    await field.fill('no address');
    await field.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('معتبری نیست');
    await field.fill(stranger);
    await field.press('Enter');
    await dialog.getByRole('radio', { name: /ویرایشگر/ }).check();
    await dialog.getByRole('button', { name: 'افزودن ۲ نفر' }).click();
    await expect(dialog).toBeHidden();
    await expect(row(page, stranger)).toContainText('دعوت‌شده');
    await expect(row(page, person.email)).toContainText('پونه رستگار');

    // Another role, in its place.
    await row(page, person.email).getByRole('combobox').click();
    await page.getByRole('option', { name: 'بیننده' }).click();
    await expect(page.getByText('نقش پونه رستگار اکنون «بیننده» است')).toBeVisible();

    // Found by a part of the address, and no other member with it.
    const search = page.getByRole('searchbox', { name: 'جست‌وجوی نام یا ایمیل' });
    const across = async () => {
      const { x, width } = (await search.boundingBox()) ?? { x: 0, width: 0 };
      return { x: Math.round(x), width: Math.round(width) };
    };
    const letters = await across();
    await search.fill(person.email.slice(0, 12));
    // Latin letters move neither the field nor its room, and the button that empties it stands at the far side. The
    // page itself may scroll, as its list is shorter now.
    await expect(row(page, stranger)).toHaveCount(0); // the page has scrolled
    await expect.poll(across).toEqual(letters);
    const clear = page.getByRole('search').getByRole('button', { name: 'پاک کردن' });
    expect((await clear.boundingBox())?.x).toBeLessThan(letters.x);
    await clear.click();
    await expect(search).toHaveValue('');
    await expect(row(page, stranger)).toBeVisible();
    await search.fill(person.email.slice(0, 12));
    await expect(row(page, stranger)).toHaveCount(0);
    await expect(row(page, person.email)).toBeVisible();

    await row(page, person.email)
      .getByRole('button', { name: /گزینه‌های/ })
      .click();
    await page.getByRole('menuitem', { name: /حذف از فضای کاری/ }).click();
    await expect(page.getByRole('dialog').last()).toContainText('چیزی در این فضا به او تعلق ندارد');
    await page.getByRole('dialog').last().getByRole('button', { name: 'حذف عضو' }).click();
    await expect(page.getByText('پونه رستگار از فضای کاری حذف شد')).toBeVisible();
    await expect(row(page, person.email)).toHaveCount(0);
    await page.context().close();
  },
);

test('who goes leaves their drive to somebody', async ({ browser, world, viewport, isMobile }) => {
  const team = await Team.of(world);
  const { person, tokens } = await newcomer(world, 'بهرام', 'کاوه');
  await team.role('editor', person.email);
  const { workspaces } = await world.server.call<{ workspaces: { space_id: string; my_root_directory_id: string }[] }>(
    'GET',
    'storage/workspaces',
    undefined,
    tokens.access,
  );
  const my = workspaces.find(({ space_id: id }) => id === world.spaceId)?.my_root_directory_id;
  const body = { parent_id: my, directory_name: 'کارهای ناتمام' };
  await world.server.call('POST', `storage/space/${world.spaceId}/directory`, body, tokens.access);
  const page = await enter(browser, world, { viewport, isMobile }, team.admin, 'en');
  await page.goto(`/workspace/${world.spaceId}/teammates`);
  await row(page, person.email)
    .getByRole('button', { name: /More actions/ })
    .click();
  await page.getByRole('menuitem', { name: /Remove from workspace/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('0 files and 1 folders');
  await expect(dialog.getByRole('button', { name: 'Remove member' })).toBeDisabled();
  await dialog.getByRole('radio', { name: /Archive it/ }).check();
  await dialog.getByRole('button', { name: 'Remove member' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, person.email)).toHaveCount(0);
  await page.context().close();
});

test('a right that is lost takes its button along, without a reload', async ({
  browser,
  world,
  viewport,
  isMobile,
}) => {
  const team = await Team.of(world);
  const { person, tokens } = await newcomer(world);
  await team.role('editor', person.email);
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`نقشه‌ها ${isMobile} ${Date.now()}`);
  await drive.file('پلان.txt', 'پلان', folder);
  const page = await enter(browser, world, { viewport, isMobile }, tokens);
  const heard = page.waitForResponse((answer) => /\/api\/live\//.test(answer.url()) && answer.status() === 200);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list`);
  await expect(entry(page, 'پلان.txt')).toBeVisible();
  await expect(page.getByRole('button', { name: 'جدید', exact: true })).toBeVisible();
  await heard;
  await entry(page, 'پلان.txt').locator('[data-part=more]').click();
  await expect(page.getByRole('menuitem', { name: /^حذف/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await team.role('viewer', person.email);
  await expect(page.getByRole('button', { name: 'جدید', exact: true })).toBeHidden();
  await entry(page, 'پلان.txt').locator('[data-part=more]').click();
  await expect(page.getByRole('menuitem', { name: /^دانلود/ }).first()).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^(حذف|تغییر نام)/ })).toHaveCount(0);
  await expect(await menuItem(page, /^برش/)).toHaveCount(0);
  await page.keyboard.press('Escape');

  // Out of the workspace, out of its pages.
  await team.remove(person.email);
  await expect(page).toHaveURL(/\/workspace$/);
  await expect(page.getByText(/دیگر به فضای کاری .* دسترسی ندارید/)).toBeVisible();
  await page.context().close();
});

test('a page that one has no right to is not there', async ({ browser, world, viewport, isMobile }) => {
  const team = await Team.of(world);
  const { person, tokens } = await newcomer(world);
  await team.role('viewer', person.email);
  const page = await enter(browser, world, { viewport, isMobile }, tokens);
  for (const path of ['teammates', 'custom-roles', 'exposure', 'settings', 'trash']) {
    await page.goto(`/workspace/${world.spaceId}/${path}`);
    await expect(page).toHaveURL(/\/404$/);
  }
  await page.goto(`/workspace/${world.spaceId}`);
  if (isMobile) await page.getByRole('button', { name: 'بیشتر', exact: true }).click();
  await expect(page.getByText('نشان‌شده‌ها').first()).toBeVisible();
  for (const name of ['اعضا', 'نقش‌ها', 'دسترسی بیرونی', 'سطل بازیافت']) {
    await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  }
  await page.context().close();
});

test('a guest comes in by the way that was opened, and no further', async ({ browser, world, viewport, isMobile }) => {
  const team = await Team.of(world);
  const { person, tokens } = await newcomer(world, 'سحر', 'مرادی');
  const drive = await Drive.of(world.server, world.spaceId);
  const mark = `${Number(isMobile)} ${Date.now()}`;
  const outer = await drive.folder(`پیمان‌ها ${mark}`);
  const inner = await drive.folder('برای سحر', outer);
  await drive.folder('محرمانه', outer);
  await drive.file('فهرست.txt', 'فهرست', inner);

  // The administrator opens it in the dialog of sharing.
  const admin = await enter(browser, world, { viewport, isMobile }, team.admin);
  await admin.goto(`/workspace/${world.spaceId}/directory/${outer}?view=list`);
  await entry(admin, 'برای سحر').locator('[data-part=more]').click();
  await admin.getByRole('menuitem', { name: /^اشتراک‌گذاری/ }).click();
  const dialog = admin.getByRole('dialog').last();
  const field = dialog.getByLabel('افزودن افراد با نام یا ایمیل');
  await field.fill(person.email);
  await field.press('Enter');
  await dialog.getByRole('button', { name: 'افزودن', exact: true }).click();
  await expect(dialog.locator('[data-access=guest]').filter({ hasText: person.email })).toBeVisible();

  const page = await enter(browser, world, { viewport, isMobile }, tokens, 'en');
  await page.goto('/workspace');
  await page.getByRole('link', { name: /Shared with me/ }).click();
  await expect(page).toHaveURL(/\/Access\/Workspaces$/);
  await page.getByRole('link', { name: /برای سحر/ }).click();
  await expect(entry(page, 'فهرست.txt')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New', exact: true })).toHaveCount(0);

  // Above it only the way is seen.
  await page.goto(`/workspace/${world.spaceId}/directory/${outer}?view=list`);
  await expect(entry(page, 'برای سحر')).toBeVisible();
  await expect(entry(page, 'محرمانه')).toHaveCount(0);
  await page.goto(`/workspace/${world.spaceId}?view=list`);
  await entry(page, `پیمان‌ها ${mark}`).locator('[data-part=more]').click();
  await expect(page.getByRole('menuitem', { name: /^Open/ })).toBeVisible();
  await expect(page.getByRole('menuitem')).toHaveCount(1);

  // It ends where all that is open is seen.
  await admin.goto(`/workspace/${world.spaceId}/exposure`);
  await row(admin, person.email)
    .getByRole('button', { name: /حذف دسترسی/ })
    .click();
  await admin.getByRole('dialog').getByRole('button', { name: 'حذف', exact: true }).click();
  await expect(row(admin, person.email)).toHaveCount(0);
  await page.goto('/Access/Workspaces');
  await expect(page.getByText('Nothing shared with you yet')).toBeVisible();
  await admin.context().close();
  await page.context().close();
});

test('a role of one’s own is made, given, seen through and deleted', async ({ browser, world, viewport, isMobile }) => {
  const team = await Team.of(world);
  const { person } = await newcomer(world, 'مهسا', 'یگانه');
  await team.role('no_role', person.email);
  const drive = await Drive.of(world.server, world.spaceId);
  const mark = `${Number(isMobile)} ${Date.now()}`;
  const folder = await drive.folder(`فاکتورها ${mark}`);
  await drive.file('رسید.txt', 'رسید', folder);
  const page = await enter(browser, world, { viewport, isMobile }, team.admin);
  await page.goto(`/workspace/${world.spaceId}/custom-roles`);
  await page.getByRole('button', { name: 'نقش جدید' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'ساختن نقش' }).click();
  await expect(dialog.getByRole('alert').first()).toBeVisible();
  await dialog.getByLabel('نام نقش').fill(`حسابداری ${mark}`);
  // The permissions that it requires are ticked as well.
  await dialog.getByRole('checkbox', { name: 'فایل آپلود کند' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'فایل‌ها را ببیند و دانلود کند' })).toBeChecked();
  await dialog.getByRole('tab', { name: /افراد/ }).click();
  await dialog.getByLabel('افراد دارای این نقش').fill(person.email);
  await dialog.getByLabel('افراد دارای این نقش').press('Enter');
  await dialog.getByRole('tab', { name: /محدوده/ }).click();
  await dialog.getByRole('checkbox', { name: `انتخاب «فاکتورها ${mark}»` }).click();
  await dialog.getByRole('button', { name: 'ساختن نقش' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, `حسابداری ${mark}`).first()).toContainText('۱ نفر');

  // The list as the holder of the role sees it.
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list&details=access`);
  await page.getByRole('combobox', { name: 'مشاهده از دید یک عضو' }).click();
  await page.getByRole('option', { name: 'مهسا یگانه' }).click();
  await expect(page.getByText(/می‌تواند: ببیند/)).toBeVisible();
  await page.getByRole('button', { name: 'مشاهده از دید او' }).click();
  await expect(page.locator('[data-view-as]')).toContainText('مهسا یگانه');
  await expect(entry(page, 'رسید.txt')).toBeVisible();
  await expect(page.getByRole('button', { name: 'جدید', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'بازگشت به دید خودم' }).click();
  await expect(page.locator('[data-view-as]')).toHaveCount(0);

  await page.goto(`/workspace/${world.spaceId}/custom-roles`);
  await row(page, `حسابداری ${mark}`)
    .first()
    .getByRole('button', { name: /گزینه‌های نقش/ })
    .click();
  await page.getByRole('menuitem', { name: 'حذف نقش' }).click();
  await expect(page.getByRole('dialog')).toContainText('۱ نفر');
  await page.getByRole('dialog').getByRole('button', { name: 'حذف نقش' }).click();
  await expect(row(page, `حسابداری ${mark}`)).toHaveCount(0);
  await page.context().close();
});

test('two people in a folder see each other', async ({ browser, world, viewport, isMobile }) => {
  const team = await Team.of(world);
  const { person, tokens } = await newcomer(world, 'نیما', 'آذر');
  await team.role('editor', person.email);
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`با هم ${isMobile} ${Date.now()}`);
  const first = await enter(browser, world, { viewport, isMobile }, team.admin);
  const second = await enter(browser, world, { viewport, isMobile }, tokens, 'en');
  await first.goto(`/workspace/${world.spaceId}/directory/${folder}`);
  await second.goto(`/workspace/${world.spaceId}/directory/${folder}`);
  await expect(first.locator('[data-presence]')).toHaveAttribute('aria-label', /نیما آذر/);
  await expect(second.locator('[data-presence]')).toHaveAttribute('aria-label', /مینا رستمی/);
  await second.goto(`/workspace/${world.spaceId}/my`);
  await expect(first.locator('[data-presence]')).toHaveCount(0);
  await first.context().close();
  await second.context().close();
});

test('a public workspace is found, joined and left', async ({ browser, world, viewport, isMobile }) => {
  const team = await Team.of(world);
  const title = `باشگاه کوهنوردی ${Date.now()}`;
  const { space_id: spaceId } = await team.call<{ space_id: string }>('POST', 'storage/workspace', { title });
  const owner = await enter(browser, world, { viewport, isMobile }, team.admin);
  await owner.goto(`/workspace/${spaceId}/settings?tab=access`);
  await owner.getByRole('radio', { name: /عمومی/ }).check();
  await owner.getByRole('button', { name: 'ذخیره' }).click();
  await expect(owner.getByText('دسترسی فضای کاری ذخیره شد')).toBeVisible();

  const { tokens } = await newcomer(world);
  const page = await enter(browser, world, { viewport, isMobile }, tokens);
  await page.goto('/workspace/find');
  await page.getByRole('searchbox').fill(title);
  await page.getByRole('button', { name: `پیوستن به «${title}»` }).click();
  await expect(page).toHaveURL(new RegExp(`/workspace/${spaceId}/home$`));
  await page.goto('/workspace');
  await page.getByRole('button', { name: `گزینه‌های «${title}»` }).click();
  await page.getByRole('menuitem', { name: /ترک فضای کاری/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'ترک فضای کاری' }).click();
  await expect(page.getByRole('link', { name: title })).toHaveCount(0);
  await owner.context().close();
  await page.context().close();
});

test('what is open to the outside is closed from one place', async ({ browser, world, viewport, isMobile }) => {
  const team = await Team.of(world);
  const drive = await Drive.of(world.server, world.spaceId);
  const mark = `${Number(isMobile)} ${Date.now()}`;
  const folder = await drive.folder(`نمایشگاه ${mark}`);
  const file = await drive.file(`دعوت‌نامه ${mark}.txt`, mark, folder);
  const open = await drive.file(`پوستر ${mark}.txt`, mark);
  await drive.open(open);
  const base = `space/${world.spaceId}/directory/${folder}`;
  await team.call('POST', `download/${base}/file/${file}/temporary-link`, { title: `پیوند ${mark}` });
  await team.call('POST', `upload/${base}/box-link`, { title: `صندوق ${mark}`, duration: { value: 2, unit: 'day' } });
  const page = await enter(browser, world, { viewport, isMobile }, team.admin);

  // In the details of the folder itself.
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list&details=access`);
  await expect(page.locator('[data-box]')).toContainText(`صندوق ${mark}`);

  await page.goto(`/workspace/${world.spaceId}/exposure`);
  for (const [name, button] of [
    [`پیوند ${mark}`, /^حذف «/],
    [`صندوق ${mark}`, /^حذف «/],
    [`پوستر ${mark}.txt`, /^خصوصی کردن/],
  ] as const) {
    await row(page, name).getByRole('button', { name: button }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'حذف', exact: true }).click();
    await expect(row(page, name)).toHaveCount(0);
  }
  await page.context().close();
});
