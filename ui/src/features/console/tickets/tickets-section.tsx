import { CalendarOff, CircleCheck, TextQuote } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { departments } from '~/features/tickets/api';
import { departmentNames } from '~/features/tickets/words';
import { t } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { SearchField } from '~/kit/search-field';
import { Select } from '~/kit/select';
import { State } from '~/kit/state';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import { useIsCompact } from '~/kit/use-media';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { CannedDialog } from './canned-dialog';
import { HolidaysDialog } from './holidays-dialog';
import { useMayChange } from '../use-rights';
import { SectionFrame } from '../section-frame';
import { TicketDetail, type DetailKeys } from './ticket-detail';
import { TicketRows } from './ticket-rows';
import { useSupport, useStaffTickets, type Filter } from './tickets-api';
import { useLetters } from '../use-letters';

const first: Filter = { status: 'pending', department: '', whose: '', query: '' };

/** Tickets of users: the list beside the conversation. */
export function TicketsSection() {
  const support = useSupport().data;
  const [tool, setTool] = useState<'canned' | 'holidays' | null>(null);
  const [filter, setFilter] = useState(first);
  const query = useDebouncedValue(filter.query.trim(), 250);
  return (
    <SectionFrame
      title={t('console.tickets')}
      actions={
        support?.all && (
          <div role="group" aria-label={t('tickets.desk')} className="flex gap-1">
            <IconButton label={t('tickets.canned')} onClick={() => setTool('canned')}>
              <TextQuote size={19} aria-hidden="true" />
            </IconButton>
            <IconButton label={t('tickets.holidays')} onClick={() => setTool('holidays')}>
              <CalendarOff size={19} aria-hidden="true" />
            </IconButton>
          </div>
        )
      }
    >
      <Tickets
        filter={{ ...filter, query }}
        head={<Filters filter={filter} onChange={setFilter} all={!!support?.all} />}
      />
      {support && tool === 'canned' && <CannedDialog all={support.canned} onClose={() => setTool(null)} />}
      {support && tool === 'holidays' && <HolidaysDialog all={support.holidays} onClose={() => setTool(null)} />}
    </SectionFrame>
  );
}

type FilterProps = { filter: Filter; onChange: (filter: Filter) => void; all: boolean };

function Filters({ filter, onChange, all }: FilterProps) {
  return (
    <div className="grid gap-2 border-b border-line p-3">
      <SearchField
        label={t('tickets.search')}
        value={filter.query}
        onChange={(query) => onChange({ ...filter, query })}
      />
      <div className="grid grid-cols-2 gap-2">
        <Select<Filter['status']>
          hideLabel
          label={t('tickets.status')}
          value={filter.status}
          options={[
            { value: 'pending', label: t('tickets.open') },
            { value: 'solved', label: t('tickets.solvedOnes') },
            { value: 'closed', label: t('tickets.closedOnes') },
            { value: '', label: t('tickets.all') },
          ]}
          onChange={(status) => onChange({ ...filter, status })}
        />
        <Select<Filter['whose']>
          hideLabel
          label={t('tickets.whose')}
          value={filter.whose}
          options={[
            { value: '', label: t('tickets.everybody') },
            { value: 'mine', label: t('tickets.mine') },
            { value: 'unassigned', label: t('tickets.unassigned') },
          ]}
          onChange={(whose) => onChange({ ...filter, whose })}
        />
        {all && (
          <div className="col-span-2">
            <Select<Filter['department']>
              hideLabel
              label={t('tickets.department')}
              value={filter.department}
              options={[
                { value: '', label: t('tickets.allDepartments') },
                ...departments.map((value) => ({ value, label: t(departmentNames[value]) })),
              ]}
              onChange={(department) => onChange({ ...filter, department })}
            />
          </div>
        )}
      </div>
    </div>
  );
}

function Tickets({ filter, head }: { filter: Filter; head: React.ReactNode }) {
  const compact = useIsCompact();
  const changes = useMayChange('tickets');
  const [search, setSearch] = useSearchParams();
  const query = useStaffTickets(filter);
  const tickets = query.data?.pages.flatMap((page) => page.tickets) ?? [];
  const asked = search.get('ticket');
  // Beside the list, something is always open. A mail leads to one that the filter may not show.
  const shown = asked ?? (compact ? null : (tickets[0]?.id ?? null));
  const index = tickets.findIndex(({ id }) => id === shown);
  const keys = useRef<DetailKeys>({});
  const choose = (id?: string) => setSearch(id ? { ticket: id } : {}, { replace: !compact });
  useLetters({
    j: () => tickets[index + 1] && choose(tickets[index + 1]?.id),
    k: () => index > 0 && choose(tickets[index - 1]?.id),
    r: () => keys.current.reply?.(),
    n: () => keys.current.note?.(),
    a: () => keys.current.assign?.(),
  });
  return (
    <div className="flex min-h-0 flex-1">
      {(!compact || !shown) && (
        <div className="flex w-full shrink-0 flex-col border-line min-[900px]:w-80 min-[900px]:border-e">
          {head}
          {!query.data && (
            <div className="p-4">
              {query.error ? <Trouble error={query.error} retry={query.refetch} /> : <RowsSkeleton rows={4} />}
            </div>
          )}
          {query.data && tickets.length === 0 && (
            <State icon={<CircleCheck size={34} />} title={t('tickets.deskNone')} text={t('tickets.deskNoneText')} />
          )}
          {tickets.length > 0 && (
            <TicketRows
              tickets={tickets}
              shown={shown}
              changes={changes}
              onChoose={choose}
              {...(query.hasNextPage && { onMore: () => void query.fetchNextPage(), busy: query.isFetchingNextPage })}
            />
          )}
        </div>
      )}
      {shown && (
        <TicketDetail key={shown} id={shown} keys={keys} onOpen={choose} {...(compact && { onBack: () => choose() })} />
      )}
    </div>
  );
}
