import { ScrollText } from 'lucide-react';
import { Fault } from '~/api/fault';
import { Loading, Trouble } from '~/page/card-states';
import { t } from '~/i18n';
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
  if (!events) return error ? <Trouble error={error} retry={refetch} /> : <Loading rows={6} />;
  if (events.length === 0) {
    return (
      <State
        className="py-8!"
        icon={<ScrollText size={34} strokeWidth={1.6} />}
        title={t('audit.emptyTitle')}
        text={t(filter && isFiltered(filter) ? 'audit.emptyFiltered' : 'audit.emptyText')}
      />
    );
  }
  return (
    <div>
      <ol className="-mt-3.5 divide-y divide-line">
        {events.map((event) => (
          <EventRow key={event.number} event={event} onPerson={onPerson} />
        ))}
      </ol>
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
