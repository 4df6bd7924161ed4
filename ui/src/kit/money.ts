import { latinDigits } from './digits';

/** The currencies that the server knows. */
export type Currency = 'IRT' | 'IRR' | 'EUR' | 'USD';

const names: Record<Currency, { readonly fa: string; readonly en: string; readonly digits: number }> = {
  IRT: { fa: 'تومان', en: 'Toman', digits: 0 },
  IRR: { fa: 'ریال', en: 'Rial', digits: 0 },
  EUR: { fa: 'یورو', en: 'euros', digits: 2 },
  USD: { fa: 'دلار', en: 'US dollars', digits: 2 },
};

const isPersian = (lang: string) => lang.startsWith('fa');

/** How many digits stand behind the point: amounts are whole numbers of the smallest unit. */
export const moneyDigits = (currency: Currency): number => names[currency].digits;

/** «تومان» or Toman, for the end of a field. */
export const currencyName = (currency: Currency, lang: string): string =>
  isPersian(lang) ? names[currency].fa : names[currency].en;

/** «۲۰٬۲۴۹٬۹۲۳» or 20,249.92: an amount in the smallest unit, without its currency. */
export function formatAmount(amount: number, currency: Currency, lang: string): string {
  const { digits } = names[currency];
  return new Intl.NumberFormat(isPersian(lang) ? 'fa-IR' : 'en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

/** «۲۰٬۲۴۹٬۹۲۳ تومان» or 20,249.92 euros, from an amount in the smallest unit of the currency. */
export const formatMoney = (amount: number, currency: Currency, lang: string): string =>
  // The number and its currency stay on one line.
  `${formatAmount(amount, currency, lang)}\u00a0${currencyName(currency, lang)}`;

/** The typed amount, in the smallest unit: digits of any language, with separators. Null for anything else. */
export function parseMoney(text: string, currency: Currency): number | null {
  const { digits } = names[currency];
  const plain = latinDigits(text)
    .replace(/[\s\u200c-\u200f٬,،]/g, '')
    .replace(/[٫/]/, '.');
  const [, whole = '', rest = ''] = /^(\d{1,13})(?:\.(\d*))?$/.exec(plain) ?? [];
  if (!whole || rest.length > digits) return null;
  return Number(whole + rest.padEnd(digits, '0'));
}
