import { ScrollText } from 'lucide-react';
import { Fault } from '~/api/fault';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import type { AuditEvent } from '~/api/types';
import { t } from '~/i18n';
import { dayName } from '~/i18n/format';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';
import { useEvents, type LogScope } from './api';
import { EventRow } from './event-row';
import { isFiltered, type Filter } from './filter';

type Props = { scope: LogScope; filter?: Filter; onPerson?: (id: string) => void };

/** The newest first; older ones when they are asked for. */
export function EventList({ scope, filter, onPerson }: Props) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useEvents(scope, filter);
  // No account has that address or number.
  const nobody = error instanceof Fault && error.key === 'invalid_id';
  const events = nobody ? [] : data?.pages.flatMap((page) => page.events);
  if (!events) return error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={6} />;
  if (events.length === 0) {
    return (
      <State
        className="py-8!"
        icon={<ScrollText size={34} strokeWidth={1.6} />}
        title={t('audit.emptyTitle')}
        text={t(
          filter && isFiltered(filter)
            ? 'audit.emptyFiltered'
            : scope === 'alarms'
              ? 'audit.emptyAlarms'
              : 'audit.emptyText',
        )}
      />
    );
  }
  // The own events have a heading above them; the log of all has only that of the page.
  const Day = scope === 'own' ? 'h3' : 'h2';
  return (
    <div>
      {daysOf(events).map(({ name, its }) => (
        <section key={name} aria-label={name} className="not-first:pt-5">
          <Day className="border-b border-line pb-2 text-xs font-semibold text-muted">{name}</Day>
          <ol className="divide-y divide-line">
            {its.map((event) => (
              <EventRow key={event.number} event={event} onPerson={onPerson} />
            ))}
          </ol>
        </section>
      ))}
      {hasNextPage && (
        <div className="flex justify-center pt-2">
          <Button kind="outline" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('audit.more')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The events by day, as they come. */
function daysOf(events: readonly AuditEvent[]): { name: string; its: AuditEvent[] }[] {
  const days: { name: string; its: AuditEvent[] }[] = [];
  for (const event of events) {
    const name = dayName(event.at);
    const last = days.at(-1);
    if (last?.name === name) last.its.push(event);
    else days.push({ name, its: [event] });
  }
  return days;
}
