import { describe, expect, it } from 'vitest';
import type { AdminPlan } from '../api';
import { draftOf, isSame, termsOf, wrongFields, type PlanDraft } from './plan-draft';

const plan: AdminPlan = {
  plan_id: '1',
  name: 'business',
  version: 3,
  title_fa: 'کسب‌وکار',
  title_en: 'Business',
  price_per_user: 219_000,
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
  workspaces: 14,
};

const wrong = (change: Partial<PlanDraft>, name = 'business') => [
  ...wrongFields(name, { ...draftOf(plan), ...change }),
];

describe('the draft of a plan', () => {
  it('holds the storage in gigabytes, and sends bytes', () => {
    expect(draftOf(plan).storage).toBe(500);
    expect(termsOf({ ...draftOf(plan), storage: 0.5 }).storage).toBe(512 * 1024 ** 2);
    expect(Object.keys(termsOf(draftOf(plan)))).not.toContain('workspaces');
  });

  it('tells whether anything was changed', () => {
    expect(isSame(draftOf(plan), draftOf({ ...plan, workspaces: 15 }))).toBe(true);
    expect(isSame(draftOf(plan), draftOf({ ...plan, price_per_user: 229_000 }))).toBe(false);
  });

  it('finds what the server would refuse', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ price_per_user: 0 })).toEqual(['price_per_user']);
    expect(wrong({ price_per_user: 0 }, 'free')).toEqual([]);
    expect(wrong({ price_per_user: 5 }, 'free')).toEqual(['price_per_user']);
    expect(wrong({ max_users_to_activate: 9 })).toEqual(['max_users_to_activate']);
    expect(wrong({ max_users_to_activate: 0 })).toEqual([]);
    expect(wrong({ timeline_days: 36_501, storage: Number.NaN, title_fa: ' ' })).toEqual([
      'title_fa',
      'storage',
      'timeline_days',
    ]);
  });
});
