import { test } from './console-desk';
import { buyer } from './console-samples';
import { expect, prefer } from './fixtures';
import { expectAccessible } from './looks';
import { owner } from './server';

const texts = {
  fa: {
    acts: /^گزینه‌های/,
    ask: 'غیرفعال کردن حساب…',
    act: 'غیرفعال کردن حساب',
    proof: 'تأیید هویت',
    password: 'رمز عبور شما',
    confirm: 'تأیید',
    wrong: /رمز عبور .*(درست|اشتباه|نادرست)/,
    state: 'غیرفعال',
  },
  en: {
    acts: /^Actions for/,
    ask: 'Disable account…',
    act: 'Disable account',
    proof: 'Confirm it’s you',
    password: 'Your password',
    confirm: 'Confirm',
    wrong: 'The password is incorrect.',
    state: 'Disabled',
  },
} as const;

for (const lang of ['fa', 'en'] as const)
  test(`a dangerous act of staff asks for a new proof of who they are, in ${lang} @${lang}`, async ({
    staff: page,
    desk: { server, tokens },
  }) => {
    await prefer(page, lang);
    const words = texts[lang];
    interface People {
      people: { user_id: string; email: string; state: string }[];
    }
    const find = async () => {
      const { people } = await server.call<People>('GET', 'admin/people', undefined, tokens.access);
      return people.find(({ email }) => email === buyer.email);
    };
    // The session is as old as the server says: each try is refused until the proof was given.
    let proven = false;
    await page.route('**/api/admin/people/*/disable', (route) =>
      proven
        ? route.continue()
        : route.fulfill({ status: 403, json: { error_code: 'reauthentication_required', message: '' } }),
    );
    page.on('response', (answer) => {
      if (answer.url().includes('/reauthenticate') && answer.request().method() === 'POST') proven ||= answer.ok();
    });

    await page.goto(`/admin/people?person=${(await find())?.user_id}`);
    const begin = async () => {
      await page.getByRole('button', { name: words.acts }).click();
      await page.getByRole('menuitem', { name: words.ask, exact: true }).click();
    };
    await begin();
    const dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: words.act, exact: true }) });
    await dialog.getByRole('textbox').fill('Left the company');
    await dialog.getByRole('button', { name: words.act, exact: true }).click();
    const proof = page.getByRole('dialog', { name: words.proof });
    await expect(proof).toBeVisible();
    await expectAccessible(page);

    // Those who close it did nothing, and their reason is still there.
    await page.keyboard.press('Escape');
    await expect(proof).toHaveCount(0);
    await expect(dialog.getByRole('textbox')).toHaveValue('Left the company');
    expect((await find())?.state).toBe('active');

    await dialog.getByRole('button', { name: words.act, exact: true }).click();
    await proof.getByLabel(words.password, { exact: true }).fill('Wrong-Horse-1');
    await proof.getByRole('button', { name: words.confirm, exact: true }).click();
    await expect(proof.getByText(words.wrong)).toBeVisible();
    await proof.getByLabel(words.password, { exact: true }).fill(owner.password);
    await proof.getByRole('button', { name: words.confirm, exact: true }).click();
    await expect(proof).toHaveCount(0);
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(words.state);
    await expect.poll(async () => (await find())?.state).toBe('disabled');
  });
