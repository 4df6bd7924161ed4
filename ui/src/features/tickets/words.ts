import { locale, t, type PlainKey } from '~/i18n';
import { day } from '~/i18n/format';
import type { Department, Summary } from './api';

export const departmentNames = {
  technical: 'tickets.technical',
  financial: 'tickets.financial',
  sales: 'tickets.sales',
  other: 'tickets.other',
} as const satisfies Record<Department, PlainKey>;

/** How a ticket stands, as its user reads it. */
export function stateOf({ status, answered }: Pick<Summary, 'status' | 'answered'>) {
  if (status === 'closed') return 'closed';
  if (status === 'solved') return 'solved';
  return answered ? 'answered' : 'waiting';
}

const WEEK = 6 * 86_400_000;

/** Days of the coming week by their name, all others by their date. */
export function dueDay(at: string, now: number = Date.now()): string {
  const from = Date.parse(at) - now;
  if (from < 0 || from > WEEK) return day(at);
  return new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'Asia/Tehran' }).format(new Date(at));
}

export const days = (n: number) => t('tickets.days', { n });

const tiers = ['growth', 'professional', 'enterprise'] as const;

/** The plan of a ticket's user; one without a name of its own is the basic one. */
export const tierText = (tier: string) => t(`tickets.tier_${tiers.find((known) => known === tier) ?? 'basic'}`);
