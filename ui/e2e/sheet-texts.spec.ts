import type { Locator, Page } from '@playwright/test';
import { Drive } from './drive';
import { editorOf } from './editor-samples';
import { expect, prefer, test, type World } from './fixtures';
import { centered, workbookOf } from './workbooks';

const persian = 'این نوشتهٔ فارسی از خانهٔ خودش بلندتر است';
const latin = 'this Latin text is longer than its own cell';
const centre = {
  attrs: `t="inlineStr" ${centered()}`,
  xml: '<is><t>centred text that is longer than its own cell</t></is>',
};

/** Texts that are longer than their cells: alone, beside a neighbour on each side, and in the middle. */
const sheet = (rtl: boolean) =>
  workbookOf(
    {
      F1: persian,
      F2: latin,
      // Where each of them goes on, a neighbour stands.
      [rtl ? 'G3' : 'E3']: 'x',
      F3: persian,
      [rtl ? 'E4' : 'G4']: 'x',
      F4: latin,
      F5: centre,
      E6: 'x',
      F6: centre,
      F7: 'مبلغ',
    },
    { rtl },
  );

async function places(world: World, rtl: boolean): Promise<Record<'preview' | 'editor', string>> {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`texts ${rtl} ${Date.now()}`);
  const file = await drive.file('texts.xlsx', sheet(rtl), folder);
  return {
    preview: `/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`,
    editor: editorOf(world, folder, file),
  };
}

interface Box {
  readonly left: number;
  readonly right: number;
}

const boxOf = async (place: Locator): Promise<Box> =>
  place.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return { left, right };
  });

/** A cell, its text, and the part of it that is seen. */
async function measured(page: Page, row: number) {
  const cell = page.locator(`#cell-${row}-6`);
  const [own, text, seen] = [
    await boxOf(cell),
    await boxOf(cell.locator('bdi')),
    await boxOf(cell.locator('bdi').locator('..')),
  ];
  return { own, text, seen: { left: Math.max(text.left, seen.left), right: Math.min(text.right, seen.right) } };
}

const PADDING = 12;

for (const rtl of [false, true]) {
  for (const where of ['preview', 'editor'] as const) {
    test(`${where}: a text is held at its own cell and runs its own way, ${rtl ? 'from the right' : 'from the left'}`, async ({
      member: page,
      world,
    }) => {
      test.slow();
      await prefer(page, 'fa');
      await page.goto((await places(world, rtl))[where]);
      await expect(page.locator('#cell-1-6')).toHaveText(persian);
      // Persian is held at the right of its cell, Latin at the left, whatever side the sheet begins.
      for (const [row, fromRight] of [
        [1, true],
        [2, false],
        [3, true],
        [4, false],
      ] as const) {
        const { own, text, seen } = await measured(page, row);
        expect(text.right - text.left, `row ${row} is long`).toBeGreaterThan(own.right - own.left);
        const [near, far] = fromRight
          ? [own.right - text.right, own.left - seen.left]
          : [text.left - own.left, seen.right - own.right];
        expect(near, `row ${row} begins in its cell`).toBeGreaterThanOrEqual(0);
        expect(near, `row ${row} begins in its cell`).toBeLessThan(PADDING);
        if (row > 2) expect(far, `row ${row} is cut by its neighbour`).toBeLessThanOrEqual(0);
        else expect(far, `row ${row} goes on over empty cells`).toBeGreaterThan(PADDING);
      }
      const { own, text, seen } = await measured(page, 5);
      const middle = (own.left + own.right) / 2;
      expect(Math.abs((text.left + text.right) / 2 - middle)).toBeLessThan(2);
      expect(own.left - seen.left).toBeGreaterThan(PADDING);
      expect(seen.right - own.right).toBeGreaterThan(PADDING);
      const cut = await measured(page, 6);
      expect(Math.abs((cut.text.left + cut.text.right) / 2 - middle)).toBeLessThan(2);
      const [toNeighbour, toFree] = rtl
        ? [cut.seen.right - own.right, own.left - cut.seen.left]
        : [own.left - cut.seen.left, cut.seen.right - own.right];
      expect(toNeighbour).toBeLessThanOrEqual(0);
      expect(toFree).toBeGreaterThan(PADDING);
      // A short text stays in its cell.
      const short = await measured(page, 7);
      expect(short.seen.left).toBeGreaterThanOrEqual(short.own.left);
      expect(short.seen.right).toBeLessThanOrEqual(short.own.right);
    });
  }
}
