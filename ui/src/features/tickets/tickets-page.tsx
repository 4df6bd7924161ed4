import { LifeBuoy, Plus } from 'lucide-react';
import { Link, useSearchParams } from 'wouter';
import { useSupportPlan } from '~/api/support';
import { isRtl, t, useLang } from '~/i18n';
import { Button, buttonClass } from '~/kit/button';
import { cx } from '~/kit/cx';
import { SegmentedControl } from '~/kit/segmented-control';
import { State } from '~/kit/state';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { PageHead } from '~/page/page-head';
import { RelativeTime } from '~/page/dates/relative-time';
import { useTickets, type Status, type Summary } from './api';
import { SupportGuard } from './support-guard';
import { StateBadge } from './state-badge';
import { days, departmentNames, dueDay } from './words';

type Tab = Status | 'all';
const tabs = [
  ['pending', 'tickets.open'],
  ['solved', 'tickets.solvedOnes'],
  ['closed', 'tickets.closedOnes'],
  ['all', 'tickets.all'],
] as const satisfies readonly (readonly [Tab, string])[];

/** The tickets of the user. */
export function TicketsPage() {
  useLang();
  return (
    <SupportGuard>
      <Tickets />
    </SupportGuard>
  );
}

function Tickets() {
  const plan = useSupportPlan().data;
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find(([value]) => value === search.get('state'))?.[0] ?? 'pending';
  const any = useTickets('');
  const query = useTickets(tab === 'all' ? '' : tab);
  const tickets = query.data?.pages.flatMap((page) => page.tickets);
  const make = (
    <Link href="/ticket/new" className={buttonClass('solid')}>
      <Plus size={18} aria-hidden="true" />
      {t('tickets.newTicket')}
    </Link>
  );
  const none = any.data?.pages[0]?.page_info.total === 0;
  return (
    <div>
      <PageHead
        title={t('tickets.title')}
        text={plan && t('tickets.planText', { tier: t(`tickets.tier_${plan.tier}`), days: days(plan.days) })}
        actions={!none && make}
      />
      <section aria-label={t('tickets.title')} className="overflow-hidden rounded-card border border-line bg-surface">
        {none ? (
          <State icon={<LifeBuoy size={34} />} title={t('tickets.none')} text={t('tickets.noneText')} actions={make} />
        ) : (
          <>
            <div className="border-b border-line p-3 max-sm:[&_div]:grid sm:flex sm:px-4">
              <SegmentedControl<Tab>
                hideLabel
                label={t('tickets.filter')}
                value={tab}
                segments={tabs.map(([value, label]) => ({ value, label: t(label) }))}
                onChange={(next) => setSearch({ state: next }, { replace: true })}
              />
            </div>
            {!tickets && (
              <div className="p-5">
                {query.error ? <Trouble error={query.error} retry={query.refetch} /> : <RowsSkeleton rows={3} />}
              </div>
            )}
            {tickets?.length === 0 && <p className="px-5 py-10 text-center text-muted">{t('tickets.noneHere')}</p>}
            <ul className="divide-y divide-line">
              {tickets?.map((ticket) => (
                <Row key={ticket.id} ticket={ticket} />
              ))}
            </ul>
            {query.hasNextPage && (
              <div className="grid border-t border-line p-4">
                <Button kind="outline" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('tickets.more')}
                </Button>
              </div>
            )}
          </>
        )}
      </section>
    </div>
  );
}

function Row({ ticket }: { ticket: Summary }) {
  const { id, subject, department, tracking_code: code, updated_at: at, due_at: due, unread } = ticket;
  const dot = ' · ';
  return (
    <li>
      <Link
        href={`/ticket/reply/${id}`}
        className="flex items-start gap-3 px-4 py-3.5 transition hover:bg-hover focus-visible:-outline-offset-2 sm:px-5"
      >
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            {unread && (
              <span role="img" aria-label={t('tickets.unread')} className="size-2 shrink-0 rounded-full bg-brand" />
            )}
            <span
              dir="auto"
              className={cx('min-w-0 truncate [text-align:match-parent]', unread ? 'font-bold' : 'font-semibold')}
            >
              {subject}
            </span>
          </span>
          <span dir={isRtl() ? 'rtl' : 'ltr'} className="mt-0.5 block text-xs text-muted">
            {t(departmentNames[department])}
            {dot}
            <bdi dir="ltr">{code}</bdi>
            {dot}
            <RelativeTime at={at} />
            {due && (
              <>
                {dot}
                {t('tickets.replyBy', { day: dueDay(due) })}
              </>
            )}
          </span>
        </span>
        <StateBadge ticket={ticket} />
      </Link>
    </li>
  );
}
