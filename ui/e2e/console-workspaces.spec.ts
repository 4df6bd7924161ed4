import { test } from './console-desk';
import { expect } from './fixtures';
import { expectAccessible } from './looks';

test('staff freeze a workspace, and delete and restore it', async ({ staff: page, isMobile }) => {
  await page.goto('/admin/workspaces');
  const list = page.getByRole(isMobile ? 'list' : 'table', { name: /^(فضاهای کاری|Workspaces)$/ });
  await expect(list.getByRole('link')).toHaveCount(2);
  await expectAccessible(page);
  await list.getByRole('link', { name: 'Alborz Studio' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText('Alborz Studio');
  await expectAccessible(page);

  const dialog = page.getByRole('dialog');
  const ask = async (item: RegExp) => {
    await page.getByRole('button', { name: /^(گزینه‌های|Actions for)/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await ask(/^(متوقف کردن…|Freeze…)$/);
  await dialog.getByRole('textbox').fill('بررسی قضایی');
  await dialog.getByRole('button', { name: /^(متوقف کردن|Freeze)$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(heading).toContainText(/متوقف‌شده|Frozen/);
  await expect(page.getByText('بررسی قضایی')).toBeVisible();

  await ask(/^(حذف فضای کاری…|Delete workspace…)$/);
  const remove = dialog.getByRole('button', { name: /^(حذف فضای کاری|Delete workspace)$/ });
  await expect(remove).toBeDisabled();
  await dialog.getByRole('textbox').first().fill('Alborz Studio');
  await dialog.getByRole('textbox').last().fill('درخواست مالک');
  await remove.click();
  await expect(dialog).toBeHidden();
  await expect(heading).toContainText(/حذف‌شده|Deleted/);

  await ask(/^(بازگرداندن…|Restore…)$/);
  await dialog.getByRole('textbox').fill('اشتباه بود');
  await dialog.getByRole('button', { name: /^(بازگرداندن|Restore)$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(heading).not.toContainText(/حذف‌شده|Deleted/);
});

test('members read why their workspace is frozen', async ({ staff: page, desk }) => {
  const { server, tokens } = desk;
  interface Mine {
    workspaces: { space_id: string }[];
  }
  const mine = await server.call<Mine>('GET', 'storage/workspaces', undefined, tokens.access);
  const id = mine.workspaces[0]?.space_id;
  await server.call('POST', `admin/workspaces/${id}/freeze`, { reason: 'Rent is due' }, tokens.access);
  await page.goto(`/workspace/${id}`);
  await expect(page.getByText('Rent is due')).toBeVisible();
  await expectAccessible(page);
});
