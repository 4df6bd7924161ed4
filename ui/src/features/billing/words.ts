import { currentLang, isRtl, num, t } from '~/i18n';
import { day, percent, size } from '~/i18n/format';
import { formatAmount, formatMoney } from '~/kit/money';
import type { Currency, CurrentPlan, Invoice, Line, Period, Plan, PlanList, Provider } from './api';

export const money = (amount: number, currency: Currency) => formatMoney(amount, currency, currentLang());

/** A sum in a column whose head or foot names the currency. */
export const amount = (sum: number, currency: Currency) => formatAmount(sum, currency, currentLang());

export const planTitle = (plan: Plan) => (isRtl() ? plan.title_fa : plan.title_en);

/** The name of a way to pay, as buyers know it. */
export function providerName(provider: Provider, { gateway, providers }: Invoice): string {
  const own = (isRtl() ? gateway?.fa : gateway?.en) || gateway?.fa || gateway?.en;
  if (provider === 'http' && own) return own;
  if (provider === 'zarinpal' && providers.includes('http')) return t('billing.by_zarinpalToo');
  return t(`billing.by_${provider}`);
}

const FOR_EVER = 36_500;

/** «۳۰ روز», «۲ سال», «نامحدود». */
export function time(days: number): string {
  if (days >= FOR_EVER) return t('billing.unlimited');
  return days % 365 === 0 ? t('billing.years', { n: days / 365 }) : t('billing.days', { n: days });
}

/** The plan to compare the first one with: the suitable one, or else the next larger one. */
export function secondPlan(plans: readonly Plan[], first: string, suitable: string | undefined): string {
  if (suitable && suitable !== first) return suitable;
  const at = plans.findIndex(({ name }) => name === first);
  return (plans[at + 1] ?? plans[at - 1])?.name ?? '';
}

export const sizeOf = (bytes: number) => (bytes === 0 ? t('billing.unlimited') : size(bytes));
export const versionsOf = ({ versioning }: Plan) => (versioning === 0 ? t('billing.unlimited') : num(versioning));

/** How many people a plan takes. */
export function range({ min_users_to_activate: min, max_users_to_activate: max }: Plan): string {
  if (max === 0) return min > 1 ? t('billing.from', { n: min }) : t('billing.unlimited');
  if (min > 1) return t('billing.range', { min, max });
  return max > 1 ? t('billing.upTo', { n: max }) : t('billing.users', { n: 1 });
}

/** The price of a person for a month; a year has a discount. */
export const perMonth = (plan: Plan, period: Period, { yearly_discount }: PlanList) =>
  period === 'yearly' ? Math.round((plan.price_per_user * (100 - yearly_discount)) / 100) : plan.price_per_user;

/** The price of so many people for the whole period. */
export function perPeriod(plan: Plan, users: number, period: Period, { yearly_discount }: PlanList): number {
  const month = plan.price_per_user * users;
  return period === 'yearly' ? Math.round((month * 12 * (100 - yearly_discount)) / 100) : month;
}

/** A tax in hundredths of a per cent. */
export const share = (hundredths: number) =>
  hundredths % 100 === 0
    ? percent(hundredths / 10_000)
    : num(hundredths / 10_000, { style: 'percent', maximumFractionDigits: 2 });

const periods = {
  daily: 'billing.daily',
  weekly: 'billing.weekly',
  monthly: 'billing.monthly',
  yearly: 'billing.yearly',
} as const;
export const periodName = (period: keyof typeof periods) => t(periods[period]).toLocaleLowerCase();

/** From when until when an order is bought. */
export const validity = ({ starts_at: from, ends_at: to, period }: Invoice) =>
  from && to
    ? t('billing.fromTo', { from: day(from), to: day(to) })
    : t('billing.fromMade', { period: t(periods[period]) });

export const GIB = 2 ** 30;

const DAY = 86_400;

export const daysOf = (seconds: number) => Math.max(1, Math.round(seconds / DAY));

/** Days until a moment, begun ones counted. */
export const daysUntil = (at: string, now = Date.now()) => Math.ceil((Date.parse(at) - now) / (DAY * 1000));

/** A line of an invoice in words. */
export function lineWords({ kind, quantity = 0, text, basis }: Line, invoice: Invoice): string {
  const plan = planTitle(invoice.plan);
  const users = t('billing.users', { n: quantity });
  switch (kind) {
    case 'plan':
      return t('billing.linePlan', { plan, users, period: periodName(invoice.period) });
    case 'storage':
      return t('billing.lineStorage', { n: quantity });
    case 'upgrade':
      return t('billing.lineUpgrade', { n: daysOf(basis?.left ?? 0) });
    case 'discount':
      return t('billing.lineDiscount', { code: text ?? '' });
    default:
      return t('billing.lineTax', { share: share(quantity) });
  }
}

export const states = {
  unlimited: 'billing.stateActive',
  free: 'billing.stateFree',
  trial: 'billing.stateTrial',
  active: 'billing.stateActive',
  grace: 'billing.stateGrace',
  expired: 'billing.stateExpired',
} as const;

/** Time that was paid for is left, or has just ended: a smaller plan would lose some of it. */
export const isPaid = ({ status }: CurrentPlan) => status === 'active' || status === 'grace';

/** The reason that a plan cannot be bought for so many people, or for the workspace with its plan; null without one. */
export function misfit(plan: Plan, users: number, current: CurrentPlan | undefined): string | null {
  const { min_users_to_activate: min, max_users_to_activate: max } = plan;
  if (current && plan.name === 'free') return t('billing.fitsNewOnly');
  if (plan.name === 'free') return null;
  if (max > 0 && users > max) return t('billing.fitsUpTo', { n: max, users });
  if (!current) return users < min ? t('billing.fitsFrom', { n: min }) : null;
  const now = current.plan.storage + current.extra_storage * GIB;
  if (isPaid(current) && plan.name !== current.plan.name && plan.storage < now) return t('billing.fitsSmaller');
  if (current.storage_used > plan.storage) return t('billing.fitsStorage', { used: size(current.storage_used) });
  return users < min ? t('billing.fitsFrom', { n: min }) : null;
}

/** Whether a moment has passed. */
export const isPast = (at: string | null, now = Date.now()) => at !== null && Date.parse(at) <= now;
