import { Drive } from './drive';
import { prefer, test } from './fixtures';
import { lockedZip, zipOf } from './zips';

for (const lang of ['fa', 'en'] as const)
  for (const theme of ['light', 'dark'] as const)
    test(`${lang} ${theme}`, async ({ member: page, world }, info) => {
      await prefer(page, lang, theme);
      const drive = await Drive.of(world.server, world.spaceId);
      const folder = await drive.folder(`s ${Date.now()}`);
      const z = zipOf([
        { name: 'اسناد/قرارداد فروش شعبهٔ مرکزی.txt', content: 'متن قرارداد فروش\nخط دوم', deflated: true },
        { name: 'اسناد/سال ۱۴۰۳/data.csv', content: 'نام,مبلغ\nمینا,12000\n', deflated: true },
        { name: 'اسناد/گزارش مالی سه‌ماههٔ نخست سال ۱۴۰۳ به همراه پیوست‌ها و جدول‌ها و نمودارهای تکمیلی نسخهٔ نهایی.docx', content: 'x'.repeat(40000) },
        { name: 'photos/IMG_2041.jpg', content: 'x'.repeat(2400000) },
        { name: 'photos/IMG_2042.jpg', content: 'x'.repeat(1400000) },
        { name: 'README.md', content: '# Hello\n\nsome words' },
        { name: 'main.go', content: 'package main\n\nfunc main() {}\n' },
        { name: 'budget.xlsx', content: 'x'.repeat(90000) },
        { name: 'film.mp4', content: 'x'.repeat(9000000) },
        { name: '../escape.txt', content: 'outside' },
        { name: 'drawing.svg', content: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="teal"/></svg>' },
      ]);
      const locked = await lockedZip({ 'secret.txt': 'hidden', 'حقوق.csv': 'a,b' }, 'x', false);
      const shot = (n: string) => page.screenshot({ path: `/tmp/16b-shots/${info.project.name}-${lang}-${theme}-${n}.png` });
      const open = async (name: string, c: Uint8Array) => {
        const f = await drive.file(name, c, folder);
        await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${f}/preview`);
      };
      await open('پروژهٔ نوسازی انبار.zip', z);
      await page.getByRole('option').first().waitFor();
      await page.waitForTimeout(600);
      await shot('list');
      await page.getByRole('listbox').focus();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('option').filter({ hasText: 'اسناد' }).click();
      await page.waitForTimeout(300);
      await page.keyboard.press('ArrowDown');
      await page.waitForTimeout(300);
      await shot('folder');
      await page.getByRole('option').filter({ hasText: 'قرارداد' }).click();
      await page.getByText('متن قرارداد فروش').waitFor();
      await page.waitForTimeout(300);
      await shot('file');
      await page.keyboard.press('Escape');
      await page.getByRole('option').filter({ hasText: 'docx' }).click();
      await page.waitForTimeout(400);
      await shot('none');
      await open('محرمانه.zip', locked);
      await page.getByRole('option').first().waitFor();
      await shot('locked-list');
      await page.getByRole('option').first().click();
      await page.waitForTimeout(400);
      await page.locator('input[type=password]').fill('bad');
      await page.keyboard.press('Enter');
      await page.waitForTimeout(500);
      await shot('password');
    });
