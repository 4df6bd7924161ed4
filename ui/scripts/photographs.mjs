// Pictures with the detail of photographs, without a photograph in the repository. Used by measure.mjs.

/** Runs in the page: noise that halves with each doubling of its frequency, as in pictures of nature. */
async function draw([seed, width, height]) {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = `hsl(${random() * 360} 40% 55%)`;
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = 'overlay';
  for (let cells = 3; cells <= 768; cells *= 2) {
    const rows = Math.max(2, Math.round((cells * height) / width));
    const layer = new OffscreenCanvas(cells, rows);
    const dots = new ImageData(cells, rows);
    for (let at = 0; at < dots.data.length; at += 4) {
      const light = random() * 255;
      const tint = cells < 24 ? 60 : 8;
      for (let n = 0; n < 3; n += 1) dots.data[at + n] = light + (random() - 0.5) * tint;
      dots.data[at + 3] = 255;
    }
    layer.getContext('2d').putImageData(dots, 0, 0);
    context.globalAlpha = 0.75 / Math.log2(cells);
    context.drawImage(layer, 0, 0, width, height);
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result.split(',')[1]));
    reader.readAsDataURL(blob);
  });
}

/** JPEGs of 1600 × 1200 and 1200 × 1600 pixels, the same in each run. */
export async function photographs(page, count) {
  const made = [];
  for (let n = 0; n < count; n += 1) {
    const sides = n % 3 === 2 ? [1200, 1600] : [1600, 1200];
    made.push(Buffer.from(await page.evaluate(draw, [n + 1, ...sides]), 'base64'));
  }
  return made;
}

/** A folder of photographs whose thumbnails are made. */
export async function album(context, drive, server, count) {
  const page = await context.newPage();
  const folder = await drive.folder('عکس‌ها');
  for (const [n, bytes] of (await photographs(page, count)).entries()) {
    await drive.file(`IMG_${String(n + 1).padStart(4, '0')}.jpg`, bytes, folder);
  }
  await page.close();
  const { access } = await server.session();
  const list = `storage/space/${drive.spaceId}/directory/${folder}?limit=100`;
  for (let tries = 0; tries < 300; tries += 1) {
    const text = JSON.stringify(await server.call('GET', list, undefined, access));
    if (text.split('"thumbnail":"ready"').length > count) return folder;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the thumbnails are not made');
}
