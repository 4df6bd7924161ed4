const viewport = { width: 1440, height: 900 };
const speed = 3000; // pixels a second: as a wheel goes that is turned without a pause
const seconds = 5;
const slack = 0.2; // the first frames come before the first turn of the wheel

const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The frames a second that a page draws while its list is scrolled by a wheel. */
async function frames(page) {
  const box = await page.locator('[data-scroller]').boundingBox();
  await page.evaluate(() => {
    window.stamps = [];
    const note = (at) => {
      window.stamps.push(at);
      window.ticking = requestAnimationFrame(note);
    };
    window.ticking = requestAnimationFrame(note);
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Input.synthesizeScrollGesture', {
    x: Math.round(box.x + box.width / 2),
    y: Math.round(box.y + box.height / 2),
    yDistance: -speed * (seconds + slack),
    speed,
    gestureSourceType: 'mouse',
  });
  await session.detach();
  const stamps = await page.evaluate(() => {
    cancelAnimationFrame(window.ticking);
    return window.stamps;
  });
  const took = (stamps.at(-1) - stamps[0]) / 1000;
  if (took < seconds) throw new Error(`the scroll took only ${took.toFixed(1)} s`);
  return (stamps.length - 1) / took;
}

const jump = (page, share) =>
  page.locator('[data-scroller]').evaluate((element, to) => {
    element.scrollTop = element.scrollHeight * to;
    return element.scrollTop;
  }, share);

/** As plain as a list can be: rows that stand where they are, without a line of script. */
const plain = `<!doctype html><style>
  body { margin: 0; font: 14px sans-serif }
  [data-scroller] { height: 100vh; overflow: auto; position: relative }
  p { position: absolute; margin: 0; inset-inline: 0; height: 48px }
</style><div data-scroller>${Array.from({ length: 1000 }, (_, n) => `<p style="top: ${n * 48}px">row ${n}</p>`).join('')}</div>`;

/** Scrolls the list at an address, and a plain page beside it, by turns; the medians of both and of their ratio. */
export async function scroll(context, address, rounds) {
  const list = await context.newPage();
  await list.setViewportSize(viewport);
  await list.goto(address);
  await list.locator('[data-index]').first().waitFor();
  const base = await context.newPage();
  await base.setViewportSize(viewport);
  await base.setContent(plain);
  const seen = { list: [], base: [] };
  for (let round = 0; round < rounds; round += 1) {
    await base.bringToFront();
    await jump(base, 0);
    seen.base.push(await frames(base));
    await list.bringToFront();
    const from = await jump(list, (round + 0.5) / (rounds + 1));
    await list.waitForTimeout(500);
    seen.list.push(await frames(list));
    const to = await list.locator('[data-scroller]').evaluate((element) => element.scrollTop);
    if (to - from < (speed * seconds) / 2) throw new Error(`the list went only from ${from} to ${to}`);
    await list.locator('[data-index] [data-part=name]').first().waitFor({ timeout: 5000 });
  }
  await list.close();
  await base.close();
  const ratios = seen.list.map((value, round) => value / seen.base[round]);
  return { list: middle(seen.list), base: middle(seen.base), ratio: middle(ratios), all: seen };
}
