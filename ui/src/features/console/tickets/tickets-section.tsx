import { CalendarOff, CircleCheck, TextQuote } from 'lucide-react';
import { useRef, useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import { useIsCompact } from '~/kit/use-media';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { SectionFrame } from '../section-frame';
import { useLetters } from '../use-letters';
import { useMayChange } from '../use-rights';
import { CannedDialog } from './canned-dialog';
import { HolidaysDialog } from './holidays-dialog';
import { TicketBulk } from './ticket-bulk';
import { TicketDetail, type DetailKeys } from './ticket-detail';
import { TicketFilters, useTicketAddress } from './ticket-filters';
import { TicketRows } from './ticket-rows';
import { useSupport, useStaffTickets, type StaffSummary, type Support } from './tickets-api';

/** Tickets of users: the list beside the conversation. */
export function TicketsSection() {
  const support = useSupport().data;
  const [tool, setTool] = useState<'canned' | 'holidays' | null>(null);
  return (
    <SectionFrame
      title={t('console.tickets')}
      actions={
        support?.all && (
          <div role="group" aria-label={t('tickets.desk')} className="flex flex-wrap gap-1">
            <Button icon={<TextQuote size={18} aria-hidden="true" />} onClick={() => setTool('canned')}>
              {t('tickets.canned')}
            </Button>
            <Button icon={<CalendarOff size={18} aria-hidden="true" />} onClick={() => setTool('holidays')}>
              {t('tickets.holidays')}
            </Button>
          </div>
        )
      }
    >
      <Tickets support={support} />
      {support && tool === 'canned' && <CannedDialog all={support.canned} onClose={() => setTool(null)} />}
      {support && tool === 'holidays' && <HolidaysDialog all={support.holidays} onClose={() => setTool(null)} />}
    </SectionFrame>
  );
}

function Tickets({ support }: { support: Support | undefined }) {
  const compact = useIsCompact();
  const changes = useMayChange('tickets');
  const { filter, ticket: asked, show } = useTicketAddress();
  const [text, setText] = useState('');
  const query = useStaffTickets({ ...filter, query: useDebouncedValue(text.trim(), 250) });
  const tickets = query.data?.pages.flatMap((page) => page.tickets) ?? [];
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const tools = useRef<HTMLDivElement>(null);
  const handleClear = (only: readonly StaffSummary[] = tickets) => {
    setMarked((before) => new Set([...before].filter((id) => only.every((ticket) => ticket.id !== id))));
    // The button that had the focus goes.
    tools.current?.focus();
  };
  // What a filter hides is not acted upon.
  const chosen = tickets.filter(({ id }) => marked.has(id));
  // Beside the list, something is always open. A mail leads to one that the filter may not show.
  const shown = asked ?? (compact ? null : (tickets[0]?.id ?? null));
  const index = tickets.findIndex(({ id }) => id === shown);
  const keys = useRef<DetailKeys>({});
  const choose = (id?: string) => show({ ticket: id ?? null }, !compact);
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
          {/* The bar lies over the filters, so that the rows stay where they are under the pointer. */}
          <div ref={tools} tabIndex={-1} className="relative outline-none">
            <div inert={chosen.length > 0}>
              <TicketFilters
                filter={filter}
                counts={query.data?.pages[0]?.counts}
                text={text}
                onText={setText}
                onChange={(next) => show({ ...next, ticket: null })}
                all={!!support?.all}
              />
            </div>
            {chosen.length > 0 && support && <TicketBulk chosen={chosen} support={support} onClear={handleClear} />}
          </div>
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
              marked={marked}
              onMark={setMarked}
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
