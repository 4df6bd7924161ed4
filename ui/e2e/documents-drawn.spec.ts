import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';
import { boxedWords, chartedReport, undrawnThings } from './word-drawn';

async function open(page: Page, world: World, bytes: Uint8Array) {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`drawn ${Date.now()}`);
  const file = await drive.file('drawn.docx', bytes, folder);
  await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`);
  await expect(page.locator('main iframe')).toHaveAttribute('data-shown', 'true');
  return page.frameLocator('main iframe');
}

test('text in boxes, shapes and groups is shown once, in its order', async ({ member: page, world }) => {
  const frame = await open(page, world, await boxedWords());
  for (const text of ['متن کادر نو', 'متن کادر کهنه', 'گروه یک', 'گروه دو', 'گروه سه']) {
    await expect(frame.getByText(text, { exact: true })).toHaveCount(1);
    await expect(frame.getByText(text, { exact: true })).toBeVisible();
  }
  const top = async (text: string) => (await frame.getByText(text, { exact: true }).boundingBox())?.y ?? Number.NaN;
  await expect.poll(async () => (await top('متن کادر نو')) < (await top('متن کادر کهنه'))).toBe(true);
  await expect.poll(async () => (await top('گروه سه')) < (await top('پس از کادرها'))).toBe(true);
  const left = async (text: string) => (await frame.getByText(text, { exact: true }).boundingBox())?.x ?? Number.NaN;
  await expect.poll(async () => (await left('گروه یک')) < (await left('گروه دو'))).toBe(true);
});

test('charts are drawn from the values that they keep', async ({ member: page, world }) => {
  await prefer(page, 'en');
  const frame = await open(page, world, await chartedReport());
  await expect(frame.locator('.anbar-chart > svg')).toHaveCount(5);
  const columns = frame.getByRole('img', { name: 'فروش بهار' });
  await expect(columns.getByText('میلیون تومان')).toBeVisible();
  await expect(columns.getByText('اردیبهشت')).toBeVisible();
  const heights = await columns
    .locator('rect[fill="#4472c4"]')
    .evaluateAll((all) => all.map((one) => Number(one.getAttribute('height'))));
  expect((heights.at(-1) ?? 0) / (heights.at(-4) ?? 1)).toBeCloseTo(2, 1);
  await expect(frame.getByRole('group', { name: 'راداری' }).getByRole('row')).toHaveCount(5);
  await expect(page.getByRole('note')).toHaveText('Not shown here: 1 chart');
});

for (const lang of ['fa', 'en'] as const) {
  test(
    `${lang}: what a document holds and is not drawn is named`,
    { tag: `@${lang}` },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      const frame = await open(page, world, await undrawnThings());
      const fa = lang === 'fa';
      await expect(page.getByRole('note')).toHaveText(
        fa ? 'اینجا نمایش داده نمی‌شود: ۱ تصویر، ۱ شیء جاسازی‌شده' : 'Not shown here: 1 picture, 1 embedded object',
      );
      await expect(frame.getByRole('img', { name: fa ? 'تصویر با قالب EMF' : 'Picture in EMF format' })).toBeVisible();
      await expect(frame.getByText('درخواست')).toBeVisible();
      await expect(frame.getByText('تأیید')).toBeVisible();
    },
  );
}
