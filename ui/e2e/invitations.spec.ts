import { Drive } from './drive';
import { expect, test } from './fixtures';
import { enter, someone, Team } from './people';
import { Server } from './server';

// What each invitation waits for, in words, with what can be done about it.
for (const lang of ['fa', 'en'] as const) {
  const say = <T>(fa: T, en: T) => (lang === 'fa' ? fa : en);

  test(
    `the members page lists every invitation with what it waits for, in ${lang}`,
    { tag: ['@phone', `@${lang}`] },
    async ({ browser, viewport, isMobile }) => {
      const server = await Server.start('--signup=open');
      try {
        const { space_id: spaceId, ...tokens } = await server.setUp('شرکت پارس‌نگار');
        const world = { server, spaceId, tokens };
        const team = await Team.of(world);
        const waiting = someone('kian', 'کیان', 'فرهمند');
        const member = someone('laleh', 'لاله', 'کریمی');
        await server.signUp(waiting);
        const joined = await server.signUp(member);
        await team.call('PUT', `storage/workspace/${spaceId}/access`, { access: 'public', default_role: 'viewer' });
        await server.call('POST', `storage/workspace/${spaceId}/join`, undefined, joined.access);
        await team.role('editor', 'nobody@example.com', waiting.email);
        await team.role('admin', member.email);

        const page = await enter(browser, world, { viewport, isMobile }, team.admin, lang);
        await page.goto(`/workspace/${spaceId}/teammates`);
        const main = page.getByRole('main');
        await expect(main).toContainText(say('۳ دعوت در انتظار', '3 pending invitations'));
        await page.getByRole('combobox', { name: say('نقش', 'Role'), exact: true }).click();
        await page.getByRole('option', { name: say('دعوت‌های در انتظار', 'Pending invitations') }).click();
        const rows = page.getByRole('list', { name: say('اعضا', 'Members') }).locator('> li');
        await expect(rows).toHaveCount(3);
        const row = (email: string) => rows.filter({ hasText: email });
        await expect(row('nobody@')).toContainText(say('هنوز حساب نساخته است.', 'Hasn’t created an account yet.'));
        await expect(row(waiting.email)).toContainText(
          say(
            'حسابی با این ایمیل وجود دارد که هنوز آن را تأیید نکرده است.',
            'An account uses this address but hasn’t verified it yet.',
          ),
        );
        await expect(row(member.email)).toContainText(
          say(
            'عضو است و پس از تأیید ایمیل، نقش «مدیر» را می‌گیرد.',
            'Already a member. Gets the role “Admin” after verifying this address.',
          ),
        );
        // Whatever the width, the words are whole and nothing stands beside the page.
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide).toBeLessThanOrEqual(0);

        // The account that waits gets another letter, or its person a link by hand.
        const choose = async (email: string, name: string) => {
          // A pointer over the toasts would keep them, over the rows of a phone.
          await page.mouse.move(0, 0);
          await row(email)
            .getByRole('button', { name: say('گزینه‌های', 'More actions for') })
            .click();
          await page.getByRole('menuitem', { name }).click();
        };
        const dialog = page.getByRole('dialog');
        await choose(waiting.email, say('دعوت دوباره…', 'Invite again…'));
        await dialog.getByRole('button', { name: say('ارسال دوبارهٔ دعوت‌نامه', 'Send the invitation again') }).click();
        await expect(
          page.getByText(
            say(/دعوت‌نامه دوباره به .*kian@example.com.* ارسال می‌شود/, /on its way to .*kian@example.com.* again/),
          ),
        ).toBeVisible();
        await dialog.getByRole('button', { name: say('کپی لینک دعوت', 'Copy the invitation link') }).click();
        await expect(dialog.getByRole('textbox', { name: waiting.email })).toHaveValue(
          /\/invitation\?code=[A-Z0-9]{26}$/,
        );
        await dialog.getByRole('button', { name: say('تمام', 'Done') }).click();

        // Withdrawn, the invitation is gone and the member stays.
        const withdraw = async (email: string, text: string) => {
          await choose(email, say('لغو دعوت…', 'Withdraw invitation…'));
          const ask = page.getByRole('dialog', {
            name: say(/^دعوت .+ لغو شود؟$/, /^Withdraw the invitation for .+\?$/),
          });
          await expect(ask).toContainText(email);
          await expect(ask).toContainText(text);
          await ask.getByRole('button', { name: say('لغو دعوت', 'Withdraw invitation') }).click();
          await expect(ask).toBeHidden();
          await expect(row(email)).toHaveCount(0);
        };
        await withdraw(
          member.email,
          say('با نقشی که اکنون دارد عضو می‌ماند.', 'They stay a member with the role they have now.'),
        );
        await withdraw('nobody@example.com', say('دیگر کار نخواهد کرد', 'will no longer work'));
        await expect(rows).toHaveCount(1);
        await expect(main).toContainText(say('۱ دعوت در انتظار', 'one pending invitation'));
        await page.getByRole('combobox', { name: say('نقش', 'Role'), exact: true }).click();
        await page.getByRole('option', { name: say('همهٔ نقش‌ها', 'All roles') }).click();
        await expect(row(member.email)).toHaveCount(1);
        await expect(row(member.email)).toContainText(say('بیننده', 'Viewer'));

        // A guest who waits is invited again where all access from outside is listed.
        const drive = await Drive.of(server, spaceId);
        await team.guest('viewer', await drive.folder('Offers'), 'directory', 'roya@example.com');
        await page.goto(`/workspace/${spaceId}/exposure`);
        const guest = main.getByRole('listitem').filter({ hasText: 'roya@example.com' });
        await expect(guest).toContainText(
          say('هنوز با این ایمیل وارد نشده است.', 'Hasn’t signed in with this address yet.'),
        );
        await guest.getByRole('button', { name: say('دعوت دوباره', 'Invite') }).click();
        await dialog.getByRole('button', { name: say('کپی لینک دعوت', 'Copy the invitation link') }).click();
        await expect(dialog.getByRole('textbox', { name: 'roya@example.com' })).toHaveValue(
          /\/invitation\?code=[A-Z0-9]{26}$/,
        );
        await dialog.getByRole('button', { name: say('تمام', 'Done') }).click();
      } finally {
        await server.stop();
      }
    },
  );
}
