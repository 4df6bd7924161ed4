import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EventRow } from '~/features/audit/event-row';
import { StateBadge } from '~/features/tickets/state-badge';
import { currentLang, t } from '~/i18n';
import { day, fullDate } from '~/i18n/format';
import { Button } from '~/kit/button';
import { formatMoney } from '~/kit/money';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { Badge } from './badges';
import { usePersonEvents, usePersonPayments, usePersonTickets, type PersonPayment } from './api';

type Query = {
  error: unknown;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** The rows of a list in its four faces. */
function ListFrame({ query, empty, rows }: { query: Query; empty: string; rows: ReactNode[] | undefined }) {
  if (!rows) return query.error ? <Trouble error={query.error} retry={query.refetch} /> : <RowsSkeleton rows={3} />;
  if (rows.length === 0) return <p className="py-4 text-muted">{empty}</p>;
  return (
    <>
      <ol className="divide-y divide-line">{rows}</ol>
      {query.hasNextPage && (
        <Button
          kind="outline"
          className="mt-3"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('console.more')}
        </Button>
      )}
    </>
  );
}

/** What happened to an account, the newest first. */
export function PersonEvents({ id }: { id: string }) {
  const query = usePersonEvents(id);
  return (
    <ListFrame
      query={query}
      empty={t('audit.emptyTitle')}
      rows={query.data?.pages
        .flatMap(({ events }) => events)
        .map((event) => (
          <EventRow key={event.number} event={event} dated />
        ))}
    />
  );
}

type RowProps = { to: string; title: ReactNode; below: ReactNode; end: ReactNode };

/** A row that leads to the thing itself. */
function LinkRow({ to, title, below, end }: RowProps) {
  return (
    <li className="relative flex min-h-14 items-center gap-4 py-2.5 hover:bg-hover">
      <div className="min-w-0 flex-1">
        <Link href={to} className="block truncate font-medium after:absolute after:inset-0">
          {title}
        </Link>
        <p className="truncate text-xs text-muted">{below}</p>
      </div>
      <div className="flex shrink-0 items-center gap-3">{end}</div>
    </li>
  );
}

/** The tickets of a person, the newest first. */
export function PersonTickets({ id }: { id: string }) {
  const query = usePersonTickets(id);
  return (
    <ListFrame
      query={query}
      empty={t('tickets.deskNone')}
      rows={query.data?.pages
        .flatMap(({ tickets }) => tickets)
        .map((ticket) => (
          <LinkRow
            key={ticket.id}
            to={`/admin/tickets?ticket=${ticket.id}`}
            title={<bdi>{ticket.subject}</bdi>}
            below={
              <>
                <bdi dir="ltr">{ticket.tracking_code}</bdi>
                {' · '}
                <span title={fullDate(ticket.created_at)}>{day(ticket.created_at)}</span>
              </>
            }
            end={<StateBadge staff ticket={ticket} />}
          />
        ))}
    />
  );
}

/** The name of an invoice: its number, and before it has one the beginning of its code. */
const invoiceName = ({ number, payment_id: id }: PersonPayment) => number || id.slice(0, 8);

const tones = { paid: 'brand', pending: 'warning', failed: 'danger' } as const;

function stateOf(state: string): keyof typeof tones {
  if (state === 'pending') return 'pending';
  return state === 'failed' || state === 'void' ? 'failed' : 'paid';
}

/** The orders of a person, the newest first. */
export function PersonPayments({ id }: { id: string }) {
  const query = usePersonPayments(id);
  return (
    <ListFrame
      query={query}
      empty={t('console.noPayments')}
      rows={query.data?.pages
        .flatMap(({ payments }) => payments)
        .map((payment) => (
          <LinkRow
            key={payment.payment_id}
            to={`/admin/payments?query=${encodeURIComponent(invoiceName(payment))}`}
            title={
              <>
                {t(`console.intent_${payment.intent}`)}
                {payment.workspace && (
                  <>
                    {' · '}
                    <bdi>{payment.workspace}</bdi>
                  </>
                )}
              </>
            }
            below={
              <>
                <bdi dir="ltr">{invoiceName(payment)}</bdi>
                {' · '}
                <span title={fullDate(payment.created_at)}>{day(payment.created_at)}</span>
              </>
            }
            end={
              <>
                <span className="font-medium">{formatMoney(payment.total, payment.currency, currentLang())}</span>
                <Badge tone={tones[stateOf(payment.state)]}>{t(`console.state_${stateOf(payment.state)}`)}</Badge>
              </>
            }
          />
        ))}
    />
  );
}
