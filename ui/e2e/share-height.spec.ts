import { Drive } from './drive';
import { expect, prefer, test } from './fixtures';
import { still } from './looks';
import { newcomer, Team } from './people';
import { openDialog } from './sharing';

for (const lang of ['fa', 'en'] as const) {
  test(
    `the usual share dialog, two people and a link, does not scroll: ${lang}`,
    { tag: `@${lang}` },
    async ({ member: page, world, isMobile }) => {
      test.skip(isMobile, 'a phone scrolls');
      await prefer(page, lang);
      const drive = await Drive.of(world.server, world.spaceId);
      const folder = await drive.folder(`اشتراک ${Date.now()}`);
      const file = await drive.file('قرارداد همکاری.txt', 'متن', folder);
      const team = await Team.of(world);
      for (const last of ['یگانه‌فر', 'Northwood']) {
        const { person } = await newcomer(world, 'آرزو', last);
        await team.guest('viewer', file, 'file', person.email);
      }
      const base = `space/${world.spaceId}/directory/${folder}`;
      await team.call('POST', `download/${base}/file/${file}/temporary-link`, { title: 'قرارداد' });
      for (const width of [1440, 1024]) {
        await page.setViewportSize({ width, height: 900 });
        await openDialog(page, world, folder, 'قرارداد', lang === 'fa' ? /^اشتراک‌گذاری/ : /^Share/);
        const dialog = page.getByRole('dialog');
        await expect(dialog.locator('[data-access=guest]')).toHaveCount(2);
        await expect(dialog.locator('[data-link]')).toHaveCount(1);
        await still(page);
        const hidden = await dialog.evaluate((element) =>
          [element, ...element.querySelectorAll('*')]
            .filter((part) => ['auto', 'scroll'].includes(getComputedStyle(part).overflowY))
            .map((part) => part.scrollHeight - part.clientHeight),
        );
        expect(Math.max(0, ...hidden), `${width} px wide`).toBe(0);
        expect(hidden.length).toBeGreaterThan(0);
        const box = await dialog.boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
      }
    },
  );
}
