import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { StateBadge } from '~/features/tickets/state-badge';
import { TicketCode } from '~/features/tickets/ticket-code';
import { tierText } from '~/features/tickets/words';
import { t } from '~/i18n';
import { day } from '~/i18n/format';
import { FactList } from '../fact-list';
import { useMayRead } from '../use-rights';
import { planWords } from '../workspaces/words';
import type { StaffTicket } from './tickets-api';

/** Who asks, their workspaces with their plans, and their other tickets. */
export function TicketFacts({ ticket }: { ticket: StaffTicket }) {
  const canOpenPeople = useMayRead('people');
  const opensWorkspaces = useMayRead('workspaces');
  const { user, workspaces, others } = ticket;
  return (
    <div className="grid gap-6 text-sm">
      <Part title={t('tickets.person')}>
        <PlaceLink to={`/admin/people?person=${user._id}`} open={!!user.name && canOpenPeople}>
          <bdi>{user.name || t('tickets.erased')}</bdi>
        </PlaceLink>
        {user.email && (
          <bdi dir="ltr" className="block truncate text-start text-xs text-muted">
            {user.email}
          </bdi>
        )}
      </Part>
      {workspaces.length > 0 && (
        <Part title={t('consolePeople.workspaces')}>
          <ul className="grid gap-2.5">
            {workspaces.map(({ space_id: id, title, owner, plan, plan_ends_at: end }) => (
              <li key={id} className="min-w-0">
                <PlaceLink to={`/admin/workspaces?workspace=${id}`} open={opensWorkspaces}>
                  <bdi>{title}</bdi>
                </PlaceLink>
                <span className="block text-xs text-muted">
                  {[
                    t(owner ? 'consolePeople.owner' : 'consolePeople.member'),
                    plan !== 'unlimited' && planWords(plan),
                    end && t('tickets.planUntil', { day: day(end) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t('tickets.details')}>
        <FactList
          facts={[
            [t('tickets.created'), day(ticket.created_at)],
            [t('tickets.plan'), tierText(ticket.tier)],
          ]}
        />
        <div className="mt-3">
          <TicketCode code={ticket.tracking_code} />
        </div>
      </Part>
      {others.length > 0 && (
        <Part title={t('tickets.others')}>
          <ul className="grid gap-2.5">
            {others.map((other) => (
              <li key={other.id} className="flex min-w-0 items-center gap-2">
                <PlaceLink to={`/admin/tickets?ticket=${other.id}`} open>
                  <bdi>{other.subject}</bdi>
                </PlaceLink>
                <StateBadge staff ticket={other} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="pb-1.5 text-xs font-semibold text-muted">{title}</h3>
      {children}
    </section>
  );
}

/** The name of something that has a page, as a link for who may open it. */
function PlaceLink({ to, open, children }: { to: string; open: boolean; children: ReactNode }) {
  const className = 'block min-w-0 flex-1 truncate font-medium';
  if (!open) return <span className={className}>{children}</span>;
  return (
    <Link href={to} className={`${className} text-brand hover:underline`}>
      {children}
    </Link>
  );
}
