import { test } from './console-desk';
import { expect } from './fixtures';
import { expectAccessible } from './looks';
import type { Tokens } from './server';

test('staff find a person, disable the account with a reason and enable it again', async ({
  staff: page,
  isMobile,
}) => {
  await page.goto('/admin/people');
  const list = page.getByRole(isMobile ? 'list' : 'table', { name: /^(افراد|People)$/ });
  await expect(list.getByRole('link')).toHaveCount(2);
  await expectAccessible(page);
  if (isMobile) await list.getByRole('link', { name: /رضایی/ }).click();
  else {
    // The one field of the console, and the keys of the list.
    await page.keyboard.press('j');
    await expect(list.getByRole('link').first()).toBeFocused();
    await page.keyboard.press('/');
    await page.keyboard.type('ali@');
    const found = page.getByRole('list', { name: /^(نتایج جست‌وجو|Search results)$/ });
    await expect(found.getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('heading', { level: 1, name: /رضایی/ })).toBeVisible();
  await expectAccessible(page);

  const acts = page.getByRole('button', { name: /^(گزینه‌های|Actions for)/ });
  await acts.click();
  await page.getByRole('menuitem', { name: /^(غیرفعال کردن حساب…|Disable account…)$/ }).click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  const disable = dialog.getByRole('button', { name: /^(غیرفعال کردن حساب|Disable account)$/ });
  await disable.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('textbox').fill('از شرکت رفته است.');
  await disable.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/غیرفعال|Disabled/);
  // The log tells it, with the reason.
  await page.getByRole('tab', { name: /^(رویدادها|Events)$/ }).click();
  await expect(page.getByText('از شرکت رفته است.')).toBeVisible();

  await page.getByRole('button', { name: /^(فعال کردن حساب…|Enable account…)$/ }).click();
  await dialog.getByRole('textbox').fill('برگشت.');
  await dialog.getByRole('button', { name: /^(فعال کردن حساب|Enable account)$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText(/غیرفعال|Disabled/);
});

test('a file of people is shown with its errors before anything is sent', async ({ staff: page }) => {
  await page.goto('/admin/people');
  await page.getByRole('button', { name: /^(ورود از CSV|Import CSV)$/ }).click();
  const dialog = page.getByRole('dialog');
  const choose = (text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('نام,ایمیل\n=cmd(),mina@example.com\nرضا,ali@example.com\nنگار,negar@example.com');
  const rows = dialog.getByRole('list').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  const send = dialog.getByRole('button', { name: /^(ارسال|Send) / });
  await expect(send).toBeDisabled();
  await expectAccessible(page);
  await choose('email,name\nnegar@example.com,Negar');
  await expect(rows).toHaveCount(1);
  await send.click();
  await expect(dialog).toBeHidden();
});

test('staff create an account, and end one of its devices', async ({ staff: page, desk: { server } }) => {
  await page.goto('/admin/people');
  await page.getByRole('button', { name: /^(ایجاد حساب|Create account)$/ }).click();
  const dialog = page.getByRole('dialog');
  const make = dialog.getByRole('button', { name: /^(ایجاد حساب|Create account)$/ });
  await expect(make).toBeDisabled();
  await expectAccessible(page);
  const field = (name: RegExp) => dialog.getByLabel(name);
  await field(/^(نام|First name)$/).fill('Mina');
  await field(/^(نام خانوادگی|Last name)$/).fill('Rezaei');
  await field(/^(ایمیل|Email)$/).fill('ali@example.com');
  await dialog.getByRole('checkbox').click();
  await make.click();
  // The address is that of somebody else.
  await expect(dialog.getByRole('alert')).toBeVisible();
  await field(/^(ایمیل|Email)$/).fill('mina@example.com');
  await make.click();
  const link = await field(/^(لینک|Link)$/).inputValue();
  await expectAccessible(page);
  await dialog
    .getByRole('button', { name: /^(بستن|Close)$/ })
    .last()
    .click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: /Mina Rezaei/ })).toBeVisible();

  // The person chooses a password by that link, and signs in with it on two devices.
  const password = 'Correct-1-horse';
  const reset = { token: new URL(link).searchParams.get('token'), password };
  await server.call('POST', 'accounts/v1/users/password/reset', reset);
  const login = { login: 'mina@example.com', password };
  const first = await server.call<Tokens>('POST', 'accounts/v1/users/login', login);
  await server.call<Tokens>('POST', 'accounts/v1/users/login', login);
  await page.getByRole('tab', { name: /^(دسترسی‌ها|Access)$/ }).click();
  await page.reload();
  const end = page.getByRole('button', { name: /^(خروج از|Sign out of) .*Firefox/ });
  await expect(end).toHaveCount(2);
  await expectAccessible(page);
  await end.last().click();
  await dialog.getByRole('textbox').fill('گوشی گم شده است.');
  await dialog.getByRole('button', { name: /^(خروج|Sign out)$/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(end).toHaveCount(1);
  await expect(server.call('GET', 'accounts/v1/users/me', undefined, first.access)).rejects.toThrow(/401/);
});

test('the heads of the table sort people, and what is searched stays in the address', async ({ staff: page }) => {
  await page.goto('/admin/people');
  const table = page.getByRole('table', { name: /^(افراد|People)$/ });
  const first = table.getByRole('row').nth(1);
  await expect(table.getByRole('columnheader', { name: /^(عضو از|Joined)$/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await table.getByRole('button', { name: /^(ایمیل|Email)$/ }).click();
  await expect(page).toHaveURL(/sort=email(:|%3A)1/);
  await expect(first).toContainText('ali@example.com');
  await table.getByRole('button', { name: /^(ایمیل|Email)$/ }).click();
  await expect(first).not.toContainText('ali@example.com');
  await page
    .getByRole('searchbox', { name: /^(نام، ایمیل یا موبایل|Name, email or mobile|Name, email, or mobile)$/ })
    .fill('ali@');
  await expect(page).toHaveURL(/query=ali(@|%40)/);
  await expect(table.getByRole('link')).toHaveCount(1);
  await table.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Both usual acts are in sight, and the parts of the page are tabs of the address.
  await expect(
    page.getByRole('button', { name: /^(بستن همهٔ نشست‌ها…|Sign out everywhere…|End all sessions…)$/ }),
  ).toBeVisible();
  await expect(
    page.getByRole('button', { name: /^(ارسال لینک بازیابی رمز عبور…|Send a password reset link…)$/ }),
  ).toBeVisible();
  await page.getByRole('tab', { name: /^(رویدادها|Events)$/ }).click();
  await expect(page).toHaveURL(/tab=events/);
  await expectAccessible(page);
  await page.getByRole('link', { name: /^(بازگشت به افراد|Back to people)$/ }).click();
  await expect(page).toHaveURL(/query=ali(@|%40)/);
  await expect(page).not.toHaveURL(/person=|tab=/);
  await expect(table.getByRole('link')).toHaveCount(1);
});
