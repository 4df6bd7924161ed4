import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, prefer, test, type World } from './fixtures';

const minutes = {
  fa: `# صورت‌جلسهٔ هیئت‌مدیره

هوا آفتابی بود و از حاضران با چای پذیرایی شد.

## گزارش مالی

گزارش مالی از سوی خانم رضایی ارائه شد. درآمد شرکت نسبت به دورهٔ پیش ۱۸٪ رشد کرد و به ۱٬۶۵۰ میلیون تومان رسید. هزینه‌ها در همان اندازه ماند.

## قرارداد همکاری

پیش‌نویس دوم بررسی شد. مقرر شد قرارداد تا ۱۵ آذر ۱۴۰۵ با مبلغ ۲٬۴۰۰ میلیون تومان امضا شود. پیگیری آن با آقای کریمی است.

## نمایشگاه تهران

فهرست بازدیدکنندگان خوانده شد. شرکت در نمایشگاه سال آینده با بودجهٔ ۱۸۰ میلیون تومان تصویب شد. عکس‌های امسال در پوشهٔ مشترک می‌ماند.
`,
  en: `# Minutes of the board

The weather was sunny and coffee was served.

## Finance

Ms. Reed presented the report. Revenue grew by 18% over the last quarter and reached $1.65 million. Costs stayed where they were.

## Contract

The second draft was read. It was agreed that the contract shall be signed by 6 December 2026 for $240,000. Mr. Cole follows it up.

## Fair

The list of visitors was read. The board approved a budget of $18,000 for next year's fair. The pictures stay in the shared folder.
`,
};

const words = {
  fa: { tab: 'جمله‌های کلیدی', info: 'جزئیات', money: '۱٬۶۵۰ میلیون', weather: 'آفتابی', none: 'جملهٔ کلیدی ندارد' },
  en: { tab: 'Key sentences', info: 'Details', money: '1.65 million', weather: 'sunny', none: 'No key sentences' },
};

async function put(world: World, name: string, content: string) {
  const drive = await Drive.of(world.server, world.spaceId);
  const folder = await drive.folder(`خلاصه ${name} ${Date.now()}`);
  const file = await drive.file(name, content, folder);
  return `/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`;
}

async function openTab(page: Page, lang: 'fa' | 'en') {
  await page.getByRole('button', { name: words[lang].info, exact: true }).click();
  await page.getByRole('tab', { name: words[lang].tab }).click();
  return page.getByRole('tabpanel');
}

const marked = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map((range) => (range as Range).toString()).join('|'));

for (const lang of ['fa', 'en'] as const) {
  test(`${lang}: key sentences lead to their places`, { tag: `@${lang}` }, async ({ member: page, world }) => {
    await prefer(page, lang);
    await page.goto(await put(world, `minutes-${lang}.md`, minutes[lang]));
    const panel = await openTab(page, lang);
    const sentence = panel.getByRole('button', { name: words[lang].money });
    await expect(sentence).toBeVisible();
    await expect(panel).not.toContainText(words[lang].weather);
    await sentence.click();
    await expect(page).toHaveURL(/find=/);
    await expect.poll(() => marked(page)).toContain(lang === 'fa' ? 'درآمد شرکت نسبت' : 'Revenue grew by 18%');
  });

  test(
    `${lang}: a table is its columns and totals, a short text has none`,
    { tag: `@${lang}` },
    async ({ member: page, world }) => {
      await prefer(page, lang);
      await page.goto(await put(world, `sales-${lang}.csv`, 'city,sales\nTehran,1200\nShiraz,300\n'));
      const panel = await openTab(page, lang);
      await expect(panel.getByRole('row', { name: 'sales' })).toContainText(lang === 'fa' ? '۱٬۵۰۰' : '1,500');
      await page.goto(await put(world, `short-${lang}.txt`, 'hello'));
      await expect(await openTab(page, lang)).toContainText(words[lang].none);
    },
  );
}

test('fa: a failure is tried again, and the sentences are copied', { tag: '@fa' }, async ({ member: page, world }) => {
  await prefer(page, 'fa');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  let failing = true;
  await page.route('**/api/summarizer/**', async (route) => {
    if (!failing) return route.continue();
    const answer = await route.fetch();
    return route.fulfill({ response: answer, json: { ...(await answer.json()), status: 'failed' } });
  });
  await page.goto(await put(world, 'again.md', minutes.fa));
  const panel = await openTab(page, 'fa');
  await expect(panel.getByRole('alert')).toContainText('پیدا نشد');
  failing = false;
  await panel.getByRole('button', { name: 'تلاش دوباره' }).click();
  await expect(panel.getByRole('button', { name: words.fa.money })).toBeVisible();
  await panel.getByRole('button', { name: 'کپی همه' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('• مقرر شد قرارداد');
});

test('fa: a result of search opens at its words', { tag: '@fa' }, async ({ member: page, world }) => {
  await prefer(page, 'fa');
  const word = `نشانگر${Date.now()}`;
  await put(world, 'found.md', `${minutes.fa}\nدر پایان واژهٔ ${word} آمد.\n`);
  await page.goto(`/workspace/${world.spaceId}/search?q=${word}`);
  const hit = page.getByRole('link', { name: 'found.md' });
  await expect(async () => {
    await page.reload();
    await expect(hit).toBeVisible({ timeout: 2000 });
  }).toPass();
  await hit.click();
  await expect(page).toHaveURL(/find=/);
  await expect.poll(() => marked(page)).toBe(word);
});
