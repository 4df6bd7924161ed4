import { expect, test } from './fixtures';
import { letTimePass } from './waits';

test('the steps of a new workspace are those of Back, and a reload keeps what was entered', async ({
  member: page,
}) => {
  await page.goto('/workspace');
  await page.goto('/workspace/create');
  const name = `نامی دراز ${'که پایان ندارد '.repeat(3)}${Date.now()}`;
  const next = page.getByRole('button', { name: 'ادامه' });
  await page.getByLabel('نام فضای کاری').fill(name);
  await next.click();
  await expect(page).toHaveURL(/step=2/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const preview = page.getByRole('img', { name: 'پیش‌نمایش' });
  const inside = await preview.evaluate((box) =>
    [...box.querySelectorAll('*')].every((part) => {
      const [a, b] = [part.getBoundingClientRect(), box.getBoundingClientRect()];
      return part.tagName === 'BDI' || (a.left >= b.left - 1 && a.right <= b.right + 1);
    }),
  );
  expect(inside).toBe(true);
  await next.click();
  await expect(page).toHaveURL(/step=3/);
  await page.goBack();
  await expect(page).toHaveURL(/step=2/);
  await page.goBack();
  await expect(page.getByLabel('نام فضای کاری')).toHaveValue(name);
  await page.goForward();
  await page.reload();
  await expect(preview).toBeVisible();
  await page.getByRole('button', { name: 'بازگشت' }).click();
  await expect(page.getByLabel('نام فضای کاری')).toHaveValue(name);
  // The button leads back as the browser does, and not on.
  await page.goBack();
  await expect(page).toHaveURL(/\/workspace$/);
});

test('an error under one of two fields leaves the other where it is', async ({ page, world }) => {
  await page.goto(`${world.server.url}/signup?invitation=x`);
  const first = page.getByLabel('نام', { exact: true });
  const last = page.getByLabel('نام خانوادگی');
  await last.fill('رضایی');
  await last.press('Enter');
  await expect(first).toHaveAttribute('aria-invalid', 'true');
  const [a, b] = [await first.boundingBox(), await last.boundingBox()];
  if ((page.viewportSize()?.width ?? 0) >= 640) expect(a?.y).toBe(b?.y);
});

test('the settings of a workspace throw nothing', async ({ member: page, world }) => {
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(String(error)));
  const settings = `/workspace/${world.spaceId}/settings`;
  for (const path of [settings, `${settings}?tab=appearance`, `${settings}?tab=access`]) {
    await page.goto(path);
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await letTimePass(page, 1000, 'what is thrown comes after the part is shown');
  }
  for (const name of ['ظاهر', 'دسترسی', 'عمومی']) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    await letTimePass(page, 1000, 'what is thrown comes after the part is shown');
  }
  expect(thrown).toEqual([]);
});
