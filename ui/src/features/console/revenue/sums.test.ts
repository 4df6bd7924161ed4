import { describe, expect, it } from 'vitest';
import type { Month, Sums } from './api';
import { byName, shareOf, total } from './sums';

const sums = (paid: number, refunds = 0): Sums => ({
  invoices: 1,
  paid,
  discounts: 5,
  tax: 2,
  refunded: refunds ? 1 : 0,
  refunds,
  net: paid - refunds,
});
const month = (n: number, plans: [string, Sums][]): Month => ({
  year: 1405,
  month: n,
  starts_at: '',
  ends_at: '',
  ...total(plans.map(([, part]) => part)),
  plans: plans.map(([name, part]) => ({ name, ...part })),
  providers: [],
});

const months = [
  month(1, [
    ['standard', sums(100)],
    ['business', sums(300)],
  ]),
  month(2, [['standard', sums(250, 100)]]),
];

describe('sums of revenue', () => {
  it('adds all columns', () => {
    expect(total(months)).toEqual({
      invoices: 3,
      paid: 650,
      discounts: 15,
      tax: 6,
      refunded: 1,
      refunds: 100,
      net: 550,
    });
  });

  it('joins the parts of months, the largest first', () => {
    expect(byName(months, 'plans').map(({ name, net, refunds }) => [name, net, refunds])).toEqual([
      ['business', 300, 0],
      ['standard', 250, 100],
    ]);
  });

  it('measures bars by the highest one, and draws none of a year without money', () => {
    expect(shareOf(200, months)).toBe(0.5);
    expect(shareOf(0, [month(1, [])])).toBe(0);
  });
});
