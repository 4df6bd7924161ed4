import { ArrowLeft } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Link } from 'wouter';
import { Conversation } from '~/features/tickets/conversation';
import { StateBadge } from '~/features/tickets/state-badge';
import { t } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { useMedia } from '~/kit/use-media';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { useMayChange, useMayRead } from '../use-rights';
import { TicketActs } from './ticket-acts';
import { TicketAnswer } from './ticket-answer';
import { TicketFacts } from './ticket-facts';
import { dueText } from './ticket-rows';
import { useSupport, useStaffTicket, type Support, type StaffTicket } from './tickets-api';
import { useTicketAct } from './use-ticket-act';

/** The actions of the section's keys in the open ticket. */
export interface DetailKeys {
  reply?: () => void;
  note?: () => void;
  assign?: () => void;
}

type Props = { id: string; keys: RefObject<DetailKeys>; onOpen: (id: string) => void; onBack?: () => void };

/** A ticket with its conversation, and what staff can do about it. */
export function TicketDetail({ id, keys, onOpen, onBack }: Props) {
  const query = useStaffTicket(id);
  const support = useSupport();
  const failed = query.error ?? support.error;
  if (!query.data || !support.data)
    return (
      <div className="flex-1 p-6">
        {failed ? <Trouble error={failed} retry={query.refetch} /> : <RowsSkeleton rows={3} />}
      </div>
    );
  return <TicketView ticket={query.data} support={support.data} keys={keys} onOpen={onOpen} onBack={onBack} />;
}

type OpenedProps = Omit<Props, 'id' | 'onBack'> & {
  ticket: StaffTicket;
  support: Support;
  onBack: (() => void) | undefined;
};

function TicketView({ ticket, support, keys, onOpen, onBack }: OpenedProps) {
  const changes = useMayChange('tickets') && !ticket.merged_into;
  const [now] = useState(() => Date.now());
  const [kind, setKind] = useState<'reply' | 'note'>('reply');
  const field = useRef<HTMLTextAreaElement>(null);
  const acts = useTicketAct(ticket);
  const canOpenPeople = useMayRead('people');
  const wide = useMedia('(min-width: 1360px)');
  useLayoutEffect(() => {
    const write = (next: 'reply' | 'note') => () => {
      setKind(next);
      field.current?.focus();
    };
    keys.current = changes
      ? {
          reply: write('reply'),
          note: write('note'),
          assign: () => ticket.assignee?._id !== support.mine && acts.run('assign', { assignee: support.mine }),
        }
      : {};
    return () => {
      keys.current = {};
    };
  });
  return (
    <section aria-label={ticket.subject} className="flex min-w-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">
          <header className="grid gap-3 border-b border-line px-4 py-4 sm:px-6">
            <div className="flex items-start gap-1">
              {onBack && (
                <IconButton label={t('common.back')} onClick={onBack} className="-ms-2">
                  <ArrowLeft size={20} aria-hidden="true" className="rtl:rotate-180" />
                </IconButton>
              )}
              <div className="min-w-0 flex-1">
                <h2 className="text-lg font-bold [overflow-wrap:anywhere]">
                  <bdi>{ticket.subject}</bdi>
                </h2>
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
                  <StateBadge staff ticket={ticket} />
                  <span>{dueText(ticket.due_at, now)}</span>
                  <span>
                    {canOpenPeople && ticket.user.name ? (
                      <Link
                        href={`/admin/people?person=${ticket.user._id}`}
                        className="font-medium text-brand hover:underline"
                      >
                        <bdi>{ticket.user.name}</bdi>
                      </Link>
                    ) : (
                      <bdi>{ticket.user.name || t('tickets.erased')}</bdi>
                    )}
                    {ticket.user.email && (
                      <>
                        {' · '}
                        <bdi dir="ltr">{ticket.user.email}</bdi>
                      </>
                    )}
                  </span>
                </p>
              </div>
            </div>
            {changes && <TicketActs ticket={ticket} support={support} acts={acts} onOpen={onOpen} />}
            {!wide && (
              <details className="text-sm">
                <summary className="w-fit cursor-pointer rounded-control text-muted">{t('tickets.details')}</summary>
                <div className="mt-3">
                  <TicketFacts ticket={ticket} />
                </div>
              </details>
            )}
          </header>
          <Conversation forStaff ticket={ticket} label={t('tickets.messages')} />
        </div>
        {changes && <TicketAnswer ticket={ticket} support={support} kind={kind} onKind={setKind} field={field} />}
      </div>
      {wide && (
        <aside
          aria-label={t('tickets.details')}
          className="scroll-thin w-64 shrink-0 overflow-y-auto border-s border-line p-5"
        >
          <TicketFacts ticket={ticket} />
        </aside>
      )}
    </section>
  );
}
