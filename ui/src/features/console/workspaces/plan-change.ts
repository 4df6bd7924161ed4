import { isoDayOf, shiftDays, type IsoDay } from '~/kit/calendar-math';
import { ZONE } from '~/page/dates/locale';
import { GIB } from '../money/plan-draft';
import type { PlanChoice, PlanTerms } from './api';

/** The limits of a workspace on a plan. Amounts of 0 are unlimited. */
export interface Limits {
  readonly storage: number;
  readonly users: number;
  readonly versions: number;
  readonly timeline: number;
  readonly restore: number;
  readonly fields: number;
}

/** The limits of a plan for so many people, and with storage that was added. */
export const limitsOf = (plan: PlanTerms, users: number, extra: number, bonus: number): Limits => ({
  storage: plan.storage + extra * GIB + bonus,
  users,
  versions: plan.versioning,
  timeline: plan.timeline_days,
  restore: plan.restore_days,
  fields: plan.custom_fields,
});

/** How many people a plan is given for: those who are there, as far as it takes them. */
export function usersFor(plan: PlanTerms, choice: PlanChoice): number {
  const wanted = Math.max(plan.min_users_to_activate, choice.members, choice.users_count);
  return plan.max_users_to_activate > 0 ? Math.min(wanted, plan.max_users_to_activate) : wanted;
}

/** The day until when a plan is given at first: as long as the one before was bought, or 30 days. */
export function firstUntil({ ends_at: end }: Pick<PlanChoice, 'ends_at'>, today: IsoDay): IsoDay {
  const bought = end && isoDayOf(end, ZONE);
  return bought && bought > today ? bought : shiftDays(today, 30);
}

/** Whether a plan takes so many people. */
export const canHold = ({ min_users_to_activate: least, max_users_to_activate: most }: PlanTerms, users: number) =>
  users >= least && (most === 0 || users <= most);

/** Which limits the workspace would be over. Nothing is deleted, but nothing more fits. */
export function overOf({ storage, users, fields }: Limits, choice: PlanChoice): ('storage' | 'users' | 'fields')[] {
  const over: ('storage' | 'users' | 'fields')[] = [];
  if (choice.storage_used > storage) over.push('storage');
  if (choice.members > users) over.push('users');
  if (choice.custom_fields > fields) over.push('fields');
  return over;
}
