import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Drive, forgetUnfinished } from './drive';
import { expect, prefer, test } from './fixtures';
import { choose } from './looks';

const MIB = 1024 * 1024;

/** Bytes that never repeat, the same for the same seed. */
function bytesOf(seed: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 32) {
    createHash('sha256').update(`${seed} ${at}`).digest().copy(bytes, at);
  }
  return bytes;
}

/** Counts the bytes of all bodies that the page sends to the upload calls. */
async function countSent(page: Page): Promise<() => Promise<{ calls: string[]; bytes: number }>> {
  await page.addInitScript(() => {
    const seen = { calls: [] as string[], bytes: 0 };
    Reflect.set(window, 'sentByUploads', seen);
    // oxlint-disable-next-line typescript/unbound-method -- called with its own receiver below
    const { open, send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, method: string, url: string | URL) {
      Reflect.set(this, 'called', String(url));
      open.call(this, method, url, true);
    };
    XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, body?: XMLHttpRequestBodyInit | null) {
      const name = /upload\/(\w+)/.exec(String(Reflect.get(this, 'called')))?.[1];
      if (name) seen.calls.push(name);
      if (name && body instanceof Blob) seen.bytes += body.size;
      send.call(this, body);
    };
  });
  return () => page.evaluate(() => Reflect.get(window, 'sentByUploads') as { calls: string[]; bytes: number });
}

const words = {
  fa: { go: 'آپلود', done: /نسخهٔ جدید.*فقط\s.*\sارسال\sشد/ },
  en: { go: 'Upload', done: /new version.*only\s.*\swas\ssent/ },
};

for (const lang of ['fa', 'en'] as const) {
  test(
    `${lang}: of a large file that was changed only the changes go up`,
    { tag: `@${lang}` },
    async ({ member: page, world }, info) => {
      await forgetUnfinished(world);
      await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
      await prefer(page, lang);
      const sent = await countSent(page);
      const drive = await Drive.of(world.server, world.spaceId);
      const folder = await drive.folder(`changes ${lang} ${Date.now()}`);
      const old = bytesOf(Date.now(), 24 * MIB);
      const id = await drive.file('disk.img', old, folder);
      const changed = Buffer.concat([
        old.subarray(0, 9 * MIB + 11),
        Buffer.from('new words'),
        old.subarray(9 * MIB + 11),
      ]);
      const path = info.outputPath('disk.img');
      await fs.writeFile(path, changed);

      await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=list`);
      await page.locator('[data-entries]').first().waitFor();
      await choose(page, 'Alt+u', path);
      await page.getByRole('dialog').getByRole('button', { name: words[lang].go, exact: true }).click();
      const row = page.locator('[data-tray] li').filter({ hasText: 'disk.img' });
      await expect(row).toContainText(words[lang].done);
      await expect(page.locator('[data-upload=UPLOAD_SUCCESS]')).toHaveCount(1);

      const { calls, bytes } = await sent();
      expect(calls).toEqual(['recipe']);
      expect(bytes).toBeGreaterThan(9);
      expect(bytes).toBeLessThan(150 * 1024);

      const { access } = await world.server.session();
      const answer = await fetch(
        `${world.server.url}/api/download/space/${world.spaceId}/directory/${folder}/file/${id}/direct`,
        { headers: { Authorization: `Bearer ${access}` } },
      );
      expect(Buffer.from(await answer.arrayBuffer()).equals(changed)).toBe(true);
    },
  );
}
