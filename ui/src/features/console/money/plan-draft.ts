import type { AdminPlan, PlanTerms } from '../api';

/** Days that stand for ever. */
export const FOR_EVER = 36_500;

export const GIB = 1024 ** 3;

/** The fields of a plan as the form holds them: storage in gigabytes, NaN for what is no number yet. */
export type PlanDraft = PlanTerms;

/** The part of a plan that a new version may change. */
export const draftOf = (plan: AdminPlan): PlanDraft => ({
  title_fa: plan.title_fa,
  title_en: plan.title_en,
  price_per_user: plan.price_per_user,
  extra_storage_per_gig_price: plan.extra_storage_per_gig_price,
  min_users_to_activate: plan.min_users_to_activate,
  max_users_to_activate: plan.max_users_to_activate,
  storage: plan.storage / GIB,
  versioning: plan.versioning,
  timeline_days: plan.timeline_days,
  restore_days: plan.restore_days,
  custom_fields: plan.custom_fields,
  advanced_search: plan.advanced_search,
  priority_support: plan.priority_support,
  ai_agent: plan.ai_agent,
  withdrawn: plan.withdrawn,
});

export const termsOf = (draft: PlanDraft): PlanTerms => ({ ...draft, storage: Math.round(draft.storage * GIB) });

export const isSame = (one: PlanDraft, other: PlanDraft) => JSON.stringify(one) === JSON.stringify(other);

export type PlanField = keyof PlanDraft;

/** The fields that the server would refuse. */
export function wrongFields(name: string, draft: PlanDraft): Set<PlanField> {
  const { min_users_to_activate: least, max_users_to_activate: most, price_per_user: price } = draft;
  const wrong: [PlanField, boolean][] = [
    ['title_fa', !draft.title_fa.trim()],
    ['title_en', !draft.title_en.trim()],
    ['price_per_user', !(name === 'free' ? price === 0 : price > 0)],
    ['extra_storage_per_gig_price', !(draft.extra_storage_per_gig_price >= 0)],
    ['min_users_to_activate', !(least >= 1)],
    ['max_users_to_activate', !(most === 0 || most >= least)],
    ['storage', !(draft.storage > 0)],
    ['versioning', !(draft.versioning >= 0)],
    ['timeline_days', !(draft.timeline_days >= 1 && draft.timeline_days <= FOR_EVER)],
    ['restore_days', !(draft.restore_days >= 1 && draft.restore_days <= FOR_EVER)],
    ['custom_fields', !(draft.custom_fields >= 0)],
  ];
  return new Set(wrong.flatMap(([field, bad]) => (bad ? [field] : [])));
}
