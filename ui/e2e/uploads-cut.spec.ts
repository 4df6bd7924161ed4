import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import { Drive, forgetUnfinished } from './drive';
import { expect, prefer, signIn, test } from './fixtures';
import { choose } from './looks';
import { SilentLine } from './silent-line';

const MIB = 1024 * 1024;

const words = {
  fa: { go: 'آپلود', waits: 'در انتظار اتصال' },
  en: { go: 'Upload', waits: 'Waiting for a connection' },
};

for (const lang of ['fa', 'en'] as const) {
  test(
    `${lang}: an upload goes on at its next byte after the line went silent`,
    { tag: `@${lang}` },
    async ({ page, world }, info) => {
      test.slow(); // nothing is heard of a cut line: 24 seconds pass until it is given up
      await forgetUnfinished(world);
      const line = await SilentLine.to(world.server.url);
      try {
        await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
        await prefer(page, lang);
        await signIn(page, await world.server.session());
        const drive = await Drive.of(world.server, world.spaceId);
        const folder = await drive.folder(`cut ${lang} ${Date.now()}`);
        const content = randomBytes(14 * MIB);
        const path = info.outputPath('film.bin');
        await fs.writeFile(path, content);
        const completed = page.waitForResponse('**/api/upload/complete', { timeout: 120_000 });
        const parts: (string | null)[][] = [];
        page.on('request', (request) => {
          const { pathname, searchParams } = new URL(request.url());
          if (pathname.endsWith('/upload/parts')) {
            parts.push([searchParams.get('chunk_number'), searchParams.get('offset')]);
          }
        });

        await page.goto(`${line.url}/workspace/${world.spaceId}/directory/${folder}?view=list`);
        await page.locator('[data-state=empty]').first().waitFor();
        await choose(page, 'Alt+u', path);
        const before = line.arrived;
        line.cutAfter(3 * MIB, 3000);
        const row = page.locator('[data-tray] li').filter({ hasText: 'film.bin' });
        await expect(row).toContainText(words[lang].waits, { timeout: 60_000 });
        await expect(page.locator('[data-upload=UPLOAD_SUCCESS]')).toHaveCount(1, { timeout: 60_000 });
        await expect(row).not.toContainText(words[lang].waits);

        const resumed = parts.filter(([, offset]) => offset !== null);
        expect(resumed, JSON.stringify(parts)).toHaveLength(1);
        expect(Number(resumed[0]?.[1])).toBeGreaterThan(2 * MIB);
        // All the other calls of the page came through the line as well.
        expect(line.arrived - before).toBeLessThan(14.25 * MIB);
        const { file } = (await (await completed).json()) as { file: { file_id: string } };
        const route = `download/space/${world.spaceId}/directory/${folder}/file/${file.file_id}/direct`;
        const { access } = await world.server.session();
        const answer = await fetch(`${world.server.url}/api/${route}`, {
          headers: { Authorization: `Bearer ${access}` },
        });
        expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
      } finally {
        line.stop();
      }
    },
  );
}
