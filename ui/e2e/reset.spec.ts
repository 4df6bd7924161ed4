import { expect, prefer, test } from './fixtures';
import { someone } from './people';

const words = {
  fa: {
    added: 'موارد اضافه‌شده در ۳۰ روز گذشته',
    remove: /^حذف .*در پشتی/,
    stays: /با لینک بازیابی حذف نمی‌شود/,
    password: 'رمز عبور جدید',
    repeat: 'تکرار رمز عبور جدید',
    save: 'ذخیرهٔ رمز عبور',
    done: 'رمز عبور تغییر کرد',
  },
  en: {
    added: 'Added in the last 30 days',
    remove: /^Remove .*در پشتی/,
    stays: /it can’t be removed with a reset link/,
    password: 'New password',
    repeat: 'Repeat new password',
    save: 'Save password',
    done: 'Password changed',
  },
};

for (const lang of ['fa', 'en'] as const) {
  test(
    `whoever replaces a password ends what others left behind: ${lang}`,
    { tag: `@${lang}` },
    async ({ page, world }) => {
      const w = words[lang];
      const nima = someone(`nima-${lang}-${Date.now()}`, 'نیما', 'صادقی');
      const { access } = await world.server.add(nima);
      const make = async (name: string) =>
        (await world.server.call<{ token: string }>('POST', 'accounts/api-tokens', { name }, access)).token;
      const [door, mine] = [await make('در پشتی'), await make('Backup')];
      await world.server.call('GET', 'accounts/two-factor/email', undefined, access);
      const token = await world.server.code(nima.email);
      await world.server.call('POST', 'accounts/two-factor/verify-email', { token }, access);
      await world.server.call('POST', 'accounts/v1/users/password/forgot', { login: nima.email });

      await prefer(page, lang);
      await page.goto(await world.server.mailed(nima.email, /(\/reset-password\?token=\w+)/));
      const list = page.getByRole('group', { name: w.added });
      await expect(list.getByRole('checkbox')).toHaveCount(2);
      await expect(list.getByText(w.stays)).toBeVisible();
      await list.getByRole('checkbox', { name: w.remove }).click();
      await expect(list.getByRole('checkbox', { name: w.remove })).toBeChecked();
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
      await page.getByLabel(w.password, { exact: true }).fill('Another-Horse-43');
      await page.getByLabel(w.repeat).fill('Another-Horse-43');
      await page.getByRole('button', { name: w.save }).click();
      await expect(page.getByRole('heading', { name: w.done })).toBeVisible();

      const spaces = (bearer: string) => world.server.call('GET', 'storage/workspaces', undefined, bearer);
      await expect(spaces(door)).rejects.toThrow('401');
      await spaces(mine);
    },
  );
}
