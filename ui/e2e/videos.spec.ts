import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';

const words = {
  fa: {
    play: 'پخش',
    notFound: 'فایل پیدا نشد.',
    network: 'اتصال هنگام پخش قطع شد.',
    decode: 'این فایل آسیب دیده است و پخش نمی‌شود.',
    unsupported: 'مرورگر شما این قالب را پخش نمی‌کند.',
    retry: 'تلاش دوباره',
  },
  en: {
    play: /play/i,
    notFound: 'File not found.',
    network: 'The connection was lost during playback.',
    decode: 'This file is damaged and can’t be played.',
    unsupported: 'Your browser can’t play this format.',
    retry: /try again|retry/i,
  },
} as const;

/** A film of moving stripes, made by the browser itself. */
async function film(page: Page, seconds: number): Promise<Buffer> {
  await page.goto('/login');
  const bytes = await page.evaluate(async (length) => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 360;
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(15), { mimeType: 'video/webm;codecs=vp8' });
    const pieces: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    const paint = (frame: number) => {
      for (let at = 0; at < 16; at++) {
        if (context) context.fillStyle = `hsl(${(frame * 7 + at * 40) % 360} 80% 45%)`;
        context?.fillRect(at * 40, 0, 40, 360);
      }
    };
    // The first frame is no empty one.
    paint(0);
    recorder.start();
    for (let frame = 0; frame < length * 15; frame++) {
      paint(frame);
      await new Promise((resolve) => setTimeout(resolve, 66));
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(pieces).arrayBuffer())];
  }, seconds);
  return Buffer.from(bytes);
}

async function folderFor(world: World) {
  const drive = await Drive.of(world.server, world.spaceId);
  return { drive, folder: await drive.folder(`films ${Date.now()}-${Math.random()}`) };
}

/** The same film with whole frames spoilt at their beginnings, which no decoder overlooks. */
function spoilt(bytes: Buffer): Buffer {
  const start = Buffer.from([0x9d, 0x01, 0x2a]);
  const made = Buffer.from(bytes);
  for (let at = made.indexOf(start); at >= 0; at = made.indexOf(start, at + 1)) made.fill(0, at - 3, at + 3);
  return made;
}

/** Lets go of files over the list. */
async function drop(page: Page, files: { name: string; type: string; buffer: Buffer }[]) {
  const transfer = await page.evaluateHandle(
    (dropped) => {
      const made = new DataTransfer();
      for (const { name, type, bytes } of dropped) made.items.add(new File([new Uint8Array(bytes)], name, { type }));
      return made;
    },
    files.map(({ name, type, buffer }) => ({ name, type, bytes: [...buffer] })),
  );
  await page.locator('[data-state], [data-entries]').first().dispatchEvent('drop', { dataTransfer: transfer });
}

test('an uploaded video gets its picture from the browser', async ({ member: page, world }) => {
  await prefer(page, 'en');
  const { folder } = await folderFor(world);
  const buffer = await film(page, 1);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=grid`);
  await page.locator('[data-state], [data-entries]').first().waitFor();
  const given = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/thumbnail'),
  );
  await drop(page, [
    { name: 'stripes.webm', type: 'video/webm', buffer },
    { name: 'no film.mp4', type: 'video/mp4', buffer: Buffer.from('these are no frames') },
  ]);
  const answer = await given;
  expect(answer.status()).toBe(204);
  const entry = page.locator('[data-index]').filter({ hasText: 'stripes.webm' });
  const picture = entry.locator('img');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(90);
  // Stripes have colours: the picture is no black one.
  const colour = await picture.evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement('canvas');
    canvas.width = 1;
    canvas.height = 1;
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0, 1, 1);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
  });
  expect(Math.max(...colour)).toBeGreaterThan(40);
  await expect(page.locator('[data-index]').filter({ hasText: 'no film.mp4' }).locator('img')).toHaveCount(0);
});

for (const lang of ['fa', 'en'] as const) {
  const w = words[lang];

  test(
    `${lang}: a video says why it is not played`,
    { tag: [`@${lang}`, '@full'] },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const { drive, folder } = await folderFor(world);
      const whole = await film(page, 3);
      const open = async (name: string, content: Uint8Array) => {
        const file = await drive.file(name, content, folder);
        await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`);
      };
      const alert = page.getByRole('alert');

      await open('none.mp4', Buffer.from('these are no frames'));
      await expect(alert).toContainText(w.unsupported);

      await open('spoilt.webm', spoilt(whole));
      await expect(alert).toContainText(w.decode);

      // The address ran out while the page was open.
      const contents = '**/api/download/content/**';
      await page.route(contents, (route) => route.fulfill({ status: 404, json: { error_code: 'link_expired' } }));
      await open('missing.webm', whole);
      await expect(alert).toContainText(w.notFound);
      await page.unroute(contents);

      await page.route(contents, (route) => route.abort('connectionreset'));
      await open('cut.webm', Buffer.concat([whole, Buffer.from('more')]));
      await expect(alert).toContainText(w.network);
      await page.unroute(contents);
      await alert.getByRole('button', { name: w.retry }).click();
      await expect(page.locator('video')).toBeVisible();
      await expect
        .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
        .toBeGreaterThan(1);
    },
  );
}
