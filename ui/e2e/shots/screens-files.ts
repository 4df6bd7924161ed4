import { expect, type Page } from '@playwright/test';
import { Drive } from '../drive';
import type { World } from '../fixtures';
import { goCode, markdown, poster, prose, sales, samples, tone } from '../samples';
import { texts } from '../tile-samples';
import type { Screen } from './screen';

export interface Filled {
  root: string;
  empty: string;
  deep: string;
  files: Record<'image' | 'pdf' | 'text' | 'markdown' | 'audio' | 'none' | 'prose' | 'table' | 'tall', string>;
}

let filled: Promise<Filled> | null = null;

/** A workspace after a year of use. Filled once for all pictures. */
export function fill(page: Page, { server, spaceId }: World): Promise<Filled> {
  filled ??= (async () => {
    const drive = await Drive.of(server, spaceId);
    const browser = page.context().browser();
    if (!browser) throw new Error('no browser');
    const { images, pdf } = await samples(browser);
    const picture = (index: number) => images[index % images.length] ?? new Uint8Array();
    const contracts = await drive.folder('قراردادها و پیوست‌ها');
    for (const name of ['تصویرهای رویداد پاییز', 'طرح‌های محصول', 'Releases']) await drive.folder(name);
    const empty = await drive.folder('پوشهٔ خالی');
    const year = await drive.folder('۱۴۰۵', contracts);
    const project = await drive.folder('پروژهٔ البرز', year);
    const partners = await drive.folder('قراردادهای همکاری با پیمانکاران', project);
    const deep = await drive.folder('Final (signed)', partners);
    await drive.crowd(
      Array.from({ length: 8 }, (_, n) => `قرارداد ${n + 1}.docx`),
      deep,
    );
    await drive.crowd([
      'بودجهٔ ۱۴۰۵ – نسخهٔ نهایی.xlsx',
      'معرفی شرکت.pptx',
      'قرارداد همکاری با شرکت پارس (2).docx',
      'backup-2026-11.tar.zst',
      'schema.sql',
      'فهرست اعضا.xlsx',
      'a-very-long-file-name-that-nobody-should-have-written-but-somebody-always-does-final-v2.docx',
    ]);
    for (let n = 0; n < 9; n++) await drive.file(`IMG_${4200 + n}.jpg`, picture(n));
    await drive.file(
      'عکس دسته‌جمعی در باغ فین کاشان، بهار ۱۴۰۵، پیش از بازگشت به تهران (نسخهٔ ویرایش‌شده).jpg',
      picture(2),
    );
    return {
      root: drive.root,
      empty,
      deep,
      files: {
        audio: await drive.file('مصاحبه با مدیر فنی.wav', tone()),
        none: await drive.file('نقشهٔ ساختمان.dwg', 'dwg'),
        text: await drive.file('main.go', goCode),
        markdown: await drive.file('یادداشت جلسهٔ هفتگی.md', markdown),
        image: await drive.file('منظره.jpg', picture(1)),
        pdf: await drive.file('گزارش مالی سه‌ماههٔ سوم.pdf', pdf),
        prose: await drive.file('یادداشت.txt', prose),
        table: await drive.file('فروش.csv', sales),
        tall: await drive.file('پوستر.svg', poster),
      },
    };
  })();
  return filled;
}

let textsFolder: Promise<string> | null = null;

/** A folder of texts alone, whose cards show how they begin. */
function fillTexts({ server, spaceId }: World): Promise<string> {
  textsFolder ??= (async () => {
    const drive = await Drive.of(server, spaceId);
    const folder = await drive.folder('متن‌ها');
    for (const [name, text] of Object.entries(texts)) await drive.file(name, text, folder);
    return folder;
  })();
  return textsFolder;
}

export const wait = (page: Page) => page.locator('[data-index]').first().waitFor();

export async function root(page: Page, world: World, query: string) {
  await fill(page, world);
  await page.goto(`/workspace/${world.spaceId}?${query}`);
  await wait(page);
  await page.waitForTimeout(900);
}

function preview(name: keyof Filled['files']): Screen {
  return {
    name: `preview-${name}`,
    go: async (page, world) => {
      const { files } = await fill(page, world);
      const drive = await Drive.of(world.server, world.spaceId);
      await page.goto(`/workspace/${world.spaceId}/directory/${drive.root}/file/${files[name]}/preview`);
      await page.waitForTimeout(2500);
    },
  };
}

/** As it comes on paper. */
function printed(name: string, address: (world: World, drive: Drive, files: Filled['files']) => string): Screen {
  return {
    name,
    go: async (page, world) => {
      const { files } = await fill(page, world);
      const drive = await Drive.of(world.server, world.spaceId);
      await page.goto(address(world, drive, files));
      await page.waitForTimeout(2000);
      await page.emulateMedia({ media: 'print' });
      await page.waitForTimeout(300);
    },
  };
}

async function choose(page: Page, phone: boolean) {
  if (phone) {
    await page.locator('[data-index="6"]').dispatchEvent('pointerdown', { pointerType: 'touch', button: 0 });
    await page.waitForTimeout(700);
    return;
  }
  await page.locator('[data-index="6"] [data-part=name]').click();
  await page.keyboard.down('Shift');
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowDown');
  await page.keyboard.up('Shift');
}

/** Files area, preview and upload tray. */
export const filesScreens: Screen[] = [
  { name: 'files-list', go: (page, world) => root(page, world, 'view=list') },
  { name: 'files-grid', go: (page, world) => root(page, world, 'view=grid') },
  {
    name: 'files-texts',
    go: async (page, world) => {
      const folder = await fillTexts(world);
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}?view=grid`);
      await expect(page.locator('[data-lines]')).toHaveCount(Object.keys(texts).length);
      await page.waitForTimeout(300);
    },
  },
  {
    name: 'files-selected',
    go: async (page, world, phone) => {
      await root(page, world, 'view=list');
      await choose(page, phone);
    },
  },
  {
    name: 'files-menu',
    go: async (page, world) => {
      await root(page, world, 'view=list');
      await page.locator('[data-index="7"] [data-part=more]').click();
    },
  },
  {
    name: 'files-details',
    go: async (page, world, phone) => {
      await root(page, world, 'view=list');
      if (phone) {
        await page.locator('[data-index="5"] [data-part=more]').click();
        await page.getByRole('menuitem', { name: /جزئیات|Details/ }).click();
      } else {
        await page.locator('[data-index="5"] [data-part=name]').click();
        await page.keyboard.press('i');
      }
      await page.waitForTimeout(900);
    },
  },
  {
    name: 'files-path',
    go: async (page, world) => {
      const { deep } = await fill(page, world);
      await page.goto(`/workspace/${world.spaceId}/directory/${deep}?view=grid`);
      await wait(page);
    },
  },
  {
    name: 'files-empty',
    go: async (page, world) => {
      const { empty } = await fill(page, world);
      await page.goto(`/workspace/${world.spaceId}/directory/${empty}`);
    },
  },
  {
    name: 'files-loading',
    go: async (page, world) => {
      await page.route('**/api/storage/space/*/directory/*', () => {});
      await page.goto(`/workspace/${world.spaceId}?view=list`);
      await page.waitForTimeout(1200);
    },
  },
  {
    name: 'files-error',
    go: async (page, world) => {
      await page.route('**/api/storage/space/*/directory/*', (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(`/workspace/${world.spaceId}`);
      await page.waitForTimeout(800);
    },
  },
  {
    name: 'files-new-folder',
    go: async (page, world) => {
      await root(page, world, 'view=list');
      await page.keyboard.press('Alt+n');
    },
  },
  {
    name: 'files-shortcuts',
    go: async (page, world) => {
      await root(page, world, 'view=list');
      await page.keyboard.press('Shift+?');
    },
  },
  {
    name: 'files-drop',
    go: async (page, world) => {
      await root(page, world, 'view=list');
      const transfer = await page.evaluateHandle(() => {
        const made = new DataTransfer();
        made.items.add(new File(['x'], 'x.txt'));
        return made;
      });
      await page.locator('[data-index="8"]').dispatchEvent('dragenter', { dataTransfer: transfer });
    },
  },
  {
    name: 'uploads-tray',
    go: async (page, world) => {
      await page.route('**/api/upload/parts*', () => {});
      await root(page, world, 'view=list');
      await drop(page, [
        ['فیلم معرفی محصول.mp4', 7_000_000],
        ['photos-autumn.zip', 3_200_000],
        ['یادداشت.txt', 20],
        ['a-very-long-name-of-a-scanned-document-2026-11-20-final.pdf', 2_100_000],
      ]);
      await page.waitForTimeout(1500);
    },
  },
  {
    name: 'uploads-clash',
    go: async (page, world) => {
      await root(page, world, 'view=list');
      await drop(page, [
        ['main.go', 40],
        ['schema.sql', 40],
      ]);
      await page.getByRole('dialog').waitFor();
    },
  },
  preview('image'),
  preview('pdf'),
  preview('text'),
  preview('markdown'),
  preview('audio'),
  preview('prose'),
  preview('table'),
  preview('tall'),
  printed('print-list', (world, drive) => `/workspace/${world.spaceId}?view=list&d=${drive.root}`),
  printed(
    'print-markdown',
    (world, drive, files) => `/workspace/${world.spaceId}/directory/${drive.root}/file/${files.markdown}/preview`,
  ),
  printed(
    'print-prose',
    (world, drive, files) => `/workspace/${world.spaceId}/directory/${drive.root}/file/${files.prose}/preview`,
  ),
  preview('none'),
];

/** Drops files of these lengths on the list. */
async function drop(page: Page, files: [name: string, length: number][]) {
  const transfer = await page.evaluateHandle((dropped) => {
    const made = new DataTransfer();
    for (const [name, length] of dropped) made.items.add(new File(['x'.repeat(length)], name));
    return made;
  }, files);
  await page.locator('[data-scroller]').dispatchEvent('drop', { dataTransfer: transfer });
}
