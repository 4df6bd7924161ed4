import { useState } from 'react';
import { StateBadge } from '~/features/tickets/state-badge';
import { departmentNames, dueDay } from '~/features/tickets/words';
import { t } from '~/i18n';
import { day, fullDate } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Checkbox } from '~/kit/checkbox';
import { cx } from '~/kit/cx';
import { ChoiceRow } from '../choice-row';
import { KeyHints } from '../key-hints';
import type { StaffSummary } from './tickets-api';

type Props = {
  tickets: readonly StaffSummary[];
  shown: string | null;
  changes: boolean;
  /** The ids of those that an act is meant for. */
  marked: ReadonlySet<string>;
  onMark: (marked: ReadonlySet<string>) => void;
  onChoose: (id: string) => void;
  onMore?: () => void;
  busy?: boolean;
};

/** Until when an answer is due; a day of this week by its name. */
export function dueText(due: string | null, now: number): string {
  if (!due) return t('tickets.noClock');
  const at = Date.parse(due);
  if (at < now) return t('tickets.overdue', { day: day(due) });
  return t('tickets.dueOn', { day: dueDay(due, now) });
}

/** Tickets in the order in which they are due, and the keys that lead through them. */
export function TicketRows({ tickets, shown, changes, marked, onMark, onChoose, onMore, busy }: Props) {
  const mark = (id: string) => {
    const next = new Set(marked);
    if (!next.delete(id)) next.add(id);
    onMark(next);
  };
  return (
    <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      <ul aria-label={t('console.tickets')}>
        {tickets.map((ticket) => (
          <Row
            key={ticket.id}
            ticket={ticket}
            current={ticket.id === shown}
            onChoose={() => onChoose(ticket.id)}
            marked={marked.has(ticket.id)}
            {...(changes && { onMark: () => mark(ticket.id) })}
          />
        ))}
      </ul>
      {onMore && (
        <div className="grid p-4">
          <Button kind="outline" busy={!!busy} onClick={onMore}>
            {t('tickets.more')}
          </Button>
        </div>
      )}
      <KeyHints
        hints={[
          { keys: ['J', 'K'], text: t('tickets.keyMove') },
          changes && { keys: ['R'], text: t('tickets.keyReply') },
          changes && { keys: ['N'], text: t('tickets.keyNote') },
          changes && { keys: ['A'], text: t('tickets.keyAssign') },
        ]}
      />
    </div>
  );
}

type RowProps = {
  ticket: StaffSummary;
  current: boolean;
  onChoose: () => void;
  marked: boolean;
  onMark?: () => void;
};

function Row({ ticket, current, onChoose, marked, onMark }: RowProps) {
  const [now] = useState(() => Date.now());
  const { due_at: due, subject, user, assignee, department } = ticket;
  return (
    <ChoiceRow
      current={current}
      onChoose={onChoose}
      before={
        onMark && (
          <Checkbox
            hideLabel
            label={t('tickets.choose', { subject })}
            checked={marked}
            onChange={onMark}
            className="ms-3"
          />
        )
      }
      className={cx('grid grid-cols-[minmax(0,1fr)] gap-1 pe-4', onMark ? 'ps-2.5' : 'ps-4')}
    >
      <span className="flex items-baseline gap-3">
        <span dir="auto" className="min-w-0 flex-1 truncate font-semibold [text-align:match-parent]">
          {subject}
        </span>
        <span
          title={due ? fullDate(due) : undefined}
          className={cx('shrink-0 text-xs', due && Date.parse(due) < now ? 'font-semibold text-danger' : 'text-muted')}
        >
          {due ? dueText(due, now) : ''}
        </span>
      </span>
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-xs text-muted">
          <bdi>{user.name}</bdi>
          {' · '}
          {t(departmentNames[department])}
          {assignee && (
            <>
              {' · '}
              <bdi>{assignee.name}</bdi>
            </>
          )}
        </span>
        <StateBadge staff ticket={ticket} />
      </span>
    </ChoiceRow>
  );
}
