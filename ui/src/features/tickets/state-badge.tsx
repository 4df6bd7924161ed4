import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import type { Summary } from './api';
import { stateOf } from './words';

const tones = {
  waiting: 'bg-warning-soft text-warning',
  answered: 'bg-brand-soft text-brand',
  solved: 'bg-success-soft text-success',
  closed: 'bg-sunken text-muted ring-1 ring-line',
} as const;

type Props = { ticket: Pick<Summary, 'status' | 'answered'>; staff?: boolean };

/** How a ticket stands. For staff an answered one waits for its user. */
export function StateBadge({ ticket, staff }: Props) {
  const state = stateOf(ticket);
  const forStaff = { waiting: 'tickets.waitingStaff', answered: 'tickets.waitingUser' } as const;
  const words =
    staff && (state === 'waiting' || state === 'answered') ? forStaff[state] : (`tickets.${state}` as const);
  return (
    <span className={cx('shrink-0 rounded-md px-2 py-0.5 text-xs font-semibold whitespace-nowrap', tones[state])}>
      {t(words)}
    </span>
  );
}
