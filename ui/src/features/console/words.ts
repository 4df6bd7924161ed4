import { currentLang, isRtl, num, t } from '~/i18n';
import { formatMoney } from '~/kit/money';
import type { AdminPlan, Line, Payment } from './api';

/** The name of a plan in the language of the page. */
export const planTitle = (plan: Pick<AdminPlan, 'title_fa' | 'title_en'>) => (isRtl() ? plan.title_fa : plan.title_en);

export const buyerName = ({ buyer, user }: Payment) => buyer.name || user.name;

/** «ارتقا به کسب‌وکار، ۲۰ نفر، سالانه» */
export function orderWords({ intent, plan, users_count: n, period }: Payment): string {
  return [
    t(`console.order_${intent}`, { plan: planTitle(plan) }),
    t('console.people', { n }),
    t(`console.period_${period}`),
  ].join(isRtl() ? '، ' : ', ');
}

/** The text for the description of a transfer, which the buyer writes there. */
export const shortCode = ({ payment_id: id }: Payment) => id.slice(0, 8);

/** A tax comes in hundredths of a per cent. */
export const rate = (tax: number) => num(tax / 10_000, { style: 'percent', maximumFractionDigits: 2 });

export function lineWords({ kind, quantity: n = 0, text = '', within }: Line): string {
  switch (kind) {
    case 'plan':
      return t('console.linePlan', { n });
    case 'storage':
      return t('console.lineStorage', { n });
    case 'upgrade':
      return t('console.lineUpgrade');
    case 'discount':
      return t('console.lineDiscount', { code: text });
    default:
      return t(within ? 'console.lineTaxWithin' : 'console.lineTax', { rate: rate(n) });
  }
}

export const money = (amount: number, { currency }: Pick<Payment, 'currency'>) =>
  formatMoney(amount, currency, currentLang());
