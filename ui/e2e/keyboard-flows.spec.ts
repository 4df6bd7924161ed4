import { expect, prefer, signIn, test } from './fixtures';
import { seedPlace, whoDoes } from './flows';
import { fileFlows } from './flows-files';
import { roomFlows } from './flows-rooms';
import { sharingFlows } from './flows-sharing';

for (const flow of [...fileFlows, ...sharingFlows, ...roomFlows]) {
  test(`without a pointer: ${flow.name}`, { tag: '@full' }, async ({ page, world }) => {
    const tokens = await whoDoes(flow, world);
    await signIn(page, tokens);
    await prefer(page, 'en');
    const place = await seedPlace(world, tokens);
    await page.goto(flow.path(place));
    await flow.run(page, place);
    // The next key has somewhere to go, also some frames later.
    const isLost = () => page.evaluate(() => document.activeElement?.matches('body, :disabled') ?? true);
    await expect.poll(isLost).toBe(false);
    await page.evaluate(async () => {
      for (let frames = 0; frames < 20; frames += 1) await new Promise(requestAnimationFrame);
    });
    expect(await isLost()).toBe(false);
  });
}
