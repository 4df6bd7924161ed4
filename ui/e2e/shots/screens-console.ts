import { expect, type Page } from '@playwright/test';
import { answerGrowth } from '../growth';
import type { Screen } from './screen';

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const party = { name: '', national_id: '', economic_id: '', address: '', post_code: '', phone: '' };
const bank = { holder: 'شرکت انبار', bank: 'پاسارگاد', iban: 'IR062960000000100324200001', card: '4111111111111111' };

const selling = {
  on: true,
  currency: 'IRT',
  tax: 1000,
  tax_included: false,
  trial_days: 30,
  grace_days: 7,
  seller: { ...party, name: 'شرکت انبار', phone: '02188001234' },
  transfer: bank,
};

const plan = (name: string, title_fa: string, title_en: string, price: number, workspaces: number) => ({
  plan_id: name,
  name,
  version: 3,
  title_fa,
  title_en,
  price_per_user: price,
  extra_storage_per_gig_price: 1_200,
  min_users_to_activate: 10,
  max_users_to_activate: 100,
  storage: 500 * 1024 ** 3,
  versioning: 0,
  timeline_days: 365,
  restore_days: 90,
  custom_fields: 100,
  advanced_search: true,
  priority_support: 'professional',
  ai_agent: 'full',
  withdrawn: false,
  workspaces,
});

const plans = [
  plan('standard', 'استاندارد', 'Standard', 89_000, 31),
  plan('professional', 'حرفه‌ای', 'Professional', 149_000, 21),
  plan('business', 'کسب‌وکار', 'Business', 219_000, 14),
  { ...plan('premium', 'ویژه', 'Premium', 449_000, 0), withdrawn: true },
];

const payment = (id: string, name: string, total: number, intent: string, at: number) => ({
  payment_id: id,
  number: null,
  space_id: null,
  intent,
  plan: plans[2],
  users_count: 20,
  extra_storage: 0,
  period: 'yearly',
  trial: false,
  lines: [
    { kind: 'plan', amount: total, quantity: 20 },
    { kind: 'tax', amount: total / 10, quantity: 1000 },
  ],
  total: (total * 11) / 10,
  currency: 'IRT',
  discount_code: '',
  seller: party,
  buyer: { ...party, name },
  status: 'pending',
  provider: 'transfer',
  providers: ['transfer'],
  reference: '881204',
  reason: '',
  created_at: ago(at),
  sent_at: ago(at),
  held_until: ago(-70),
  paid_at: null,
  applied_at: null,
  workspace: { title: name, ends_at: null },
  user: { _id: '1', name: 'سارا محمدی', email: 'sara@example.com' },
  receipt_type: 'image/png',
  refund: null,
  surplus: [] as object[],
});

const payments = [
  payment('1', 'شرکت پارس‌نگار', 18_408_000, 'upgrade', 5),
  payment('2', 'Alborz Studio', 13_002_000, 'renew', 3),
  { ...payment('3', 'مهندسین مشاور پل', 6_588_000, 'create', 1), receipt_type: null, reference: '' },
];

const surplus = { surplus_id: '1', amount: 20_248_800, provider: 'zarinpal', authority: `A${'0'.repeat(30)}81204` };

/** Those that were paid: one refunded, one twice. */
const paid = [
  { ...payment('4', 'شرکت پارس‌نگار', 18_408_000, 'upgrade', 5), status: 'applied', number: '1405-000014' },
  {
    ...payment('5', 'Alborz Studio', 13_002_000, 'renew', 30),
    status: 'refunded',
    number: '1405-000013',
    refund: { amount: 14_302_200, reason: 'سفارش تکراری', reference: '991100', ends_plan: true, created_at: ago(2) },
  },
  {
    ...payment('6', 'مهندسین مشاور پل', 6_588_000, 'create', 50),
    status: 'applied',
    number: '1405-000012',
    surplus: [{ ...surplus, created_at: ago(49) }],
  },
];

const discounts = [
  { code: 'NOWRUZ', percent: 20, amount: 0, cap: 500_000, plans: ['business'], uses: 100, used: 34 },
  { code: 'WELCOME', percent: 0, amount: 50_000, cap: 0, plans: [], uses: 0, used: 0, first_only: true },
  { code: 'YALDA', percent: 10, amount: 0, cap: 0, plans: [], uses: 0, used: 210, ends_at: ago(900) },
].map((code) => ({ first_only: false, starts_at: ago(2000), ends_at: null, withdrawn: false, ...code }));

const sums = (paid: number, refunds = 0) => ({
  invoices: Math.round(paid / 195_800),
  paid,
  discounts: Math.round(paid / 50),
  tax: Math.round(paid / 11),
  refunded: refunds > 0 ? 1 : 0,
  refunds,
  net: paid - refunds,
});

const months = [12, 18, 9, 24, 31, 28, 40, 22, 0, 36, 52, 20].map((many, index) => ({
  year: 1405,
  month: index + 1,
  starts_at: new Date(Date.UTC(2025, 11 + index, 22)).toISOString(),
  ends_at: new Date(Date.UTC(2025, 12 + index, 22)).toISOString(),
  ...sums(many * 1_958_000, index % 4 === 1 ? 3_916_000 : 0),
  plans: [
    { name: 'standard', ...sums(many * 979_000) },
    { name: 'business', ...sums(many * 979_000) },
  ],
  providers: [{ name: 'zarinpal', ...sums(many * 1_958_000) }],
}));

/** Answers in place of the server, which sells nothing here. */
async function sell(page: Page, waiting: object[] = payments) {
  const info = { limit: 50, next: null, page: 1, total: waiting.length };
  await page.route('**/api/setup', async (route) => {
    const given = await route.fetch();
    await route.fulfill({ response: given, json: { ...((await given.json()) as object), selling: true } });
  });
  await page.route('**/api/admin/payments?*', (route) =>
    route.fulfill({ json: { payments: waiting, page_info: info } }),
  );
  const receipt = await page.screenshot();
  await page.route('**/api/admin/payments/*/receipt', (route) =>
    route.fulfill({ body: receipt, contentType: 'image/png' }),
  );
  await page.route('**/api/admin/plans', (route) => route.fulfill({ json: { plans } }));
  await page.route('**/api/admin/discounts?*', (route) =>
    route.fulfill({ json: { discounts, page_info: { next: null, total: discounts.length } } }),
  );
  await page.route('**/api/admin/revenue?*', (route) =>
    route.fulfill({ json: { currency: 'IRT', currencies: ['IRT'], months } }),
  );
  await page.route('**/api/admin/selling', (route) => route.fulfill({ json: selling }));
}

const at = async (page: Page, section: string, waiting: object[] = payments) => {
  await sell(page, waiting);
  await page.goto(`/admin/${section}`);
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
};

/** Opens the first row of a list. */
const first = async (page: Page, section: string) => {
  await page.goto(`/admin/${section}`);
  await page.locator('[data-row]').first().click();
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await expect(page).toHaveURL(/[?&](person|workspace)=/);
};

export const consoleScreens: Screen[] = [
  { name: 'console-payments', go: (page) => at(page, 'payments') },
  { name: 'console-payment', go: (page) => at(page, 'payments?payment=1') },
  { name: 'console-payments-paid', go: (page) => at(page, 'payments?state=paid&payment=5', paid) },
  { name: 'console-payments-surplus', go: (page) => at(page, 'payments?state=surplus&payment=6', paid.slice(2)) },
  {
    name: 'console-refund',
    go: async (page) => {
      await at(page, 'payments?state=paid&payment=4', paid);
      await page.getByRole('button', { name: /^(بازپرداخت…|Refund…)$/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'console-payments-empty',
    go: async (page) => {
      await sell(page, []);
      await page.goto('/admin/payments');
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
    },
  },
  {
    name: 'console-plans',
    go: async (page) => {
      await at(page, 'plans?plan=business');
      await page.getByLabel(/^(هر نفر در ماه|Per person, per month)$/).fill('229000');
    },
  },
  { name: 'console-discounts', go: (page) => at(page, 'discounts') },
  {
    name: 'console-discount-new',
    go: async (page) => {
      await at(page, 'discounts');
      await page.getByRole('button', { name: /^(کد تخفیف جدید|New discount code)$/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'console-revenue', go: (page) => at(page, 'revenue') },
  { name: 'console-first-steps', go: (page) => at(page, 'first-steps') },
  { name: 'console-overview', go: (page) => at(page, 'overview') },
  { name: 'console-people', go: (page) => at(page, 'people') },
  { name: 'console-person', go: (page) => first(page, 'people') },
  { name: 'console-workspaces', go: (page) => at(page, 'workspaces') },
  { name: 'console-workspace', go: (page) => first(page, 'workspaces') },
  { name: 'console-tickets', go: (page) => at(page, 'tickets') },
  { name: 'console-audit', go: (page) => at(page, 'audit') },
  {
    name: 'console-message',
    go: async (page) => {
      await at(page, 'outbox');
      await page.getByRole('list').getByRole('button').first().click();
    },
  },
  { name: 'console-outbox', go: (page) => at(page, 'outbox') },
  { name: 'console-jobs', go: (page) => at(page, 'jobs') },
  { name: 'console-log', go: (page) => at(page, 'log') },
  { name: 'console-events', go: (page) => at(page, 'events') },
  { name: 'console-copies', go: (page) => at(page, 'copies') },
  {
    name: 'console-health',
    go: async (page) => {
      await page.goto('/admin/health');
      await page.getByRole('button', { name: /^(بررسی سلامت|Examine now)$/ }).click();
      await expect(page.getByRole('list', { name: /^(سلامت سرور|Server health)$/ })).toBeVisible();
    },
  },
  {
    name: 'console-growth',
    go: async (page) => {
      await answerGrowth(page);
      await at(page, 'growth');
    },
  },
  { name: 'console-settings', go: (page) => at(page, 'settings') },
  {
    name: 'console-settings-nothing-sold',
    go: async (page) => {
      await page.goto('/admin/settings');
      await expect(page.getByRole('switch', { name: /^(فروش پلن|Sell plans)$/ })).toBeVisible();
    },
  },
];
