import { describe, expect, it } from 'vitest';
import type { PlanChoice, PlanTerms } from './api';
import { limitsOf, overOf, canHold, usersFor, firstUntil } from './plan-change';

const GIB = 2 ** 30;

const plan: PlanTerms = {
  plan_id: 'a',
  name: 'standard',
  version: 1,
  title_fa: 'پایه',
  title_en: 'Standard',
  price_per_user: 1,
  extra_storage_per_gig_price: 1,
  min_users_to_activate: 2,
  max_users_to_activate: 5,
  storage: 50 * GIB,
  versioning: 20,
  timeline_days: 30,
  restore_days: 30,
  custom_fields: 20,
  advanced_search: false,
  priority_support: 'basic',
  ai_agent: 'disabled',
  withdrawn: false,
};
const choice: PlanChoice = {
  current: null,
  users_count: 0,
  extra_storage: 0,
  bonus: GIB,
  ends_at: null,
  members: 3,
  storage_used: 52 * GIB,
  custom_fields: 20,
  seen: 'none',
  plans: [plan],
};

describe('a plan that staff choose', () => {
  it('is for those who are there, as far as it takes them', () => {
    expect(usersFor(plan, choice)).toBe(3);
    expect(usersFor(plan, { ...choice, members: 1 })).toBe(2);
    expect(usersFor(plan, { ...choice, members: 9 })).toBe(5);
    expect(usersFor({ ...plan, max_users_to_activate: 0 }, { ...choice, members: 9 })).toBe(9);
  });

  it('says which limits the workspace is over', () => {
    expect(overOf(limitsOf(plan, 3, 0, choice.bonus), choice)).toEqual(['storage']);
    expect(overOf(limitsOf(plan, 3, 1, choice.bonus), choice)).toEqual([]);
    expect(overOf(limitsOf(plan, 2, 1, choice.bonus), { ...choice, custom_fields: 21 })).toEqual(['users', 'fields']);
  });

  it('takes no fewer and no more people than its terms say', () => {
    expect([1, 2, 5, 6].map((users) => canHold(plan, users))).toEqual([false, true, true, false]);
  });
});

it('gives a plan for as long as the one before was bought, and 30 days without one', () => {
  expect(firstUntil({ ends_at: '2027-11-29T09:00:00Z' }, '2026-11-29')).toBe('2027-11-29');
  expect(firstUntil({ ends_at: null }, '2026-11-29')).toBe('2026-12-29');
  expect(firstUntil({ ends_at: '2026-11-01T09:00:00Z' }, '2026-11-29')).toBe('2026-12-29');
});
