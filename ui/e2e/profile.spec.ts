import type { Page } from '@playwright/test';
import { expect, prefer, signIn, test, type World } from './fixtures';
import { someone } from './people';
import { samples } from './samples';
import { Server, type Person, type Tokens } from './server';

interface Me {
  avatar: string | null;
  theme: string;
  language: string;
  email: string;
  mobile: string;
}

/** Signs a new user in and opens their settings. */
async function enter(page: Page, { server }: World, person: Person, tab = 'general'): Promise<Tokens> {
  const tokens = await server.add(person);
  await signIn(page, tokens);
  await page.goto(`/account/settings?tab=${tab}`);
  return tokens;
}

const meOf = ({ server }: World, { access }: Tokens) =>
  server.call<Me>('GET', 'accounts/v1/users/me', undefined, access);

test('the person can change their names', async ({ page, world }) => {
  await enter(page, world, someone('names', 'سارا', 'محمدی'));
  await page.getByLabel('نام خانوادگی').fill('ی');
  await page.getByRole('button', { name: 'ذخیره', exact: true }).click();
  await expect(page.getByText('حداقل ۳ نویسه وارد کنید.')).toBeVisible();
  await page.getByLabel('نام خانوادگی').fill('محمدی‌نژاد');
  await page.getByRole('button', { name: 'ذخیره', exact: true }).click();
  await expect(page.getByText('ذخیره شد')).toBeVisible();
  await page.getByRole('button', { name: 'حساب کاربری' }).click();
  await expect(page.getByText('سارا محمدی‌نژاد')).toBeVisible();
});

test(
  'a picture is cut by keyboard and pointer, shown everywhere and taken away',
  { tag: '@phone' },
  async ({ page, world, browser }) => {
    const tokens = await enter(page, world, someone('picture', 'مریم', 'کاظمی'));
    const chooser = page.locator('input[type=file]');
    await chooser.setInputFiles({ name: 'notes.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await expect(page.getByText('فقط تصویر PNG یا JPEG')).toBeVisible();
    await chooser.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(page.getByText('این تصویر خوانده نمی‌شود')).toBeVisible();
    await page.keyboard.press('Escape');

    const { images } = await samples(browser);
    const picture = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(images[0] ?? []) };
    await chooser.setInputFiles(picture);
    const frame = page.getByRole('application');
    const shown = frame.locator('img');
    await expect(shown).toBeVisible();
    const placeOf = () => shown.evaluate((image) => getComputedStyle(image).insetInlineStart);
    const before = await placeOf();
    await frame.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(placeOf).not.toBe(before);
    const zoom = page.getByRole('slider', { name: 'بزرگ‌نمایی' });
    await page.keyboard.press('+');
    await expect(zoom).not.toHaveValue('1');
    const box = await frame.boundingBox();
    if (!box) throw new Error('the frame is not shown');
    const moved = await placeOf();
    await page.mouse.move(box.x + 100, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 130, box.y + 110, { steps: 3 });
    await page.mouse.up();
    await expect.poll(placeOf).not.toBe(moved);
    await page.getByRole('button', { name: 'ذخیرهٔ تصویر' }).click();

    await expect(page.getByRole('dialog')).toHaveCount(0);
    const face = page.getByRole('button', { name: 'حساب کاربری' }).locator('img');
    await expect(face).toBeVisible();
    await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect((await meOf(world, tokens)).avatar).toBeTruthy();

    await page.getByRole('button', { name: 'حذف تصویر' }).click();
    await expect(face).toHaveCount(0);
    expect((await meOf(world, tokens)).avatar).toBeNull();
  },
);

test('an email is changed by a code that comes there', async ({ page, world }) => {
  const tokens = await enter(page, world, someone('before', 'نرگس', 'امینی'));
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'تغییر ایمیل' }).click();
  await dialog.getByLabel('ایمیل جدید').fill('nobody');
  await dialog.getByRole('button', { name: 'ارسال کد' }).click();
  await expect(dialog.getByText('نشانی ایمیل معتبری وارد کنید.')).toBeVisible();
  await dialog.getByLabel('ایمیل جدید').fill('after@example.com');
  await dialog.getByRole('button', { name: 'ارسال کد' }).click();

  const code = await world.server.code('after@example.com');
  const field = dialog.getByRole('textbox', { name: 'کد شش‌رقمی' });
  await field.fill(code === '111111' ? '222222' : '111111');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByRole('timer')).toHaveText(/^ارسال دوباره تا [۰-۹]:[۰-۹]{2} دیگر$/);
  expect((await meOf(world, tokens)).email).toBe('before@example.com');

  // A pending address can be confirmed later.
  await page.keyboard.press('Escape');
  await expect(page.getByText('در انتظار تأیید')).toContainText('after@example.com');
  await page.getByRole('button', { name: 'وارد کردن کد' }).click();
  await field.fill(code);
  await expect(page.getByText('ایمیل شما تأیید شد')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect((await meOf(world, tokens)).email).toBe('after@example.com');

  // A change that waits is taken back.
  await page.getByRole('button', { name: 'تغییر ایمیل' }).click();
  await dialog.getByLabel('ایمیل جدید').fill('never@example.com');
  await dialog.getByRole('button', { name: 'ارسال کد' }).click();
  await expect(field).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /لغو تغییر به/ }).click();
  await expect(page.getByText('در انتظار تأیید')).toHaveCount(0);
  await expect(page.getByText('after@example.com')).toBeVisible();
});

test('a mobile number is added by a text message, in any digits', async ({ page, world }) => {
  const tokens = await enter(page, world, someone('mobile', 'رضا', 'کریمی'));
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'افزودن شمارهٔ موبایل' }).click();
  await dialog.getByLabel('شمارهٔ جدید').fill('۰۹۱۲۵۵۵۰۱۰۱');
  await dialog.getByRole('button', { name: 'ارسال کد' }).click();
  const code = await world.server.code('09125550101');
  const persian = code.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)] ?? '');
  await dialog.getByRole('textbox', { name: 'کد شش‌رقمی' }).fill(persian);
  await expect(page.getByText('شمارهٔ موبایل شما تأیید شد')).toBeVisible();
  await expect(page.getByText('۰۹۱۲۵۵۵۰۱۰۱')).toBeVisible();
  expect((await meOf(world, tokens)).mobile).toBe('09125550101');
});

test('language and theme stay with the account, wherever they are chosen', async ({ page, world }) => {
  const tokens = await enter(page, world, someone('taste', 'لیلا', 'صادقی'));
  await page.getByRole('button', { name: 'ظاهر' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'تیره' }).click();
  await expect.poll(async () => (await meOf(world, tokens)).theme).toBe('dark');
  await page.getByRole('main').getByText('خودکار').click();
  await expect.poll(async () => (await meOf(world, tokens)).theme).toBe('');
  await page.getByRole('main').getByText('English').click();
  await expect(page.getByRole('heading', { name: 'Language, theme, and start' })).toBeVisible();
  await expect.poll(async () => (await meOf(world, tokens)).language).toBe('en');
});

test('a promotion code works once', async ({ page }) => {
  // The section is shown only where space is limited.
  const server = await Server.start('--workspace-limit=1GB');
  const tokens = await server.setUp('Kian’s files');
  await server.shell(['promotion', 'add', '--storage', '1GB', 'SPRING-1405']);
  await prefer(page, 'en');
  await signIn(page, tokens);
  await page.goto(`${server.url}/account/settings`);
  await page.getByLabel('Promotion code').fill('WINTER-1404');
  await page.getByRole('button', { name: 'Apply code' }).click();
  await expect(page.getByText('The promotion code isn’t valid.')).toBeVisible();
  await page.getByLabel('Promotion code').fill('spring-1405');
  await page.getByRole('button', { name: 'Apply code' }).click();
  await expect(page.getByText('You have more space now')).toBeVisible();
  await expect(page.getByText('1 GB of extra space')).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 GB of extra space')).toBeVisible();
  await server.stop();
});
