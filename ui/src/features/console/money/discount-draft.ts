import { endOfDay, isoDayOf, startOfDay, type IsoDay } from '~/kit/calendar-math';
import type { Discount, DiscountTerms } from '../api';

/** A discount code as the form holds it; NaN for what is no number yet. */
export interface DiscountDraft {
  readonly code: string;
  readonly kind: 'percent' | 'amount';
  readonly percent: number;
  readonly amount: number;
  readonly cap: number;
  readonly uses: number;
  readonly plans: readonly string[];
  readonly firstOnly: boolean;
  readonly from: IsoDay;
  /** Null without an end. */
  readonly to: IsoDay | null;
}

export const newDraft = (today: IsoDay): DiscountDraft => ({
  code: '',
  kind: 'percent',
  percent: 20,
  amount: Number.NaN,
  cap: 0,
  uses: 0,
  plans: [],
  firstOnly: false,
  from: today,
  to: null,
});

export const draftOf = (discount: Discount, today: IsoDay, zone: string): DiscountDraft => ({
  code: discount.code,
  kind: discount.percent > 0 ? 'percent' : 'amount',
  percent: discount.percent || Number.NaN,
  amount: discount.amount || Number.NaN,
  cap: discount.cap,
  uses: discount.uses,
  plans: discount.plans,
  firstOnly: discount.first_only,
  from: discount.starts_at ? isoDayOf(discount.starts_at, zone) : today,
  to: discount.ends_at ? isoDayOf(discount.ends_at, zone) : null,
});

/** The body of the call: days begin and end where the calendar is from. */
export const termsOf = (draft: DiscountDraft, zone: string): DiscountTerms => ({
  ...(draft.kind === 'percent' ? { percent: draft.percent, cap: draft.cap } : { amount: draft.amount }),
  uses: draft.uses,
  plans: draft.plans,
  first_only: draft.firstOnly,
  starts_at: startOfDay(draft.from, zone).toISOString(),
  ...(draft.to && { ends_at: endOfDay(draft.to, zone).toISOString() }),
});

/** All of a code as it is, to be sent again with a change. */
export const sameTerms = (discount: Discount): DiscountTerms => ({
  percent: discount.percent,
  amount: discount.amount,
  cap: discount.cap,
  uses: discount.uses,
  plans: discount.plans,
  first_only: discount.first_only,
  ...(discount.starts_at && { starts_at: discount.starts_at }),
  ...(discount.ends_at && { ends_at: discount.ends_at }),
  withdrawn: discount.withdrawn,
});

type Field = 'code' | 'percent' | 'amount' | 'cap' | 'uses' | 'ends_at';

/** The fields that the server would refuse, by its names. */
export function wrongFields(draft: DiscountDraft): Set<Field> {
  const { kind, percent, amount, cap, uses, from, to } = draft;
  const wrong: [Field, boolean][] = [
    ['code', !/^[^\s/?#%]{1,40}$/.test(draft.code.trim())],
    ['percent', kind === 'percent' && !(percent >= 1 && percent <= 100)],
    ['amount', kind === 'amount' && !(amount > 0)],
    ['cap', kind === 'percent' && !(cap >= 0)],
    ['uses', !(uses >= 0)],
    ['ends_at', to !== null && to < from],
  ];
  return new Set(wrong.flatMap(([field, bad]) => (bad ? [field] : [])));
}

type State = 'active' | 'waiting' | 'over' | 'usedUp' | 'withdrawn';

export function stateOf({ withdrawn, ends_at: end, starts_at: start, uses, used }: Discount, now: number): State {
  if (withdrawn) return 'withdrawn';
  if (end && Date.parse(end) <= now) return 'over';
  if (uses > 0 && used >= uses) return 'usedUp';
  return start && Date.parse(start) > now ? 'waiting' : 'active';
}
