import { test as base, type Page } from '@playwright/test';
import { expect, prefer, signIn } from './fixtures';
import { expectAccessible } from './looks';
import { MailSink } from './mail-sink';
import { Provider } from './provider';
import { Server } from './server';

const test = base.extend<{ sink: MailSink; own: Server; staff: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  sink: async ({}, use) => {
    const sink = await MailSink.start();
    await use(sink);
    sink.stop();
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants it
  own: async ({}, use) => {
    const server = await Server.start();
    await use(server);
    await server.stop();
  },
  baseURL: async ({ own }, use) => use(own.url),
  staff: async ({ page, own }, use, { project }) => {
    const tokens = await own.setUp('شرکت پارس‌نگار');
    await prefer(page, project.name.includes('phone') ? 'en' : 'fa');
    await signIn(page, tokens);
    await use(page);
  },
});

const save = /^(ذخیره|Save)$/;
const trial = /^(آزمایش|Test)$/;

test('a mail server is tested, saved, and taken back', async ({ staff: page, sink }) => {
  await page.goto('/admin/settings');
  const name = /^(سرور ایمیل|Mail server)$/;
  const card = page.getByRole('region', { name });
  await expect(card.getByText(/^(تعیین نشده|Not set)$/)).toBeVisible();
  await card.getByRole('button', { name: /^(راه‌اندازی|Set up)$/ }).click();
  const form = page.getByRole('form', { name });
  await form.getByLabel(/^(سرور|Server)$/).fill('127.0.0.1');
  await form.getByLabel(/^(درگاه|Port)$/).fill(String(sink.port));
  await form.getByLabel(/^(فرستنده|Sender)$/).fill('Anbar <anbar@example.org>');
  // The sink knows no encryption, which the form asks for at first.
  await form.getByRole('button', { name: trial }).click();
  await expect(form.getByRole('alert')).toContainText(/(رمزگذاری نمی‌شود|can’t be encrypted)/);
  expect(sink.mails).toHaveLength(0);
  await form.getByRole('combobox').click();
  await page.getByRole('option', { name: /^(بدون رمزگذاری|No encryption)$/ }).click();
  await form.getByRole('button', { name: trial }).click();
  await expect(form.getByRole('status')).toContainText(/(سرور پیام را پذیرفت|The server accepted the message)/);
  expect(sink.mails).toHaveLength(1);
  await expectAccessible(page);
  await form.getByRole('button', { name: save }).click();
  await expect(card.getByText(`127.0.0.1:${sink.port}`)).toBeVisible();
  const history = page.getByRole('list', { name: /^(تاریخچهٔ تنظیمات|History of settings)$/ });
  await expect(history.getByRole('listitem')).toContainText('anbar@example.org');
  await expectAccessible(page);
  await history.getByRole('button', { name: /^(واگرد|Undo)$/ }).click();
  await expect(card.getByText(/^(تعیین نشده|Not set)$/)).toBeVisible();
});

test('a sign-in service is added, and its button appears', { tag: '@full' }, async ({ staff: page, own, browser }) => {
  const person = { sub: '1', email: 'mina@example.org', given_name: 'Mina', family_name: 'Karimi' };
  const provider = await Provider.start(person);
  await page.goto('/admin/settings');
  await page.getByRole('button', { name: /^(افزودن سرویس ورود|Add a sign-in service)$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^(نام فارسی|Persian name)$/).fill('حساب سازمانی');
  await dialog.getByLabel(/^(نام انگلیسی|English name)$/).fill('Work account');
  await dialog.getByLabel(/^(شناسه|ID)$/).fill('work');
  await dialog.getByLabel(/issuer|Issuer/).fill(`${provider.issuer}/other`);
  await dialog.getByLabel(/client ID|Client ID/).fill('anbar');
  await dialog.getByLabel(/client secret|Client secret/).fill('secret');
  await dialog.getByRole('button', { name: trial }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel(/issuer|Issuer/).fill(provider.issuer);
  await dialog.getByRole('button', { name: trial }).click();
  await expect(dialog.getByText(/(سرویس پاسخ داد|The service answered)/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: save }).click();
  await expect(dialog).toBeHidden();
  const services = page.getByRole('list', { name: /^(ورود با حساب‌های دیگر|Sign-in with other accounts)$/ });
  await expect(services.getByRole('listitem')).toContainText(provider.issuer);
  const visitor = await browser.newPage({ baseURL: own.url });
  await visitor.goto('/login');
  await expect(visitor.getByRole('button', { name: /(حساب سازمانی|Work account)/ })).toBeVisible();
  await visitor.close();
  provider.stop();
});
