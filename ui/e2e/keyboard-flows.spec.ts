import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { fileFlows, type Place } from './flows-files';
import { roomFlows } from './flows-rooms';

let made = 0;

async function seed({ server, spaceId }: World): Promise<Place> {
  const drive = await Drive.of(server, spaceId);
  made += 1;
  const id = await drive.folder(`flow-${Date.now()}-${made}`);
  await drive.file('alpha.txt', 'first', id);
  await drive.file('beta.txt', 'second', id);
  await drive.folder('docs', id);
  return { space: `/workspace/${spaceId}`, folder: `/workspace/${spaceId}/directory/${id}?view=list&sort=name:1` };
}

for (const flow of [...fileFlows, ...roomFlows]) {
  test(`without a pointer: ${flow.name}`, { tag: '@full' }, async ({ member: page, world }) => {
    await prefer(page, 'en');
    const place = await seed(world);
    await page.goto(flow.path(place));
    await flow.run(page, place);
    // The next key has somewhere to go.
    await expect
      .poll(() => page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body))
      .toBe(true);
  });
}
