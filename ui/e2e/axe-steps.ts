import type { Page } from '@playwright/test';
import { expect } from './fixtures';

/** Between the two steps of a login that the server does not know. */
export const between = (page: Page) =>
  page.addInitScript(() => {
    if (sessionStorage.getItem('between')) return;
    sessionStorage.setItem('between', '1');
    const step = { token: 't', methods: ['totp', 'sms', 'static'], targets: {}, sent: {} };
    sessionStorage.setItem('anbar-second-step', JSON.stringify(step));
  });

/** Opens a menu by its button, which lies in a drawer where there is little room. */
export const press = (button: RegExp) => async (page: Page) => {
  const wanted = page.getByRole('button', { name: button }).last();
  const drawer = page.getByRole('button', { name: /^(بخش‌ها|Sections)$/ });
  await wanted.or(drawer).first().waitFor();
  if (!(await wanted.isVisible())) await drawer.click();
  await wanted.click();
  await expect(page.getByRole('menu').first()).toBeVisible();
};

/** Opens the page of the first row of a list in the console. */
export const firstRow = async (page: Page) => {
  await page.locator('[data-row]').first().click();
  await expect(page).toHaveURL(/[?&](person|workspace)=/);
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
};

/** A device that asks from another network. */
export const answerDevice = (page: Page) =>
  page.route(/\/api\/accounts\/device-login$/, (route) =>
    route.fulfill({
      json: {
        name: 'saras-laptop',
        client: 'nextcloud_desktop',
        system: 'Linux',
        address: '198.51.100.7',
        same_address: false,
        created_at: new Date().toISOString(),
        expires_at: new Date(Date.now() + 1_200_000).toISOString(),
      },
    }),
  );
