import { t, type PlainKey } from '~/i18n';
import { dayName } from '~/i18n/format';
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

/** «سه‌شنبه» */
export const dueDay = (at: string) => dayName(at);

export const days = (n: number) => t('tickets.days', { n });
