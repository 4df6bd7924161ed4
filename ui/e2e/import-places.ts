import type { Place } from './axe-places';
import { expect, type World } from './fixtures';
import { sampleBuckets, sampleImports, sampleLogin } from './import-samples';

const at = (rest: string) => (world: World) => `/workspace/${world.spaceId}/imports${rest}`;

/** The pages of imports, with samples that no test server has in a moment. */
export const importPlaces: Place[] = [
  { name: 'imports', path: at(''), before: (page) => sampleImports(page, '1') },
  {
    name: 'an import under way',
    path: at('/11'),
    before: (page) => sampleImports(page, '1'),
    open: async (page) => {
      await page.getByRole('button', { name: /^(دیدن|View)$/ }).click();
      await expect(page.getByText('old.zip')).toBeVisible();
    },
  },
  {
    name: 'the report of an import',
    path: at('/12'),
    before: (page) => sampleImports(page, '1'),
    open: (page) => expect(page.getByText('old.zip')).toBeVisible(),
  },
  {
    name: 'links of an import',
    path: at('/12'),
    before: (page) => sampleImports(page, '1'),
    open: async (page) => {
      await page.getByRole('button', { name: /^(دیدن جدول|View table)$/ }).click();
      await expect(page.getByRole('dialog').getByText('Photos 2026')).toBeVisible();
    },
  },
  {
    name: 'ending an import',
    path: at('/11'),
    before: (page) => sampleImports(page, '1'),
    open: async (page) => {
      await page.getByRole('button', { name: /^(لغو…|Cancel…)$/ }).click();
      await expect(page.getByRole('dialog').getByRole('radio')).toHaveCount(2);
    },
  },
  {
    name: 'keys of a bucket, refused',
    path: at('?from=bucket'),
    open: async (page) => {
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await expect(page.getByRole('dialog').getByRole('alert').first()).toBeVisible();
    },
  },
  {
    name: 'choosing a bucket',
    path: at('?from=bucket'),
    before: sampleBuckets,
    open: (page) => expect(page.getByRole('dialog').getByRole('radio')).toHaveCount(3),
  },
  {
    name: 'approval at another server, and where to',
    path: at('?from=nextcloud'),
    before: (page) => sampleLogin(page, 'approved'),
    open: async (page) => {
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('cloud.arya.ir');
      await dialog.getByRole('button', { name: /^(ادامه|Continue)$/ }).click();
      await expect(dialog.getByText('sara')).toBeVisible();
      await dialog.getByRole('button', { name: /^(ادامه|Continue)$/ }).click();
      await expect(dialog.getByRole('combobox')).toBeVisible();
    },
  },
  {
    name: 'archives for an import',
    path: at('?from=takeout'),
    open: (page) => expect(page.getByRole('dialog').getByRole('navigation')).toBeVisible(),
  },
];
