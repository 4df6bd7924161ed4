import type { Page } from '@playwright/test';
import type { World } from '../fixtures';
import { seedFinds } from '../found';
import type { Screen } from './screen';
import { chooseItem } from '../menus';

const at = ({ spaceId }: World, rest: string) => `/workspace/${spaceId}${rest}`;

async function go(page: Page, world: World, rest: string, wait = 900) {
  await seedFinds(world);
  await page.goto(at(world, rest));
  await page.waitForTimeout(wait);
}

async function openSearch(page: Page, phone: boolean) {
  if (phone) await page.getByRole('button', { name: /جست‌وجو در فایل‌ها|Search files/ }).click();
  else await page.keyboard.press('/');
}

async function openPalette(page: Page, words: string) {
  await page.waitForTimeout(900);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').pressSequentially(words);
  await page.waitForTimeout(1200);
}

async function panel(page: Page, world: World, tab: string, phone: boolean) {
  const { year } = await seedFinds(world);
  await page.goto(at(world, `/directory/${year}?view=list&details=${tab}&sort=name:1`));
  const row = page.locator('[data-part=name]').filter({ hasText: 'گزارش کیفی' });
  await row.waitFor({ state: 'attached' });
  // On a phone the sheet is about the folder itself, and covers the rows.
  if (!phone) await row.click();
  await page.waitForTimeout(900);
}

/** Search, activity, tags, the past, and what stays without a connection. */
export const findScreens: Screen[] = [
  {
    name: 'search-suggest',
    go: async (page, world, phone) => {
      await go(page, world, '');
      await openSearch(page, phone);
      await page.getByRole('combobox').first().fill('گزارش كيفي');
      await page.waitForTimeout(900);
    },
  },
  {
    name: 'palette',
    go: async (page, world) => {
      const { year } = await seedFinds(world);
      await page.goto(at(world, `/directory/${year}?view=list&sort=name:1`));
      await page.locator('[data-part=name]').filter({ hasText: 'گزارش کیفی' }).first().click();
      await openPalette(page, '');
    },
  },
  {
    name: 'palette-found',
    go: async (page, world) => {
      await go(page, world, '/home');
      await openPalette(page, "'chva");
    },
  },
  {
    name: 'palette-none',
    go: async (page, world) => {
      await go(page, world, '/home');
      await openPalette(page, 'qqqqzz');
    },
  },
  {
    name: 'search-results',
    go: (page, world) => go(page, world, '/search?q=گزارش&type=text,document&modified=2026-01-01..'),
  },
  { name: 'search-grid', go: (page, world) => go(page, world, '/search?q=قرارداد&view=grid') },
  { name: 'search-none', go: (page, world) => go(page, world, '/search?q=چیزی+که+نیست') },
  { name: 'search-empty', go: (page, world) => go(page, world, '/search') },
  {
    name: 'search-error',
    go: async (page, world) => {
      await page.route('**/api/**/search?*', (route) => route.fulfill({ status: 500, json: {} }));
      await go(page, world, '/search?q=گزارش');
    },
  },
  {
    name: 'search-advanced',
    go: async (page, world) => {
      await go(page, world, '/search?q=گزارش&type=pdf&created=2026-11-01..2026-11-20');
      await page
        .getByRole('button', { name: /^(فیلترها|Filters)$/ })
        .first()
        .click();
      await page.waitForTimeout(500);
    },
  },
  {
    name: 'search-calendar',
    go: async (page, world) => {
      await go(page, world, '/search?q=گزارش&created=2026-11-01..2026-11-20');
      await page
        .getByRole('button', { name: /^(فیلترها|Filters)$/ })
        .first()
        .click();
      await page.getByRole('button', { name: /^(تاریخ ساخت|Created):/ }).click();
      await page.waitForTimeout(500);
    },
  },
  { name: 'activity', go: (page, world) => go(page, world, '/activity') },
  { name: 'activity-filtered', go: (page, world) => go(page, world, '/activity?kind=restore') },
  {
    name: 'activity-panel',
    go: (page, world, phone) => panel(page, world, 'activity', phone),
  },
  { name: 'tags', go: (page, world) => go(page, world, '/custom-fields') },
  {
    name: 'tags-new',
    go: async (page, world) => {
      await go(page, world, '/custom-fields');
      await page.getByRole('button', { name: /^(برچسب جدید|New tag)$/ }).click();
      await page.waitForTimeout(400);
    },
  },
  {
    name: 'tags-panel',
    go: (page, world, phone) => panel(page, world, 'tags', phone),
  },
  {
    name: 'rewind',
    go: async (page, world, phone) => {
      await go(page, world, '?view=list&sort=name:1');
      const folder = page.locator('[data-index]').filter({ hasText: 'قراردادهای مشتریان' });
      await folder.locator('[data-part=more]').click();
      await chooseItem(page, /^(بازگشت به گذشته|Rewind)/);
      await page.getByRole('dialog').last().getByRole('slider').waitFor();
      await page.getByRole('slider').evaluate((slider: HTMLInputElement) => {
        slider.value = slider.max;
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      });
      await page.waitForTimeout(phone ? 1200 : 900);
    },
  },
  { name: 'offline-empty', go: (page, world) => go(page, world, '/offline') },
  {
    name: 'offline-bar',
    go: async (page, world) => {
      await go(page, world, '?view=list');
      await page.context().setOffline(true);
      await page.waitForTimeout(400);
    },
  },
];
