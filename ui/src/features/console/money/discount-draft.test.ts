import { describe, expect, it } from 'vitest';
import type { Discount } from '../api';
import { draftOf, newDraft, stateOf, termsOf, wrongFields, type DiscountDraft } from './discount-draft';

const zone = 'Asia/Tehran';
const today = '2026-11-22';
const discount: Discount = {
  code: 'NOWRUZ',
  percent: 20,
  amount: 0,
  cap: 100_000,
  plans: ['business'],
  uses: 10,
  used: 3,
  first_only: true,
  starts_at: '2026-11-20T20:30:00Z',
  ends_at: '2026-12-21T20:29:59Z',
  withdrawn: false,
};

const wrong = (change: Partial<DiscountDraft>) => [...wrongFields({ ...newDraft(today), code: 'A', ...change })];

describe('the draft of a discount code', () => {
  it('holds the days of the calendar, and sends their beginning and end', () => {
    const draft = draftOf(discount, today, zone);
    expect(draft).toMatchObject({ kind: 'percent', from: '2026-11-21', to: '2026-12-21', cap: 100_000 });
    const { starts_at: start, ends_at: end } = termsOf(draft, zone);
    expect(start).toBe('2026-11-20T20:30:00.000Z');
    expect(Date.parse(end ?? '')).toBeGreaterThan(Date.parse('2026-12-21T20:29:00Z'));
    expect(Date.parse(end ?? '')).toBeLessThanOrEqual(Date.parse('2026-12-21T20:30:00Z'));
  });

  it('takes off a share or an amount, never both', () => {
    const draft = { ...draftOf(discount, today, zone), kind: 'amount', amount: 50_000 } as const;
    expect(termsOf(draft, zone)).toMatchObject({ amount: 50_000 });
    expect(Object.keys(termsOf(draft, zone))).not.toContain('percent');
    expect(Object.keys(termsOf({ ...draft, kind: 'percent' }, zone))).not.toContain('amount');
  });

  it('finds what the server would refuse', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ code: 'A B' })).toEqual(['code']);
    expect(wrong({ code: '' })).toEqual(['code']);
    expect(wrong({ percent: 101 })).toEqual(['percent']);
    expect(wrong({ kind: 'amount' })).toEqual(['amount']);
    expect(wrong({ kind: 'amount', amount: 5, percent: Number.NaN })).toEqual([]);
    expect(wrong({ uses: Number.NaN, to: '2026-11-21' })).toEqual(['uses', 'ends_at']);
    expect(wrong({ to: today })).toEqual([]);
  });

  it('tells whether a code can be used', () => {
    const now = Date.parse('2026-11-22T12:00:00Z');
    expect(stateOf(discount, now)).toBe('active');
    expect(stateOf({ ...discount, withdrawn: true }, now)).toBe('withdrawn');
    expect(stateOf({ ...discount, used: 10 }, now)).toBe('usedUp');
    expect(stateOf({ ...discount, uses: 0, used: 10 }, now)).toBe('active');
    expect(stateOf(discount, Date.parse('2026-12-22T00:00:00Z'))).toBe('over');
    expect(stateOf(discount, Date.parse('2026-11-20T00:00:00Z'))).toBe('waiting');
  });
});
