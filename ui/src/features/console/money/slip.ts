import { parseMoney } from '~/kit/money';
import { latinDigits } from '~/kit/digits';
import { isoDayOf, type IsoDay } from '~/kit/calendar-math';
import { ZONE } from '~/page/dates/locale';
import type { Payment } from '../api';

/** What staff read on the receipt of a transfer, as they typed it. */
export type Slip = { amount: string; date: IsoDay | null; reference: string; payer: string };

export const emptySlip: Slip = { amount: '', date: null, reference: '', payer: '' };

export type SlipField = keyof Slip;

/** Banks of Iran write Rial: ten of them are a Toman. */
export const slipCurrency = ({ currency }: Pick<Payment, 'currency'>) => (currency === 'IRT' ? 'IRR' : currency);

/** The total of an invoice as a receipt should name it. */
export const slipTotal = ({ currency, total }: Pick<Payment, 'currency' | 'total'>) =>
  currency === 'IRT' ? total * 10 : total;

export const slipAmount = (slip: Slip, payment: Pick<Payment, 'currency'>) =>
  slip.amount.trim() ? parseMoney(slip.amount, slipCurrency(payment)) : null;

/** Letters that two keyboards write in two ways, spaces and case do not tell names apart. */
const plain = (text: string) =>
  latinDigits(text)
    .toLowerCase()
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک')
    .replaceAll('ة', 'ه')
    .replace(/[\p{P}\p{Z}\p{Cf}]/gu, '');

const contains = (one: string, other: string) => one.includes(other) || other.includes(one);

const isSamePayer = (typed: string, known: readonly string[]): boolean =>
  known.some((text) => plain(text) && contains(plain(text), plain(typed)));

/** Whether each field that was read agrees with the invoice; fields that were not read, or have nothing to compare, are left out. */
export function compareSlip(payment: Payment, slip: Slip, today: IsoDay): Partial<Record<SlipField, boolean>> {
  const agrees: Partial<Record<SlipField, boolean>> = {};
  if (slip.amount.trim()) agrees.amount = slipAmount(slip, payment) === slipTotal(payment);
  if (slip.date) agrees.date = slip.date >= isoDayOf(payment.created_at, ZONE) && slip.date <= today;
  if (slip.reference.trim() && payment.reference) {
    agrees.reference = plain(slip.reference) === plain(payment.reference);
  }
  if (plain(slip.payer)) agrees.payer = isSamePayer(slip.payer, [payment.buyer.name, payment.user.name]);
  return agrees;
}

export const mismatches = (agrees: Partial<Record<SlipField, boolean>>): SlipField[] =>
  (['amount', 'date', 'reference', 'payer'] as const).filter((field) => agrees[field] === false);
