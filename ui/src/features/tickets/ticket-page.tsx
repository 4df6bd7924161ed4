import { Check, Send } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { faultText } from '~/api/fault';
import { FailureState } from '~/page/failure-state';
import { LoadingBar } from '~/page/loading-bar';
import { PageLayout } from '~/page/page-layout';
import { t, useLang } from '~/i18n';
import { day, fullDay } from '~/i18n/format';
import { Button, buttonClass } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';
import { PageHead } from '~/page/page-head';
import { closeTicket, reply, sawTicket, useTicket, type Ticket } from './api';
import { AttachField } from './attach-field';
import { Conversation } from './conversation';
import { StateBadge } from './state-badge';
import { MOST_TEXT, TextArea } from './text-area';
import { TicketCode } from './ticket-code';
import { useAttachments } from './use-attachments';
import { departmentNames, tierText } from './words';

/** The conversation in a ticket. Users without support any more still read their tickets. */
export function TicketPage({ params: { ticket_id: id = '' } }: { params: { ticket_id?: string } }) {
  useLang();
  const { data: ticket, error, refetch } = useTicket(id);
  const unread = ticket?.unread;
  useEffect(() => {
    if (unread) void sawTicket(id).catch(() => undefined);
  }, [id, unread]);
  return (
    <PageLayout>
      {!ticket && (error ? <FailureState page error={error} retry={refetch} /> : <LoadingBar />)}
      {ticket && <Thread key={ticket.id} ticket={ticket} />}
    </PageLayout>
  );
}

function Thread({ ticket }: { ticket: Ticket }) {
  const [closing, setClosing] = useState(false);
  const open = ticket.status !== 'closed';
  return (
    <>
      <PageHead
        back={{ label: t('tickets.title'), to: '/ticket' }}
        title={<bdi>{ticket.subject}</bdi>}
        actions={
          open && (
            <Button kind="outline" icon={<Check size={18} aria-hidden="true" />} onClick={() => setClosing(true)}>
              {t('tickets.close')}
            </Button>
          )
        }
      />
      <div className="grid items-start gap-5 min-[900px]:grid-cols-[minmax(0,1fr)_20rem]">
        <section
          aria-label={t('tickets.messages')}
          className="overflow-hidden rounded-card border border-line bg-surface max-[899px]:order-2"
        >
          <Conversation ticket={ticket} />
          {open ? <Answer ticket={ticket} /> : <ClosedNotice />}
        </section>
        <Facts ticket={ticket} />
      </div>
      {closing && <CloseDialog ticket={ticket} onClose={() => setClosing(false)} />}
    </>
  );
}

function ClosedNotice() {
  return (
    <div className="grid justify-items-start gap-4 p-5 sm:p-6">
      <Notice>{t('tickets.closedNotice')}</Notice>
      <Link href="/ticket/new" className={buttonClass('outline')}>
        {t('tickets.newTicket')}
      </Link>
    </div>
  );
}

function Answer({ ticket: { id, status } }: { ticket: Ticket }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const attachments = useAttachments();
  const send = async () => {
    if (busy || attachments.busy) return;
    if (!text.trim()) return setProblem(t('tickets.textNeeded'));
    if (text.length > MOST_TEXT) return setProblem(t('tickets.textLong'));
    setBusy(true);
    try {
      await reply(id, text, attachments.ids);
      setText('');
      setProblem('');
      attachments.clear();
    } catch (error) {
      setProblem(faultText(error));
    }
    setBusy(false);
  };
  return (
    <form
      noValidate
      className="grid gap-3 p-5 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextArea
        hideLabel
        label={t('tickets.yourReply')}
        rows={4}
        value={text}
        {...(problem && { error: problem })}
        {...(status === 'solved' && { hint: t('tickets.replyHint') })}
        onChange={(next) => {
          setText(next);
          setProblem('');
        }}
        onSend={() => void send()}
      />
      <AttachField attachments={attachments}>
        <Button
          kind="solid"
          type="submit"
          busy={busy || attachments.busy}
          icon={<Send size={17} aria-hidden="true" className="rtl:-scale-x-100" />}
        >
          {t('tickets.send')}
        </Button>
      </AttachField>
    </form>
  );
}

function Facts({ ticket }: { ticket: Ticket }) {
  const { due_at: due, department, created_at: created, tracking_code: code, tier } = ticket;
  const facts: (readonly [string, ReactNode])[] = [
    [t('tickets.status'), <StateBadge key="status" ticket={ticket} />],
    ...(due ? [[t('tickets.replyDue'), fullDay(due)] as const] : []),
    [t('tickets.department'), t(departmentNames[department])],
    [t('tickets.created'), day(created)],
    [t('tickets.plan'), tierText(tier)],
  ];
  return (
    <aside
      aria-label={t('tickets.details')}
      className="grid gap-4 rounded-card border border-line bg-surface p-5 max-[899px]:order-1"
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <TicketCode code={code} />
    </aside>
  );
}

function CloseDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const close = async () => {
    setBusy(true);
    try {
      await closeTicket(ticket.id);
      toast({ kind: 'success', title: t('tickets.closedDone') });
      onClose();
    } catch (error) {
      sayFault(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      calm
      onOpenChange={(next) => !next && onClose()}
      title={t('tickets.closeTitle')}
      description={t('tickets.closeText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" busy={busy} onClick={() => void close()}>
            {t('tickets.closeYes')}
          </Button>
        </>
      }
    />
  );
}
