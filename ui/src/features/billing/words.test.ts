import { beforeAll, describe, expect, it } from 'vitest';
import { setLang, withWords } from '~/i18n';
import type { CurrentPlan, Plan, PlanList } from './api';
import { daysUntil, GIB, isPast, misfit, perMonth, perPeriod, range, secondPlan, share, time } from './words';

const plan = (over: Partial<Plan>): Plan => ({
  plan_id: '1',
  name: 'professional',
  version: 1,
  title_fa: 'حرفه‌ای',
  title_en: 'Professional',
  price_per_user: 149_001,
  extra_storage_per_gig_price: 1500,
  min_users_to_activate: 3,
  max_users_to_activate: 25,
  storage: 100 * GIB,
  versioning: 100,
  timeline_days: 90,
  restore_days: 30,
  custom_fields: 50,
  advanced_search: true,
  priority_support: 'growth',
  ai_agent: 'summarize',
  withdrawn: false,
  ...over,
});

const list = { yearly_discount: 20 } as PlanList;

const current = (over: Partial<CurrentPlan>): CurrentPlan => ({
  plan: plan({}),
  status: 'active',
  users_count: 5,
  extra_storage: 0,
  period: 'yearly',
  starts_at: '2026-01-01T00:00:00Z',
  ends_at: '2027-01-01T00:00:00Z',
  locked_at: null,
  members: 4,
  storage_used: 0,
  use: {
    storage_limit: 0,
    member_limit: 0,
    heads: 0,
    versions: 0,
    trash: 0,
    files: 0,
    directories: 0,
    node_limit: 0,
    version_limit: 0,
    custom_fields: 0,
    custom_field_limit: 0,
    timeline_days: 30,
    restore_days: 30,
  },
  can_renew: true,
  can_upgrade: true,
  owner: { name: 'Sara', email: 'sara@example.com' },
  ...over,
});

beforeAll(async () => {
  await setLang('en-us');
  await withWords(Promise.resolve(), 'billing');
});

describe('prices', () => {
  it('are rounded once, for the whole period', () => {
    expect(perMonth(plan({}), 'monthly', list)).toBe(149_001);
    expect(perMonth(plan({}), 'yearly', list)).toBe(119_201);
    expect(perPeriod(plan({}), 7, 'yearly', list)).toBe(10_012_867);
  });
});

describe('words', () => {
  it('tell times, people and shares', () => {
    expect([time(36_500), time(730), time(90)]).toEqual(['unlimited', '2 years', '90 days']);
    expect(range(plan({}))).toBe('3 to 25 people');
    expect(range(plan({ min_users_to_activate: 1 }))).toBe('up to 25 people');
    expect(range(plan({ min_users_to_activate: 1, max_users_to_activate: 1 }))).toBe('1 person');
    expect(range(plan({ max_users_to_activate: 0 }))).toBe('from 3 people');
    expect([share(1000), share(950)]).toEqual(['10%', '9.5%']);
  });

  it('count begun days', () => {
    const now = Date.parse('2026-11-22T12:00:00Z');
    expect(daysUntil('2026-11-23T00:00:00Z', now)).toBe(1);
    expect(daysUntil('2026-11-24T00:00:00Z', now)).toBe(2);
    expect(isPast('2026-11-22T12:00:00Z', now)).toBe(true);
    expect(isPast('2026-11-22T12:00:01Z', now)).toBe(false);
    expect(isPast(null, now)).toBe(false);
  });
});

describe('a plan fits', () => {
  it('the number of people', () => {
    expect(misfit(plan({}), 3, undefined)).toBeNull();
    expect(misfit(plan({}), 2, undefined)).toBe('From 3 people');
    expect(misfit(plan({}), 26, undefined)).toBe('Up to 25 people; you are 26');
  });

  it('a workspace whose plan is no larger, and whose files have room', () => {
    const small = plan({ name: 'standard', storage: 50 * GIB, min_users_to_activate: 1 });
    const large = plan({ name: 'business', storage: 500 * GIB });
    expect(misfit(large, 5, current({}))).toBeNull();
    expect(misfit(small, 5, current({}))).toBe('Smaller than the current plan');
    expect(misfit(small, 5, current({ status: 'trial' }))).toBeNull();
    expect(misfit(large, 5, current({ extra_storage: 500 }))).toBe('Smaller than the current plan');
    expect(misfit(small, 5, current({ status: 'expired', storage_used: 60 * GIB }))).toContain('60 GB');
    expect(misfit(plan({ name: 'free' }), 1, current({}))).toBe('For a new workspace only');
  });
});

describe('the comparison of two plans', () => {
  const plans = [plan({ name: 'free' }), plan({ name: 'standard' }), plan({ name: 'professional' })];

  it('never begins with one against itself', () => {
    expect(secondPlan(plans, 'standard', 'standard')).toBe('professional');
    expect(secondPlan(plans, 'standard', 'professional')).toBe('professional');
    expect(secondPlan(plans, 'standard', undefined)).toBe('professional');
    expect(secondPlan(plans, 'professional', 'professional')).toBe('standard');
  });
});
